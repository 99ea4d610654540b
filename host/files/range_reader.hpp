#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace files {

/// Reads ranges of files that can be read at any offset. Each thread needs its own reader.
class RangeReader {
  public:
    RangeReader() = default;
    RangeReader(const RangeReader&) = delete;
    RangeReader& operator=(const RangeReader&) = delete;
    virtual ~RangeReader() = default;

    /// Fills `to` with the bytes from `offset` on, and returns their number, which is less than the size of
    /// `to` only at the end of the file. Throws std::system_error. Nothing writes to `to` after it has
    /// returned or thrown.
    [[nodiscard]] virtual std::size_t read(int file, std::uint64_t offset, std::span<std::byte> to) = 0;
};

/// Returns a reader that makes one system call after another.
[[nodiscard]] std::unique_ptr<RangeReader> pread_reader();

/// Returns a reader that keeps several blocks of a range in flight, by Linux's io_uring. Null if the program
/// was built without liburing or the kernel does not allow io_uring, as in many containers.
[[nodiscard]] std::unique_ptr<RangeReader> uring_reader();

/// uring_reader() where it is available, else pread_reader().
[[nodiscard]] std::unique_ptr<RangeReader> range_reader();

} // namespace files
