#pragma once

#include "files/formats/format.hpp"

namespace files {

/// PNG of 8 and 16 bits, by libpng, rows at a time: rows, columns, and channels if there are several.
/// Palettes become colours, 1, 2 and 4 bits 8, and transparency an alpha channel. All checksums are verified.
[[nodiscard]] Format png_format();

} // namespace files
