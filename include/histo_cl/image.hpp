#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/export.h"
#include "histo_cl/sample.hpp"

#include <cstdint>
#include <string_view>

namespace histo_cl::inline HISTO_CL_ABI {

/// The kind of an image, with its name in OpenCL C. image2d_depth and image2d_array_depth are for images with
/// the channel order CL_DEPTH, and need a device with cl_khr_depth_images.
enum class ImageKind : std::uint8_t {
    image1d,
    image1d_buffer, ///< a row of pixels in a buffer (CL_MEM_OBJECT_IMAGE1D_BUFFER)
    image1d_array,  ///< a layout in rows; its layers are the rows
    image2d,
    image2d_array,
    image3d,
    image2d_depth,
    image2d_array_depth,
};

/// The channel data type of an image. The names are OpenCL's in lower case, except float32, which is
/// CL_FLOAT.
enum class ChannelType : std::uint8_t {
    unorm_int8,
    unorm_int16,
    snorm_int8,
    snorm_int16,
    unorm_short_565,
    unorm_short_555,
    unorm_int_101010,
    signed_int8,
    signed_int16,
    signed_int32,
    unsigned_int8,
    unsigned_int16,
    unsigned_int32,
    half_float,
    float32,
};

/// @{
/// The name of a value, e.g. "image2d".
[[nodiscard]] HISTO_CL_API std::string_view name(ImageKind kind) noexcept;
[[nodiscard]] HISTO_CL_API std::string_view name(ChannelType type) noexcept;
/// @}

/// The properties of an image whose channels are counted. A plan is compiled for these properties. The
/// channel order of the image may vary from job to job. Channel 0 is R, 1 is G, 2 is B and 3 is A, regardless
/// of their order in memory; intensity, luminance and depth are channel 0.
struct ImageLayout {
    ImageKind kind = ImageKind::image2d;        ///< the kind of image
    ChannelType type = ChannelType::unorm_int8; ///< the type of its channels

    friend bool operator==(const ImageLayout&, const ImageLayout&) = default;
};

/// The type of the samples that an image stores. For integer and normalized types these are the stored
/// integers, in the narrowest type that holds them: e.g. u8 for unorm_int8 and for the fields of
/// unorm_short_565, u16 for the fields of unorm_int_101010. f16 for half_float, f32 for float32.
[[nodiscard]] HISTO_CL_API SampleType stored_sample(ChannelType type) noexcept;

/// Whether read_imagef() supports the type. Such channels can also be counted as f32.
[[nodiscard]] HISTO_CL_API bool reads_as_float(ChannelType type) noexcept;

} // namespace histo_cl::inline HISTO_CL_ABI
