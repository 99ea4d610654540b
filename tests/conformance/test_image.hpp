#pragma once

#include "support/device.hpp"
#include "support/random.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

// Images on the device under test, and their content.

namespace histo_cl::test {

/// An OpenCL image format in the library's terms, and the layout of its pixels.
struct ImageFormat {
    cl_channel_order order = CL_RGBA;
    ChannelType type = ChannelType::unsigned_int8;
    std::size_t pixel_bytes = 4;
    /// The position in memory of each of channels 0 to 3, or -1 if the order does not have the channel.
    std::array<int, 4> places{0, 1, 2, 3};

    [[nodiscard]] std::vector<std::uint32_t> channels() const;
};

/// The formats of this kind of image that the device has and does not misread, and that the library counts.
std::vector<ImageFormat> image_formats(ImageKind kind);

/// The device's format of this channel type with the smallest pixels that have channels 0 to `channels` - 1.
/// Empty if the device has none.
std::optional<ImageFormat> image_format(ImageKind kind, ChannelType type, std::uint32_t channels);

/// An image and its pixels. Dimensions that the kind does not have are 1. The layers of an image1d_array are
/// its height, the layers of an image2d_array its depth.
class TestImage {
  public:
    TestImage(ImageKind kind, ImageFormat format, std::array<std::size_t, 3> size,
              std::vector<std::byte> pixels);

    [[nodiscard]] cl_mem get() const { return memory_(); }

    /// The bits of the stored sample of a channel. The lowest integer of a signed normalized type is returned
    /// as the one above it, because both read as -1.
    [[nodiscard]] std::uint64_t stored(std::size_t x, std::size_t y, std::size_t z,
                                       std::uint32_t channel) const;
    /// The float nearest to the exact value. What read_imagef() returns may be 1.5 ulp off.
    [[nodiscard]] float read(std::size_t x, std::size_t y, std::size_t z, std::uint32_t channel) const;

  private:
    ImageFormat format_;
    std::array<std::size_t, 3> size_;
    std::vector<std::byte> pixels_;
    cl::Buffer buffer_;
    cl::Memory memory_;
};

/// Random pixels. 32-bit floats are between -2.5 and 2.5, or special values.
std::vector<std::byte> random_pixels(const ImageFormat& format, std::size_t count, Random& random);

} // namespace histo_cl::test
