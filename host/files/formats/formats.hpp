#pragma once

#include "files/formats/format.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

namespace files {

/// FITS, by CFITSIO: the first image of the file, or the one of the HDU of that number (1 is the primary
/// one). Its samples are what BZERO and BSCALE make of them. CHECKSUM and DATASUM are verified.
[[nodiscard]] Format fits_format();

/// HDF5, by its library: one dataset of integers or floats, named as FILE:/PATH unless it is the only one.
[[nodiscard]] Format hdf5_format();

/// JPEG of 8 bits, by libjpeg-turbo, rows at a time: grey, RGB, or CMYK as it is stored.
[[nodiscard]] Format jpeg_format();

/// NumPy's .npz, a ZIP file of .npy files, by libzip. Its arrays are read one after another, and so must have
/// one type and byte order.
[[nodiscard]] Format npz_format();

/// PNG of 8 and 16 bits, by libpng, rows at a time: rows, columns, and channels if there are several.
/// Palettes become colours, 1, 2 and 4 bits 8, and transparency an alpha channel. All checksums are verified.
[[nodiscard]] Format png_format();

/// Netpbm's binary PGM (P5) and PPM (P6), of 8 and 16 bits: their samples follow a header in text, so they
/// are read here. The samples are as in the file, whatever the largest value that it says.
[[nodiscard]] Format pnm_format();

// Images that stb_image decodes, of 8 bits: rows, columns, and channels if there are several. Palettes become
// colours; of an animated GIF it is the first frame, as RGBA. These formats have no checksums.
[[nodiscard]] Format gif_format();
[[nodiscard]] Format bmp_format();
/// Has no magic number: recognized by a header that makes sense in each of its fields.
[[nodiscard]] Format tga_format();

/// TIFF and BigTIFF, by libtiff: integers of 8 to 64 bits and floats of 16 to 64, in strips or tiles,
/// channels interleaved or in planes. All pages are one array after another, without reduced copies and
/// masks; they must have one type and number of channels. Indices into a palette are samples as they are;
/// JPEG's YCbCr becomes RGB.
[[nodiscard]] Format tiff_format();

/// RFC 8878, by libzstd; several frames make one stream.
[[nodiscard]] Format zstd_format();

/// RFC 1952, by zlib; several members make one stream, and zeros may follow the last.
[[nodiscard]] Format gzip_format();

/// Throws UsageError, as fail_as_unreadable() of that format, unless a block of its file begins with a whole
/// stream of gzip or zlib, which unpacks to no more than `max` bytes and has their checksum. Without zlib it
/// checks nothing.
void verify_deflate(std::string_view format, std::span<std::byte> packed,
                    std::uint64_t max = std::numeric_limits<std::uint64_t>::max());

/// The formats that are recognized, whether or not the program was built with their packages. A .npy file is
/// none of them: its samples are read where they lie.
[[nodiscard]] std::span<const Format> all_formats();

/// Null: none of them.
[[nodiscard]] const Format* format_of(const Start& start);

} // namespace files
