#include "common/new_file.hpp"

#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace common {

namespace fs = std::filesystem;

namespace {

constexpr int most_links = 40; // as Linux follows

std::optional<int> number_of(const std::string& name) {
    int number = -1;
    const auto* const end = name.data() + name.size();
    const auto [stop, error] = std::from_chars(name.data(), end, number);
    return error == std::errc{} && stop == end && number >= 0 ? std::optional(number) : std::nullopt;
}

} // namespace

std::optional<int> own_descriptor(const fs::path& path) {
    std::error_code failed;
    const auto own = fs::canonical("/dev/fd", failed); // /proc/PID/fd on Linux
    if (failed) return std::nullopt;
    auto at = path;
    for (int link = 0; link < most_links; ++link) {
        const auto folder = fs::canonical(at.has_parent_path() ? at.parent_path() : fs::path("."), failed);
        if (failed) return std::nullopt;
        if (folder == own) return number_of(at.filename().string());
        const auto target = fs::read_symlink(at, failed);
        if (failed) return std::nullopt;
        at = folder / target;
    }
    return std::nullopt;
}

std::error_code write_to(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const auto some = ::write(descriptor, text.data(), text.size());
        if (some < 0 && errno != EINTR) return {errno, std::generic_category()};
        if (some > 0) text.remove_prefix(static_cast<std::size_t>(some));
    }
    return {};
}

std::error_code make_new_file(const std::filesystem::path& path) {
    int file = -1;
    do {
        file = ::openat(AT_FDCWD, path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (file < 0 && errno == EINTR);
    if (file < 0) return {errno, std::generic_category()};
    ::close(file);
    return {};
}

std::error_code make_private_folder(const std::filesystem::path& path) {
    if (::mkdir(path.c_str(), S_IRWXU) == 0) return {};
    return {errno, std::generic_category()};
}

} // namespace common
