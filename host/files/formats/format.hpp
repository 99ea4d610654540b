#pragma once

#include "files/array.hpp"
#include "files/byte_source.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace files {

class BlockSource : public ByteSource {
  public:
    [[nodiscard]] std::size_t read(std::span<std::byte> to, const Wake* wake) final;

  private:
    /// Writes the next block, which is not empty, to the empty `block`; returns false at the end. `wake`: see
    /// read().
    [[nodiscard]] virtual bool next_block(std::vector<std::byte>& block, const Wake* wake) = 0;

    std::vector<std::byte> block_;
    std::size_t used_ = 0; ///< number of bytes of the block that read() has returned
};

/// The rows of an image. The decoder reads whole rows of row_bytes() bytes, up to rows_at_once() rows at a
/// time.
template <class Decoder>
class RowSource : public BlockSource {
  public:
    RowSource(std::unique_ptr<Decoder> decoder, std::uint64_t rows)
        : decoder_(std::move(decoder)), rows_(rows) {}

  private:
    [[nodiscard]] bool next_block(std::vector<std::byte>& block, const Wake* /*wake*/) override {
        if (rows_ == 0) return false;
        const auto rows = std::min(rows_, decoder_->rows_at_once());
        block.resize(static_cast<std::size_t>(rows) * decoder_->row_bytes());
        rows_ -= rows;
        decoder_->read(block, rows_ == 0);
        return true;
    }

    std::unique_ptr<Decoder> decoder_;
    std::uint64_t rows_; ///< number of rows that have not been read
};

/// A file that a C library reads through a callback. Failures are kept until the library has returned.
class CallbackFile {
  public:
    /// The file must outlive this object.
    explicit CallbackFile(const SeekableFile& file) : file_(file) {}
    /// Fills `to` with the next bytes and returns their number, which is smaller only at the end or after a
    /// failure.
    [[nodiscard]] std::size_t read(std::span<std::byte> to) noexcept;
    void seek(std::uint64_t offset) noexcept { offset_ = offset; }
    [[nodiscard]] std::uint64_t offset() const noexcept { return offset_; }
    [[nodiscard]] std::uint64_t size() const { return file_.size(); }
    [[nodiscard]] bool has_failed() const noexcept { return bool(error_); }
    /// Throws std::system_error if read() has failed.
    void rethrow() const {
        if (error_) throw std::system_error(error_);
    }

  private:
    const SeekableFile& file_;
    std::uint64_t offset_ = 0;
    std::error_code error_ = {};
};

/// The beginning of a file, by which its format is recognized.
struct Start {
    std::span<const std::byte> bytes;       ///< the file's first bytes, up to 64 KiB
    std::optional<std::uint64_t> size = {}; ///< size of the whole file in bytes, if known
};

/// The samples of a file, in the array's byte order.
struct Decoded {
    Array array;
    std::unique_ptr<ByteSource> samples;
};

/// A kind of file, recognized by its content. Its reader throws UsageError, without the file's name, for
/// content that is damaged or that the library cannot count. A format has `unpack` or `decode`, or neither if
/// the program was built without the package.
struct Format {
    std::string_view name; ///< the format's name, as in "a PNG file"
    bool (*matches)(const Start& start);
    std::string_view package = {}; ///< the Debian package that the program must be built with; empty: none
    /// Compressed files only: returns the content, which is another file and is read in order.
    std::unique_ptr<ByteSource> (*unpack)(std::unique_ptr<ByteSource> packed) = nullptr;
    /// Files of samples only: reads the header and returns a source from which the samples can be read.
    /// `part`: the name of a part as in FILE:PART; empty: all parts, the only part, or for FITS the first
    /// image.
    Decoded (*decode)(SeekableFile file, std::string_view part) = nullptr;
    std::string_view part = {}; ///< what a part is called; empty: the format has no parts
    std::string_view hint = {}; ///< advice for files whose format no build reads; else empty
};

/// Throws UsageError if the program cannot read the format, or was built without the package.
void require_built(const Format& format);

/// The error message for a format whose package was missing in the build: "its format is PNG, which ...".
[[nodiscard]] std::string not_built(std::string_view format, std::string_view package);

/// Maximum number of bytes that a reader allocates at once because of a file's header: 1 GiB.
inline constexpr std::uint64_t max_at_once = std::uint64_t{1} << 30U;

/// Returns the bytes as text, for comparisons.
[[nodiscard]] std::string_view text_of(std::span<const std::byte> bytes);

/// Whether the bytes from `at` on begin with the magic number.
[[nodiscard]] inline bool has(const Start& start, std::size_t at, std::string_view magic) {
    return start.bytes.size() >= at && text_of(start.bytes.subspan(at)).starts_with(magic);
}

/// Throws UsageError: "its PNG data cannot be read: ...".
[[noreturn]] void fail_as_unreadable(std::string_view format, const std::string& reason);

/// Throws UsageError like fail_as_unreadable() if the samples need more than max_at_once. `unit`: such as
/// "image".
void require_fits_memory(std::string_view format, std::string_view unit, std::uint64_t bytes);

