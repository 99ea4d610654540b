#pragma once

#include "files/formats/format.hpp"

namespace files {

/// FITS, by CFITSIO: the first image of the file, or the one of the HDU of that number (1 is the primary
/// one). Its samples are what BZERO and BSCALE make of them. CHECKSUM and DATASUM are verified.
[[nodiscard]] Format fits_format();

} // namespace files
