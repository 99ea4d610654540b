#pragma once

#include "files/formats/format.hpp"

namespace files {

/// JPEG of 8 bits, by libjpeg-turbo, rows at a time: grey, RGB, or CMYK as it is stored.
[[nodiscard]] Format jpeg_format();

} // namespace files
