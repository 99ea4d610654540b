#pragma once

#include "files/formats/format.hpp"

namespace files {

/// TIFF and BigTIFF, by libtiff: integers of 8 to 64 bits and floats of 16 to 64, in strips or tiles,
/// channels interleaved or in planes. All pages are one array after another, without reduced copies and
/// masks; they must have one type and number of channels. Indices into a palette are samples as they are;
/// JPEG's YCbCr becomes RGB.
[[nodiscard]] Format tiff_format();

} // namespace files
