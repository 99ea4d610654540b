#pragma once

#include "files/array.hpp"
#include "files/byte_source.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace files {

/// A source that decodes a block at a time.
class BlockSource : public ByteSource {
  public:
    [[nodiscard]] std::size_t read(std::span<std::byte> to, const Wake* wake) final;

  private:
    /// Fills `block`, which is empty, with the next one, which is not; returns false at the end. `wake` is as
    /// for read().
    [[nodiscard]] virtual bool next_block(std::vector<std::byte>& block, const Wake* wake) = 0;

    std::vector<std::byte> block_;
    std::size_t used_ = 0; ///< of the block
};

/// What a format is recognized by.
struct Start {
    std::span<const std::byte> bytes;       ///< the first ones, up to 64 KiB
    std::optional<std::uint64_t> size = {}; ///< of the whole file, if known
};

/// The samples of a file, in the array's byte order.
struct Decoded {
    Array array;
    std::unique_ptr<ByteSource> samples;
};

/// A kind of file, recognized by its content. Its reader throws UsageError, without the file's name, for
/// content that is damaged or that the library cannot count; it has `unpack`, `decode`, or nothing where the
/// program was built without the package.
struct Format {
    std::string_view name; ///< as in "a PNG file"
    bool (*matches)(const Start& start);
    std::string_view package; ///< Debian's, which the program must be built with
    /// Compressed bytes, whose content is another file: read in order.
    std::unique_ptr<ByteSource> (*unpack)(std::unique_ptr<ByteSource> packed) = nullptr;
    /// Samples. The header is read now, the samples when the source is. A `part` is named as in FILE:PART;
    /// empty: all of them, or the only one.
    Decoded (*decode)(SeekableFile file, std::string_view part) = nullptr;
    std::string_view part = {}; ///< what a part is called; empty: there are none
};

/// Throws UsageError if the program was built without the package.
void require_built(const Format& format);

/// What is said of a file then: "its format is PNG, which ...".
[[nodiscard]] std::string not_built(std::string_view format, std::string_view package);

/// The most bytes that a reader allocates at once for what a file's header says: 1 GiB.
inline constexpr std::uint64_t max_at_once = std::uint64_t{1} << 30U;

/// The content as text, for comparisons.
[[nodiscard]] std::string_view text_of(std::span<const std::byte> bytes);

/// Throws UsageError: "its PNG data cannot be read: ...".
[[noreturn]] void fail_as_unreadable(std::string_view format, const std::string& reason);

/// Throws UsageError, as fail_as_unreadable(), if the samples need more than max_at_once. `unit`: "image".
void require_fits_memory(std::string_view format, std::string_view unit, std::uint64_t bytes);

/// Throws UsageError if a file of that size claims samples of more than 64 MiB and of more than 65,536
/// times its size. No compression that is read makes more of a byte, but that of tiles and chunks
/// that have one value, or are left out.
void require_plausible(const Array& array, std::uint64_t file_bytes);

} // namespace files
