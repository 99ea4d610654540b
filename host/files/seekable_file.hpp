#pragma once

#include "files/byte_source.hpp"
#include "files/descriptor.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace files {

/// A regular file for libraries that read at any offset.
class SeekableFile {
  public:
    /// Opens what the descriptor has open once more, from its start. Throws std::system_error.
    explicit SeekableFile(int file);
    /// What the source gives, in a temporary file that no other process sees. Throws std::system_error, and
    /// UsageError for more than 16 GiB.
    explicit SeekableFile(ByteSource& source);

    [[nodiscard]] std::uint64_t size() const { return size_; }
    [[nodiscard]] int descriptor() const { return file_.get(); }
    /// For libraries that open files themselves, as long as this object lives.
    [[nodiscard]] std::string path() const;
    /// It has no name but path() then.
    [[nodiscard]] bool is_temporary() const { return is_temporary_; }
    /// As RangeReader::read().
    [[nodiscard]] std::size_t read(std::uint64_t offset, std::span<std::byte> to) const;

  private:
    Descriptor file_;
    std::uint64_t size_;
    bool is_temporary_;
};

} // namespace files
