#pragma once

#include "histo_cl/abi.hpp"

#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <optional>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace histo_cl::detail {

/// Owns a file descriptor, or none (−1).
class Descriptor {
  public:
    explicit Descriptor(int value) noexcept : value_(value) {}
    Descriptor(Descriptor&& other) noexcept : value_(other.release()) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(value_, other.value_);
        return *this;
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        const int reason = errno; // keeps the error code of an earlier failure
        static_cast<void>(close());
        errno = reason;
    }

    explicit operator bool() const noexcept { return value_ >= 0; }
    [[nodiscard]] int get() const noexcept { return value_; }
    [[nodiscard]] int release() noexcept { return std::exchange(value_, -1); }

    /// Closes the file. Returns false if written data may be lost; the file is closed in any case.
    [[nodiscard]] bool close() noexcept { return value_ < 0 || ::close(release()) == 0; }

  private:
    int value_;
};

// Functions for open files. Calls are repeated if a signal interrupts them, and continued after a short read
// or write. Failed calls set errno, except a write of 0 bytes.

/// Opens a file like openat(); `folder` may be AT_FDCWD. Does not block on FIFOs, and does not make a
/// terminal the controlling terminal.
[[nodiscard]] Descriptor open_at(int folder, const char* name, int flags, mode_t mode = 0) noexcept;

struct OpenFile {
    Descriptor descriptor;
    struct stat status;

    [[nodiscard]] std::uint64_t size() const noexcept { return static_cast<std::uint64_t>(status.st_size); }
};

/// Opens a file of any kind for reading.
[[nodiscard]] std::optional<OpenFile> open_to_read(int folder, const char* name, int more_flags = 0) noexcept;

/// Reads a file to its end, but at most one byte more than its size when it was opened. That byte shows that
/// the file has grown.
[[nodiscard]] std::optional<std::string> read_all(const OpenFile& file);

[[nodiscard]] bool write_all(const Descriptor& file, std::string_view bytes) noexcept;

/// Waits until a file, or the entries of a folder, are on disk.
[[nodiscard]] bool sync(const Descriptor& file) noexcept;

} // namespace histo_cl::detail
