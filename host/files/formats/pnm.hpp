#pragma once

#include "files/formats/format.hpp"

namespace files {

/// Netpbm's binary PGM (P5) and PPM (P6), of 8 and 16 bits: their samples follow a header in text, so they
/// are read here. The samples are as in the file, whatever the largest value that it says.
[[nodiscard]] Format pnm_format();

} // namespace files
