#include "common/new_file.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace common {

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
