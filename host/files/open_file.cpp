#include "files/open_file.hpp"

#include "common/usage_error.hpp"
#include "files/recognize.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace files {

namespace {

constexpr std::uint64_t page_bytes = 4096;
constexpr int long_pipe = 1 << 20; // bytes; a pipe holds 64 KiB by default

/// Allows the process as many open files as it may allow itself; all inputs are open at once. Returns whether
/// these are more than before.
bool allow_more_files() {
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= files.rlim_max) return false;
    files.rlim_cur = files.rlim_max;
    return ::setrlimit(RLIMIT_NOFILE, &files) == 0;
}

/// As ::open() returns it.
int open_to_read(const std::string& path) {
    int file = -1;
    do {
        errno = 0;
        file = ::openat(AT_FDCWD, path.c_str(), O_RDONLY | O_CLOEXEC);
    } while (file < 0 && (errno == EINTR || (errno == EMFILE && allow_more_files())));
    return file;
}

/// FILE:PART, if there is no file of the whole name but one of the name before a colon.
std::pair<std::string, std::string> split_part(const std::string& path) {
    const auto is_there = [](const std::string& name) { return ::access(name.c_str(), F_OK) == 0; };
    if (is_there(path)) return {path, ""};
    for (auto colon = path.find(':'); colon != std::string::npos; colon = path.find(':', colon + 1))
        if (is_there(path.substr(0, colon))) return {path.substr(0, colon), path.substr(colon + 1)};
    return {path, ""};
}

/// Finds out how the file is read.
void prepare(InputFile& file) {
    struct stat status {};
    if (::fstat(file.file.get(), &status) != 0) fail(file, errno);
    if (S_ISDIR(status.st_mode)) fail(file, EISDIR);
    if (S_ISFIFO(status.st_mode)) ::fcntl(file.file.get(), F_SETPIPE_SZ, long_pipe); // it may be refused
    if (S_ISREG(status.st_mode)) {
        file.size = static_cast<std::uint64_t>(status.st_size);
        file.in_order = *file.size <= page_bytes;
    }
    if (file.in_order) {
        file.source = stream_source(file.file.get());
        return;
    }
    ::posix_fadvise(file.file.get(), 0, 0, POSIX_FADV_SEQUENTIAL);
    const auto stands = ::lseek(file.file.get(), 0, SEEK_CUR); // standard input: others may have read some
    file.begin = static_cast<std::uint64_t>(std::max<off_t>(stands, 0));
    ::lseek(file.file.get(), 0, SEEK_END); // and have read all once this has
}

void look_into(InputFile& file, const Reading& reading, std::string_view part) try {
    recognize(file, reading, part);
} catch (const common::UsageError& error) {
    fail_with(file, error.what() + std::string(reading.columns.empty() ? raw_hint : ""));
} catch (const std::system_error& error) {
    fail(file, error.code().value());
}

} // namespace

InputFile open_file(const std::string& path, const Reading& reading) {
    const bool standard = path == "-";
    const auto [place, part] = reading.raw || standard ? std::pair(path, std::string()) : split_part(path);
    InputFile file{.name = standard ? "standard input" : path,
                   .file = Descriptor(standard ? STDIN_FILENO : open_to_read(place))};
    if (file.file.get() < 0) fail(file, errno);
    prepare(file);
    look_into(file, reading, part);
    return file;
}

} // namespace files
