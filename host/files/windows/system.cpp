#include "files/system.hpp"

#include "common/errors.hpp"
#include "common/file.hpp"
#include "common/system.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <filesystem>
#include <io.h>
#include <mutex>
#include <random>
#include <system_error>
#include <utility>
#include <windows.h>

namespace files {

namespace {

/// The handle of a descriptor.
HANDLE handle_of(int file) noexcept {
    return reinterpret_cast<HANDLE>(::_get_osfhandle(file));
}

/// The number of bytes, up to `bytes`, that one call reads or writes.
DWORD at_once(std::size_t bytes) noexcept {
    constexpr std::size_t max = std::size_t{1} << 30U;
    return static_cast<DWORD>(std::min(bytes, max));
}

[[noreturn]] void fail() {
    throw std::system_error(common::last_error());
}

Descriptor checked(int file) {
    if (file < 0) throw std::system_error(errno, std::generic_category());
    return Descriptor(file);
}

/// A descriptor that owns the handle.
Descriptor descriptor_of(HANDLE handle, int flags) {
    if (handle == INVALID_HANDLE_VALUE) fail();
    const int file =
        ::_open_osfhandle(reinterpret_cast<std::intptr_t>(handle), flags | _O_BINARY | _O_NOINHERIT);
    const int code = errno;
    if (file < 0) ::CloseHandle(handle);
    errno = code;
    return checked(file);
}

constexpr DWORD share_all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

OVERLAPPED at(std::uint64_t offset) {
    OVERLAPPED place{};
    place.Offset = static_cast<DWORD>(offset);
    place.OffsetHigh = static_cast<DWORD>(offset >> 32U);
    return place;
}

} // namespace

Descriptor::~Descriptor() {
    if (value_ >= 0 && !is_standard()) ::_close(value_);
}

FileStatus status_of(int file) {
    auto* const handle = handle_of(file);
    const auto type = ::GetFileType(handle);
    if (type == FILE_TYPE_PIPE) return {FileKind::pipe, 0};
    if (type != FILE_TYPE_DISK) return {FileKind::other, 0};
    FILE_STANDARD_INFO status{};
    if (::GetFileInformationByHandleEx(handle, FileStandardInfo, &status, sizeof status) == 0) fail();
    if (status.Directory != 0) return {FileKind::folder, 0};
    return {FileKind::regular, static_cast<std::uint64_t>(status.EndOfFile.QuadPart)};
}

Descriptor open_to_read(const std::string& name) {
    constexpr DWORD also_folders = FILE_FLAG_BACKUP_SEMANTICS;
    return descriptor_of(::CreateFileW(common::path_of(name).c_str(), GENERIC_READ, share_all, nullptr,
                                       OPEN_EXISTING, FILE_FLAG_SEQUENTIAL_SCAN | also_folders, nullptr),
                         _O_RDONLY);
}

Descriptor duplicate(int file) {
    return checked(::_dup(file));
}

Descriptor make_temporary_file() {
    std::random_device random;
    const auto path = std::filesystem::temp_directory_path() /
                      ("histo_cl_" + std::to_string(random()) + std::to_string(random()));
    return descriptor_of(::CreateFileW(path.c_str(), GENERIC_READ | GENERIC_WRITE, share_all, nullptr,
                                       CREATE_NEW, FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE,
                                       nullptr),
                         _O_RDWR);
}

std::string name_of(int file) {
    std::wstring name(MAX_PATH, L'\0');
    for (;;) {
        const auto length = ::GetFinalPathNameByHandleW(
            handle_of(file), name.data(), static_cast<DWORD>(name.size()), FILE_NAME_NORMALIZED);
        if (length == 0) fail();
        const bool fits = length < name.size();
        name.resize(length); // includes the zero if the name did not fit
        if (fits) return common::text_of(name);
    }
}

void announce_reading(int /*file*/, FileKind /*kind*/) {
    // Nothing to do: open_to_read() passes the hint, and a pipe's creator sets its buffer size.
}

std::uint64_t take_rest(int file) {
    LARGE_INTEGER stands{};
    if (::SetFilePointerEx(handle_of(file), {}, &stands, FILE_CURRENT) == 0) fail();
    ::SetFilePointerEx(handle_of(file), {}, nullptr, FILE_END);
    return static_cast<std::uint64_t>(stands.QuadPart);
}

/// This moves the file's position, on which no caller of read_at() depends.
std::size_t read_at(int file, std::uint64_t offset, std::span<std::byte> to) {
    auto place = at(offset);
    DWORD got = 0;
    if (::ReadFile(handle_of(file), to.data(), at_once(to.size()), &got, &place) == 0 &&
        ::GetLastError() != ERROR_HANDLE_EOF)
        fail();
    return got;
}

void write_all(int file, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        DWORD put = 0;
        if (::WriteFile(handle_of(file), bytes.data(), at_once(bytes.size()), &put, nullptr) == 0) fail();
        bytes = bytes.subspan(put);
    }
}

/// A thread cannot wait for an event together with a pipe or a console. So the reading thread is registered,
/// and its I/O is cancelled.
struct Wake::State {
    std::mutex lock;
    bool is_awake = false;
    HANDLE reader = nullptr; ///< the thread that is reading; null if there is none
};

Wake::Wake() : state_(std::make_unique<State>()) {}

Wake::~Wake() = default;

void Wake::wake() noexcept {
    awake_ = true;
    for (;; ::Sleep(1)) { // repeats, because a thread may be about to start reading
        const std::lock_guard lock(state_->lock);
        state_->is_awake = true;
        if (state_->reader == nullptr) return;
        ::CancelSynchronousIo(state_->reader);
    }
}

namespace {

/// Registers this thread as the reader. Throws Interrupted if wake->wake() was called.
class Reader {
  public:
    explicit Reader(const Wake* wake) : state_(wake != nullptr ? &wake->state() : nullptr) {
        if (state_ == nullptr) return;
        const std::lock_guard lock(state_->lock);
        if (state_->is_awake) throw common::Interrupted();
        // CancelSynchronousIo() requires this access right.
        state_->reader = ::OpenThread(THREAD_TERMINATE, FALSE, ::GetCurrentThreadId());
    }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
    ~Reader() {
        if (state_ == nullptr) return;
        const std::lock_guard lock(state_->lock);
        if (state_->reader != nullptr) ::CloseHandle(std::exchange(state_->reader, nullptr));
    }

  private:
    Wake::State* state_;
};

} // namespace

std::size_t read_next(int file, std::span<std::byte> to, const Wake* wake) {
    auto* const handle = handle_of(file);
    for (;;) {
        const Reader reader(wake);
        DWORD got = 0;
        if (::ReadFile(handle, to.data(), at_once(to.size()), &got, nullptr) != 0) return got;
        switch (::GetLastError()) {
        case ERROR_BROKEN_PIPE: // the writer has closed it
        case ERROR_HANDLE_EOF: return 0;
        case ERROR_OPERATION_ABORTED: break; // by wake(), or in a console by Ctrl-C
        default: fail();
        }
    }
}

} // namespace files
