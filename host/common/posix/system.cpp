#include "common/system.hpp"

#include "common/number.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <langinfo.h>
#include <locale.h> // NOLINT(modernize-deprecated-headers): newlocale
#include <string>
#include <string_view>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

namespace common {

void use_utf8_arguments(int& /*argc*/, char**& /*argv*/) {
    // Nothing to do: arguments, like file names, are bytes.
}

ConfigFolder config_folder() noexcept {
    return {.place = "in $XDG_CONFIG_HOME/histo_cl, else in ~/.config/histo_cl",
            .variables = "XDG_CONFIG_HOME nor HOME"};
}

std::string system_name() {
    utsname kernel{};
    ::uname(&kernel);
    auto name = std::string(kernel.sysname) + " " + kernel.release + " " + kernel.machine;
    std::ifstream release("/etc/os-release");
    constexpr std::string_view key = "PRETTY_NAME=";
    for (std::string line; std::getline(release, line);) {
        if (!line.starts_with(key)) continue;
        line.erase(0, key.size());
        std::erase(line, '"');
        return line + ", " + name;
    }
    return name;
}

void set_variable(const char* name, const std::string& value) {
    constexpr int replace = 1;
    ::setenv(name, value.c_str(), replace);
}

std::uint64_t physical_memory() {
    return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
           static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

namespace fs = std::filesystem;

namespace {

constexpr int max_links = 40; // Linux follows at most 40 links

} // namespace

std::optional<int> own_descriptor(const fs::path& path) {
    std::error_code failed;
    const auto own = fs::canonical("/dev/fd", failed); // /proc/PID/fd on Linux
    if (failed) return std::nullopt;
    auto at = path;
    for (int link = 0; link < max_links; ++link) {
        const auto folder = fs::canonical(at.has_parent_path() ? at.parent_path() : fs::path("."), failed);
        if (failed) return std::nullopt;
        if (folder == own) {
            const auto number = entire<int>(at.filename().string());
            return number.value_or(-1) >= 0 ? number : std::nullopt;
        }
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

void open_standard_streams() {
    // In this order, because open() returns the lowest free descriptor.
    for (const int stream : std::array{STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(stream, F_GETFD) < 0) ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

bool is_terminal(StandardStream stream) {
    return ::isatty(static_cast<int>(stream)) == 1;
}

std::optional<std::size_t> terminal_columns(StandardStream stream) {
    winsize window{};
    if (::ioctl(static_cast<int>(stream), TIOCGWINSZ, &window) != 0 || window.ws_col == 0)
        return std::nullopt;
    return window.ws_col;
}

std::optional<std::size_t> terminal_lines(StandardStream stream) {
    winsize window{};
    if (::ioctl(static_cast<int>(stream), TIOCGWINSZ, &window) != 0 || window.ws_row == 0)
        return std::nullopt;
    return window.ws_row;
}

bool terminal_takes_utf8() {
    auto* const locale = ::newlocale(LC_CTYPE_MASK, "", nullptr); // the user's locale
    if (locale == nullptr) return false;
    const bool is_utf8 = std::string_view(::nl_langinfo_l(CODESET, locale)) == "UTF-8";
    ::freelocale(locale);
    return is_utf8;
}

const char* terminal_kind() {
    return std::getenv("TERM");
}

} // namespace common
