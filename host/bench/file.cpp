#include "file.hpp"

#include "usage_error.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace bench {

namespace {

[[noreturn]] void fail(const std::string& path, const char* what) {
    throw UsageError(path + " cannot be " + what + ": " + std::strerror(errno));
}

} // namespace

void write_file(const std::string& path, const std::string& text) {
    const auto temporary = path + "." + std::to_string(::getpid()) + ".tmp";
    errno = 0;
    std::ofstream file(temporary, std::ios::binary);
    file << text;
    file.close();
    if (!file || std::rename(temporary.c_str(), path.c_str()) != 0) {
        const int reason = errno;
        std::remove(temporary.c_str());
        errno = reason;
        fail(path, "written");
    }
}

std::string read_file(const std::string& path) {
    errno = 0;
    std::ostringstream text;
    const std::ifstream file(path, std::ios::binary);
    text << file.rdbuf();
    if (!file || !text) fail(path, "read");
    return text.str();
}

} // namespace bench
