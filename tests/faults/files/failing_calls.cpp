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

/// Calls a function of the C library, or returns `failure` if the call is to fail.
template <class Result, class... Arguments>
Result call_or_fail(const char* call, Result failure, Arguments... arguments) {
    if (const auto code = failure_of(call)) return failed(*code, failure);
    return real<Result(Arguments...)>(call)(arguments...);
}

/// Like call_or_fail(), for a function that releases its argument even if it fails, as on Linux.
template <class Result, class Argument>
Result release_and_fail(const char* call, Argument argument) {
    const auto code = failure_of(call);
    const auto result = real<Result(Argument)>(call)(argument);
    return code ? failed<Result>(*code, -1) : result;
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

using histo_cl::test::call_or_fail;
using histo_cl::test::failed;
using histo_cl::test::failure_of;
using histo_cl::test::real;
using histo_cl::test::release_and_fail;
using histo_cl::test::transfer;

extern "C" {

int openat(int folder, const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    if (const auto code = failure_of("openat")) return failed(*code, -1);
    return real<int(int, const char*, int, ...)>("openat")(folder, path, flags, mode);
}
int fstat(int file, struct stat* status) noexcept {
    return call_or_fail("fstat", -1, file, status);
}
int fstatat(int folder, const char* path, struct stat* status, int flags) noexcept {
    return call_or_fail("fstatat", -1, folder, path, status, flags);
}

ssize_t read(int file, void* to, size_t bytes) {
    const auto some = transfer("read", bytes);
    return some ? real<ssize_t(int, void*, size_t)>("read")(file, to, *some) : -1;
}
ssize_t pread(int file, void* to, size_t bytes, off_t offset) {
    const auto some = transfer("pread", bytes);
    return some ? real<ssize_t(int, void*, size_t, off_t)>("pread")(file, to, *some, offset) : -1;
}
ssize_t write(int file, const void* from, size_t bytes) {
    const auto some = transfer("write", bytes);
    return some ? real<ssize_t(int, const void*, size_t)>("write")(file, from, *some) : -1;
}

int close(int file) {
    return release_and_fail<int>("close", file);
}
int fsync(int file) {
    return call_or_fail("fsync", -1, file);
}
int mkdir(const char* path, mode_t mode) noexcept {
    return call_or_fail("mkdir", -1, path, mode);
}
int renameat(int from_folder, const char* from, int to_folder, const char* to) noexcept {
    return call_or_fail("renameat", -1, from_folder, from, to_folder, to);
}
int unlinkat(int folder, const char* path, int flags) noexcept {
    return call_or_fail("unlinkat", -1, folder, path, flags);
}
int utimensat(int folder, const char* path, const struct timespec* times, int flags) noexcept {
    return call_or_fail("utimensat", -1, folder, path, times, flags);
}
DIR* fdopendir(int folder) {
    return call_or_fail<DIR*>("fdopendir", nullptr, folder);
}
struct dirent* readdir(DIR* folder) {
    return call_or_fail<struct dirent*>("readdir", nullptr, folder);
}
int closedir(DIR* folder) {
    return release_and_fail<int>("closedir", folder);
}

// The functions that the C++ library's streams and filesystem functions call.

int stat(const char* path, struct stat* status) noexcept {
    return call_or_fail("stat", -1, path, status);
}
int rename(const char* from, const char* to) noexcept {
    return call_or_fail("rename", -1, from, to);
}
int remove(const char* path) noexcept {
    return call_or_fail("remove", -1, path);
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
    return call_or_fail<FILE*>("fopen64", nullptr, path, mode);
}
int fclose(FILE* file) {
    return release_and_fail<int>("fclose", file); // EOF is -1
}

} // extern "C"
