#include "files/write_png.hpp"

#include "common/errors.hpp"

#ifdef HISTO_CL_HAS_PNG
#include <array>
#include <png.h>
#endif

namespace files {

using common::UsageError;

#ifdef HISTO_CL_HAS_PNG

std::string png_of(std::span<const std::byte> samples, const ImageShape& shape) {
    constexpr std::array<png_uint_32, 4> formats{PNG_FORMAT_GRAY, PNG_FORMAT_GA, PNG_FORMAT_RGB,
                                                 PNG_FORMAT_RGBA};
    constexpr std::uint64_t longest = 1U << 24U;
    constexpr std::uint64_t max = 1U << 31U; // libpng counts bytes in 32 bits
    const bool fits = shape.width <= longest && shape.height <= longest &&
                      (shape.width * shape.channels + 1) * shape.height < max;
    if (!fits)
        throw UsageError(
            "an image of " + std::to_string(shape.width) + " x " + std::to_string(shape.height) + " x " +
            std::to_string(shape.channels) +
            " is too large for PNG here: it takes fewer than 2^31 bytes, in sides of up to 2^24");
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(shape.width);
    image.height = static_cast<png_uint_32>(shape.height);
    image.format = formats.at(shape.channels - 1);
    png_alloc_size_t bytes = PNG_IMAGE_PNG_SIZE_MAX(image);
    std::string png(bytes, '\0');
    if (::png_image_write_to_memory(&image, png.data(), &bytes, 0, samples.data(), 0, nullptr) == 0)
        throw UsageError("the PNG image cannot be encoded: " + std::string(image.message));
    png.resize(bytes);
    return png;
}

#else

std::string png_of(std::span<const std::byte> /*samples*/, const ImageShape& /*shape*/) {
    throw UsageError("this program was built without what writes PNG files (Debian package libpng-dev)");
}

#endif

} // namespace files