/// Throws UsageError if a file of `file_bytes` bytes declares 2^63 bytes of samples or more; or more than 64
/// MiB, and at least 65,536 bytes of samples per byte of the file. No supported compression reaches this
/// ratio, except for constant or omitted tiles and chunks.
void require_plausible(const Array& array, std::uint64_t file_bytes);

/// FITS, by CFITSIO: the first image of the file, or with FILE:HDU the image of that HDU, counted from 1 (the
/// primary HDU). Samples are scaled by BZERO and BSCALE. CHECKSUM and DATASUM are verified.
[[nodiscard]] Format fits_format();

/// HDF5, by its library: one dataset of integers or floats, named as FILE:/PATH unless it is the only one.
[[nodiscard]] Format hdf5_format();

/// JPEG of 8 bits, by libjpeg-turbo, some rows at a time. Pixels are grey, RGB, or CMYK as stored.
[[nodiscard]] Format jpeg_format();

/// NumPy's .npz, a ZIP file of .npy files, by libzip: the array FILE:NAME, or the only one that is not a
/// single number.
[[nodiscard]] Format npz_format();

/// PNG of 8 and 16 bits, by libpng, some rows at a time. The dimensions are rows, columns, and channels if
/// there are several. Palettes become colours, 1, 2 and 4 bits become 8, and transparency becomes an alpha
/// channel. All checksums are verified.
[[nodiscard]] Format png_format();

/// The extent of an image with interleaved channels.
struct ImageShape {
    std::uint64_t width;
    std::uint64_t height;
    std::uint32_t channels; ///< 1: grey, 2: grey and alpha, 3: red, green and blue, 4: with alpha
};

/// The bytes of a PNG file with 8 bits per sample, by libpng. Throws common::UsageError for sides beyond
/// 2^24, for 2^31 bytes or more, and in a build without libpng.
[[nodiscard]] std::string png_of(std::span<const std::byte> samples, const ImageShape& shape);

/// Netpbm's binary PGM (P5) and PPM (P6), of 8 and 16 bits: their samples follow a header in text, so no
/// library is needed. The samples are as in the file, regardless of the maximum value in the header.
[[nodiscard]] Format pnm_format();

// Images of 8 bits, by stb_image. The dimensions are rows, columns, and channels if there are several.
// Palettes become colours; animated GIFs give the first frame, as RGBA. These formats have no checksums.
[[nodiscard]] Format gif_format();
[[nodiscard]] Format bmp_format();
/// TGA has no magic number: it is recognized by plausible values in its header, and by the size of the file.
[[nodiscard]] Format tga_format();

/// TIFF and BigTIFF, by libtiff: integers of 8 to 64 bits and floats of 16 to 64, in strips or tiles, with
/// channels interleaved or in planes. All pages except reduced copies and masks are read one after another;
/// with FILE:PAGE, only the page of that number, counted from 1. Pages that are read together must have the
/// same type, channels, alpha and missing value. Palette indices are read as samples; JPEG's YCbCr becomes
/// RGB.
[[nodiscard]] Format tiff_format();

/// WAV, FLAC, AIFF and AU, by libsndfile: the stored integers or floats. The dimensions are frames, and
/// channels if there are several. Samples of 24 bits are read as i32, and samples of encodings such as A-law
/// as i16.
[[nodiscard]] std::span<const Format> sound_formats();

/// FASTA: the letters of all sequences, without the lines of names and the ends of lines.
[[nodiscard]] Format fasta_format();
/// FASTQ: the letters of all records of four lines, without the qualities.
[[nodiscard]] Format fastq_format();

/// Captures of packets, pcap and pcapng: the length of each packet as it was sent.
[[nodiscard]] Format pcap_format();

/// WebP, by libwebp: RGB or RGBA of 8 bits. Animations are refused.
[[nodiscard]] Format webp_format();

/// Formats that are recognized only so that they are not counted as bytes by mistake: archives, documents,
/// tables, sounds and films. In all_formats() they come after all formats that begin in the same way, except
/// that raw photographs come before TIFF.
[[nodiscard]] std::span<const Format> unread_formats();
/// Throws UsageError for a raw photograph, with the hint of its format.
[[noreturn]] void fail_as_raw_photograph();

/// Zstandard (RFC 8878), by libzstd; several frames form one stream.
[[nodiscard]] Format zstd_format();

/// Gzip (RFC 1952), by zlib; several members form one stream, and zeros may follow each member.
[[nodiscard]] Format gzip_format();

/// Returns the number of bytes that a block unpacks to. Throws UsageError like fail_as_unreadable() unless
/// the block begins with a complete gzip or zlib stream that unpacks to at most `max` bytes and has the
/// correct checksum. Returns `max` in builds without zlib.
std::uint64_t verify_deflate(std::string_view format, std::span<std::byte> packed,
                             std::uint64_t max = std::numeric_limits<std::uint64_t>::max());

/// The formats that are recognized, whether or not the program was built with their packages. .npy files are
/// not among them: their samples are read in place.
[[nodiscard]] std::span<const Format> all_formats();

/// The format of a file; null if it has none of them.
[[nodiscard]] const Format* format_of(const Start& start);

} // namespace files
