#pragma once

#include "histo_cl/image.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

// Properties of image kinds and channel types, in the order of the enumerations.

namespace histo_cl::detail {

struct ImageKindTraits {
    bool rows;   ///< the layout is in rows; otherwise flat
    bool slices; ///< regions use `z` and `depth`
    bool depth;  ///< a depth image: one channel, which read_imagef() returns as a scalar
};

inline constexpr std::array<ImageKindTraits, 8> image_kinds{{
    {.rows = false, .slices = false, .depth = false}, // image1d
    {.rows = false, .slices = false, .depth = false}, // image1d_buffer
    {.rows = true, .slices = false, .depth = false},  // image1d_array
    {.rows = true, .slices = false, .depth = false},  // image2d
    {.rows = true, .slices = true, .depth = false},   // image2d_array
    {.rows = true, .slices = true, .depth = false},   // image3d
    {.rows = true, .slices = false, .depth = true},   // image2d_depth
    {.rows = true, .slices = true, .depth = true},    // image2d_array_depth
}};

[[nodiscard]] constexpr const ImageKindTraits& traits_of(ImageKind kind) {
    return image_kinds.at(static_cast<std::size_t>(kind));
}

struct ChannelTypeTraits {
    SampleType stored;
    bool floats; ///< read_imagef() can read the channels
    /// Normalized types: the stored integers of R, G and B that read_imagef() returns as 1. (For a snorm
    /// type, it returns -1 for the lowest integer and for the second-lowest.) Other types: 0.
    std::array<std::uint32_t, 3> one = {};
    std::uint32_t one_of_alpha = 0;
};

/// The row of a normalized type whose channels all have the same number of bits.
[[nodiscard]] constexpr ChannelTypeTraits normalized(SampleType stored, std::uint32_t one) {
    return {.stored = stored, .floats = true, .one = {one, one, one}, .one_of_alpha = one};
}

inline constexpr std::array<ChannelTypeTraits, 15> channel_types{{
    normalized(SampleType::u8, 255),                                                    // unorm_int8
    normalized(SampleType::u16, 65535),                                                 // unorm_int16
    normalized(SampleType::i8, 127),                                                    // snorm_int8
    normalized(SampleType::i16, 32767),                                                 // snorm_int16
    {.stored = SampleType::u8, .floats = true, .one = {31, 63, 31}, .one_of_alpha = 1}, // unorm_short_565
    {.stored = SampleType::u8, .floats = true, .one = {31, 31, 31}, .one_of_alpha = 1}, // unorm_short_555
    {.stored = SampleType::u16, .floats = true, .one = {1023, 1023, 1023}, .one_of_alpha = 1}, // …_101010
    {.stored = SampleType::i8, .floats = false},                                               // signed_int8
    {.stored = SampleType::i16, .floats = false},                                              // signed_int16
    {.stored = SampleType::i32, .floats = false},                                              // signed_int32
    {.stored = SampleType::u8, .floats = false},  // unsigned_int8
    {.stored = SampleType::u16, .floats = false}, // unsigned_int16
    {.stored = SampleType::u32, .floats = false}, // unsigned_int32
    {.stored = SampleType::f16, .floats = true},  // half_float
    {.stored = SampleType::f32, .floats = true},  // float32
}};

[[nodiscard]] constexpr const ChannelTypeTraits& traits_of(ChannelType type) {
    return channel_types.at(static_cast<std::size_t>(type));
}

} // namespace histo_cl::detail
