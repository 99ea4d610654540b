#include "files/formats/formats.hpp"

#include <algorithm>
#include <array>

namespace files {

std::span<const Format> all_formats() {
    // The last one has no magic number.
    static const std::array formats{gzip_format(), zstd_format(), png_format(),  jpeg_format(),
                                    gif_format(),  bmp_format(),  pnm_format(),  tiff_format(),
                                    npz_format(),  hdf5_format(), fits_format(), tga_format()};
    return formats;
}

const Format* format_of(const Start& start) {
    const auto formats = all_formats();
    const auto found =
        std::ranges::find_if(formats, [&](const Format& format) { return format.matches(start); });
    return found != formats.end() ? &*found : nullptr;
}

} // namespace files
