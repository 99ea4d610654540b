#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace files {

/// The extent of an image whose channels lie side by side.
struct ImageShape {
    std::uint64_t width;
    std::uint64_t height;
    std::uint32_t channels; ///< 1: grey, 2: grey and alpha, 3: red, green, blue, 4: with alpha
};

/// The bytes of a PNG file with 8 bits a sample, by libpng. Throws common::UsageError for sides
/// beyond 2^24 or more than 2^31 bytes, and in a build without libpng.
[[nodiscard]] std::string png_of(std::span<const std::byte> samples, const ImageShape& shape);

} // namespace files
