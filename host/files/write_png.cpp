#include "files/write_png.hpp"

#include "common/usage_error.hpp"

#ifdef HISTO_CL_HAS_STB
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include <stb_image_write.h>
#pragma GCC diagnostic pop
#endif

namespace files {

using common::UsageError;

#ifdef HISTO_CL_HAS_STB

std::string png_of(std::span<const std::byte> samples, const ImageShape& shape) {
    constexpr std::uint64_t longest = 1U << 24U;
    constexpr std::uint64_t most = 1U << 31U; // stb counts bytes in int
    const bool fits = shape.width <= longest && shape.height <= longest &&
                      (shape.width * shape.channels + 1) * shape.height < most;
    if (!fits)
        throw UsageError(
            "an image of " + std::to_string(shape.width) + " x " + std::to_string(shape.height) + " x " +
            std::to_string(shape.channels) +
            " is too large for PNG here: it takes fewer than 2^31 bytes, in sides of up to 2^24");
    std::string bytes;
    const auto append = [](void* to, void* data, int size) {
        static_cast<std::string*>(to)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
    };
    const auto row = static_cast<int>(shape.width * shape.channels);
    const int written =
        stbi_write_png_to_func(append, &bytes, static_cast<int>(shape.width), static_cast<int>(shape.height),
                               static_cast<int>(shape.channels), samples.data(), row);
    if (written == 0) throw UsageError("the PNG image cannot be encoded: there is too little memory");
    return bytes;
}

#else

std::string png_of(std::span<const std::byte> /*samples*/, const ImageShape& /*shape*/) {
    throw UsageError("this program was built without what writes PNG files (Debian package libstb-dev)");
}

#endif

} // namespace files
