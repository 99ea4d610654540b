#pragma once

#include "files/system.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace files {

class Wake;

/// Bytes that are read in order: the content of a file, or the output of a decoder.
class ByteSource {
  public:
    ByteSource() = default;
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;
    virtual ~ByteSource() = default;

    /// Fills `to`, and returns the number of bytes read. It is less than the size of `to` only at the end, or
    /// if wake->wake() was called. If it was called before any bytes were read, throws Interrupted instead of
    /// waiting for input. `wake` may be null. Throws UsageError without the file's name, and
    /// std::system_error.
    [[nodiscard]] virtual std::size_t read(std::span<std::byte> to, const Wake* wake) = 0;

    /// Makes read() return the stored values of samples that the format marks as missing. Call it before
    /// read().
    virtual void ignore_markers() {}
};

/// Reads an open file from its current position. The descriptor must outlive the source.
[[nodiscard]] std::unique_ptr<ByteSource> stream_source(int file);

/// Reads a file from an offset on, regardless of its current position. The descriptor must outlive the
/// source.
[[nodiscard]] std::unique_ptr<ByteSource> range_source(int file, std::uint64_t offset);

/// A source of `start` followed by `rest`. `rest` may be null if nothing follows.
[[nodiscard]] std::unique_ptr<ByteSource> joined_source(std::vector<std::byte> start,
                                                        std::unique_ptr<ByteSource> rest);

/// A regular file, for libraries that read at any offset.
class SeekableFile {
  public:
    /// Duplicates the descriptor. Offsets count from the start of the file. Throws std::system_error.
    explicit SeekableFile(int file);
    /// Copies the source to a temporary file, which no other process sees. Throws std::system_error, and
    /// UsageError for more than 16 GiB.
    explicit SeekableFile(ByteSource& source);

    [[nodiscard]] std::uint64_t size() const { return size_; }
    [[nodiscard]] int descriptor() const { return file_.get(); }
    /// A name for libraries that open files themselves, valid as long as this object lives.
    [[nodiscard]] std::string path() const;
    /// See RangeReader::read().
    [[nodiscard]] std::size_t read(std::uint64_t offset, std::span<std::byte> to) const;

  private:
    Descriptor file_;
    std::uint64_t size_;
};

} // namespace files
