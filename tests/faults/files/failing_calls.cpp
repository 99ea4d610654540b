#include "faults/files/failing_calls.hpp"

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <optional>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

namespace histo_cl::test {
namespace {

constexpr int endless = 100'000;

thread_local FailingCalls* now = nullptr;

/// The C library's function of this name, which this program replaces.
template <class Function>
Function* real(const char* call) {
    auto* const found = ::dlsym(RTLD_NEXT, call);
    if (found == nullptr) std::abort();
    return reinterpret_cast<Function*>(found);
}

/// The error code that a call fails with; empty if the call is to run.
std::optional<int> failure_of(const char* call) noexcept {
    const auto* const fault = now != nullptr ? now->next(call) : nullptr;
    return fault != nullptr ? std::optional(fault->code) : std::nullopt;
}

template <class Result>
Result failed(int code, Result result) noexcept {
    errno = code;
    return result;
}

/// The bytes that a read or write is to transfer; empty if it fails.
std::optional<std::size_t> transfer(const char* call, std::size_t bytes) noexcept {
    const auto* const fault = now != nullptr ? now->next(call) : nullptr;
    if (fault == nullptr) return bytes;
    switch (fault->kind) {
    case Fault::Kind::one_byte: return bytes < 1 ? bytes : 1;
    case Fault::Kind::nothing: return 0;
    default: errno = fault->code; return std::nullopt;
    }
}

mode_t mode_argument(int flags, va_list arguments) noexcept {
    return (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
}

} // namespace

std::string to_string(const Fault& fault) {
    const auto times = fault.calls == 1 ? "once" : std::to_string(fault.calls) + " times";
    switch (fault.kind) {
    case Fault::Kind::error: return std::string(std::strerror(fault.code)) + ", " + times;
    case Fault::Kind::one_byte: return "one byte, " + std::string(times);
    case Fault::Kind::nothing: return "no byte, " + std::string(times);
    default: return "crash";
    }
}

FailingCalls::FailingCalls(const Fault& fault, int first) : fault_(fault), first_(first) {
    now = this;
}
FailingCalls::~FailingCalls() {
    now = nullptr;
}

const Fault* FailingCalls::next(std::string_view call) noexcept {
    if (++calls_ == endless) {
        std::fprintf(stderr, "file operations without end\n");
        std::abort();
    }
    if (calls_ < first_ || calls_ - first_ >= fault_.calls) return nullptr;
    if (fault_.kind == Fault::Kind::crash) ::_exit(crashed);
    const bool transfers = call.ends_with("read") || call.starts_with("write");
    if (fault_.kind != Fault::Kind::error && !transfers) return nullptr;
    if (failed_++ == 0) first_failed_ = call;
    return &fault_;
}

} // namespace histo_cl::test

using histo_cl::test::failed;
using histo_cl::test::failure_of;
using histo_cl::test::mode_argument;
using histo_cl::test::real;
using histo_cl::test::transfer;

extern "C" {

int openat(int folder, const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const auto mode = mode_argument(flags, arguments);
    va_end(arguments);
    static auto* const call = real<int(int, const char*, int, ...)>("openat");
    if (const auto code = failure_of("openat")) return failed(*code, -1);
    return call(folder, path, flags, mode);
}

int fstat(int file, struct stat* status) noexcept {
    static auto* const call = real<int(int, struct stat*)>("fstat");
    if (const auto code = failure_of("fstat")) return failed(*code, -1);
    return call(file, status);
}

int fstatat(int folder, const char* path, struct stat* status, int flags) noexcept {
    static auto* const call = real<int(int, const char*, struct stat*, int)>("fstatat");
    if (const auto code = failure_of("fstatat")) return failed(*code, -1);
    return call(folder, path, status, flags);
}

ssize_t read(int file, void* to, size_t bytes) {
    static auto* const call = real<ssize_t(int, void*, size_t)>("read");
    const auto some = transfer("read", bytes);
    return some ? call(file, to, *some) : -1;
}

ssize_t pread(int file, void* to, size_t bytes, off_t offset) {
    static auto* const call = real<ssize_t(int, void*, size_t, off_t)>("pread");
    const auto some = transfer("pread", bytes);
    return some ? call(file, to, *some, offset) : -1;
}

ssize_t write(int file, const void* from, size_t bytes) {
    static auto* const call = real<ssize_t(int, const void*, size_t)>("write");
    const auto some = transfer("write", bytes);
    return some ? call(file, from, *some) : -1;
}

/// Closes the file also if the call is to fail, as Linux does.
int close(int file) {
    static auto* const call = real<int(int)>("close");
    const auto code = failure_of("close");
    const int result = call(file);
    return code ? failed(*code, -1) : result;
}

int fsync(int file) {
    static auto* const call = real<int(int)>("fsync");
    if (const auto code = failure_of("fsync")) return failed(*code, -1);
    return call(file);
}

int mkdir(const char* path, mode_t mode) noexcept {
    static auto* const call = real<int(const char*, mode_t)>("mkdir");
    if (const auto code = failure_of("mkdir")) return failed(*code, -1);
    return call(path, mode);
}

int renameat(int from_folder, const char* from, int to_folder, const char* to) noexcept {
    static auto* const call = real<int(int, const char*, int, const char*)>("renameat");
    if (const auto code = failure_of("renameat")) return failed(*code, -1);
    return call(from_folder, from, to_folder, to);
}

int unlinkat(int folder, const char* path, int flags) noexcept {
    static auto* const call = real<int(int, const char*, int)>("unlinkat");
    if (const auto code = failure_of("unlinkat")) return failed(*code, -1);
    return call(folder, path, flags);
}

int utimensat(int folder, const char* path, const struct timespec* times, int flags) noexcept {
    static auto* const call = real<int(int, const char*, const struct timespec*, int)>("utimensat");
    if (const auto code = failure_of("utimensat")) return failed(*code, -1);
    return call(folder, path, times, flags);
}

DIR* fdopendir(int folder) {
    static auto* const call = real<DIR*(int)>("fdopendir");
    if (const auto code = failure_of("fdopendir")) return failed<DIR*>(*code, nullptr);
    return call(folder);
}

struct dirent* readdir(DIR* folder) {
    static auto* const call = real<struct dirent*(DIR*)>("readdir");
    if (const auto code = failure_of("readdir")) return failed<struct dirent*>(*code, nullptr);
    return call(folder);
}

int closedir(DIR* folder) {
    static auto* const call = real<int(DIR*)>("closedir");
    const auto code = failure_of("closedir");
    const int result = call(folder);
    return code ? failed(*code, -1) : result;
}

// The functions that the C++ library's streams and filesystem functions call.

int stat(const char* path, struct stat* status) noexcept {
    static auto* const call = real<int(const char*, struct stat*)>("stat");
    if (const auto code = failure_of("stat")) return failed(*code, -1);
    return call(path, status);
}

int rename(const char* from, const char* to) noexcept {
    static auto* const call = real<int(const char*, const char*)>("rename");
    if (const auto code = failure_of("rename")) return failed(*code, -1);
    return call(from, to);
}

int remove(const char* path) noexcept {
    static auto* const call = real<int(const char*)>("remove");
    if (const auto code = failure_of("remove")) return failed(*code, -1);
    return call(path);
}

ssize_t writev(int file, const struct iovec* parts, int count) {
    static auto* const call = real<ssize_t(int, const struct iovec*, int)>("writev");
    const auto bytes = count > 0 ? parts->iov_len : 0;
    const auto some = transfer("writev", bytes);
    if (!some) return -1;
    if (*some == bytes) return call(file, parts, count);
    const iovec shorter{parts->iov_base, *some};
    return call(file, &shorter, 1);
}

FILE* fopen64(const char* path, const char* mode) {
    static auto* const call = real<FILE*(const char*, const char*)>("fopen64");
    if (const auto code = failure_of("fopen")) return failed<FILE*>(*code, nullptr);
    return call(path, mode);
}

int fclose(FILE* file) {
    static auto* const call = real<int(FILE*)>("fclose");
    const auto code = failure_of("fclose");
    const int result = call(file);
    return code ? failed(*code, EOF) : result;
}

} // extern "C"
