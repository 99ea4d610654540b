#pragma once

#include "files/formats/format.hpp"

namespace files {

// Images that stb_image decodes, of 8 bits: rows, columns, and channels if there are several. Palettes become
// colours; of an animated GIF it is the first frame, as RGBA. These formats have no checksums.
[[nodiscard]] Format gif_format();
[[nodiscard]] Format bmp_format();
/// Has no magic number: recognized by a header that makes sense in each of its fields.
[[nodiscard]] Format tga_format();

} // namespace files
