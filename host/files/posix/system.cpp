#include "files/system.hpp"

#include "common/errors.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <stdlib.h> // NOLINT(modernize-deprecated-headers): mkostemp
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace files {

namespace {

[[noreturn]] void fail() {
    throw std::system_error(errno, std::generic_category());
}

/// The descriptor that a call has returned. Throws if the call has failed.
Descriptor checked(int file) {
    if (file < 0) fail();
    return Descriptor(file);
}

/// Raises the limit of open files to its maximum, because all inputs are open at once. Returns whether the
/// limit has increased.
bool allow_more_files() {
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= files.rlim_max) return false;
    files.rlim_cur = files.rlim_max;
    return ::setrlimit(RLIMIT_NOFILE, &files) == 0;
}

FileKind kind_of(mode_t mode) {
    if (S_ISREG(mode)) return FileKind::regular;
    if (S_ISDIR(mode)) return FileKind::folder;
    return S_ISFIFO(mode) ? FileKind::pipe : FileKind::other;
}

} // namespace

Descriptor::~Descriptor() {
    if (value_ >= 0 && !is_standard()) ::close(value_);
}

FileStatus status_of(int file) {
    struct stat status {};
    if (::fstat(file, &status) != 0) fail();
    return {kind_of(status.st_mode), static_cast<std::uint64_t>(status.st_size)};
}

Descriptor open_to_read(const std::string& name) {
    int file = -1;
    do {
        errno = 0;
        file = ::openat(AT_FDCWD, name.c_str(), O_RDONLY | O_CLOEXEC);
    } while (file < 0 && (errno == EINTR || (errno == EMFILE && allow_more_files())));
    return checked(file);
}

Descriptor duplicate(int file) {
    return checked(::fcntl(file, F_DUPFD_CLOEXEC, 0));
}

Descriptor make_temporary_file() {
    auto path = (std::filesystem::temp_directory_path() / "histo_cl_XXXXXX").string();
    auto file = checked(::mkostemp(path.data(), O_CLOEXEC));
    ::unlink(path.c_str());
    return file;
}

std::string name_of(int file) {
    return "/proc/self/fd/" + std::to_string(file);
}

void announce_reading(int file, FileKind kind) {
    constexpr int long_pipe = 1 << 20; // bytes; a pipe holds 64 KiB by default
    if (kind == FileKind::pipe) ::fcntl(file, F_SETPIPE_SZ, long_pipe); // it may fail
    if (kind == FileKind::regular) ::posix_fadvise(file, 0, 0, POSIX_FADV_SEQUENTIAL);
}

std::uint64_t take_rest(int file) {
    const auto stands = ::lseek(file, 0, SEEK_CUR);
    ::lseek(file, 0, SEEK_END);
    return static_cast<std::uint64_t>(std::max<off_t>(stands, 0));
}

std::size_t read_at(int file, std::uint64_t offset, std::span<std::byte> to) {
    for (;;) {
        const auto got = ::pread(file, to.data(), to.size(), static_cast<off_t>(offset));
        if (got >= 0) return static_cast<std::size_t>(got);
        if (errno != EINTR) fail();
    }
}

void write_all(int file, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const auto put = ::write(file, bytes.data(), bytes.size());
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) fail();
        bytes = bytes.subspan(static_cast<std::size_t>(put));
    }
}

struct Wake::State {
    Descriptor event; ///< readable once wake() has been called
};

Wake::Wake() : state_(std::make_unique<State>(State{Descriptor(::eventfd(0, EFD_CLOEXEC))})) {}

Wake::~Wake() = default;

void Wake::wake() noexcept {
    awake_ = true;
    ::eventfd_write(state_->event.get(), 1);
}

namespace {

/// Waits until there is something to read. Throws Interrupted if wake->wake() was called.
void wait_for_input(int file, const Wake* wake) {
    constexpr int none = -1;
    std::array<pollfd, 2> both{pollfd{file, POLLIN, 0},
                               pollfd{wake != nullptr ? wake->state().event.get() : none, POLLIN, 0}};
    while (::poll(both.data(), both.size(), -1) < 0 && errno == EINTR) {
    }
    if (both[1].revents != 0) throw common::Interrupted();
}

} // namespace

std::size_t read_next(int file, std::span<std::byte> to, const Wake* wake) {
    for (;;) {
        wait_for_input(file, wake);
        const auto got = ::read(file, to.data(), to.size());
        if (got >= 0) return static_cast<std::size_t>(got);
        if (errno != EINTR && errno != EAGAIN) throw std::system_error(errno, std::generic_category());
    }
}

} // namespace files
