#pragma once

#include "support/device.hpp"
#include "support/random.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

// Images on the device under test, and what is in them.

namespace histo_cl::test {

/// A format of OpenCL in the library's terms, and how its pixels lie in memory.
struct ImageFormat {
    cl_channel_order order = CL_RGBA;
    ChannelType type = ChannelType::unsigned_int8;
    std::size_t pixel_bytes = 4;
    /// The place in memory of each of channels 0 to 3; -1: the order does not have it.
    std::array<int, 4> places{0, 1, 2, 3};

    [[nodiscard]] std::vector<std::uint32_t> channels() const;
};

/// The device's formats for images of the kind, of the orders and types that the library counts.
std::vector<ImageFormat> image_formats(ImageKind kind);

/// A format of that channel type with the fewest channels that the device has, but at least so many.
std::optional<ImageFormat> image_format(ImageKind kind, ChannelType type, std::uint32_t channels);

/// An image and its pixels. Dimensions that the kind does not have are 1; the layers of an image1d_array are
/// its height, those of 2-D images the depth.
class TestImage {
  public:
    TestImage(ImageKind kind, ImageFormat format, std::array<std::size_t, 3> size,
              std::vector<std::byte> pixels);

    [[nodiscard]] cl_mem get() const { return memory_(); }

    /// The bits of the stored sample of a channel.
    [[nodiscard]] std::uint64_t stored(std::size_t x, std::size_t y, std::size_t z,
                                       std::uint32_t channel) const;
    /// The float nearest to what read_imagef() has to return, which may be 1.5 ulp off.
    [[nodiscard]] float read(std::size_t x, std::size_t y, std::size_t z, std::uint32_t channel) const;

  private:
    ImageFormat format_;
    std::array<std::size_t, 3> size_;
    std::vector<std::byte> pixels_;
    cl::Buffer buffer_;
    cl::Memory memory_;
};

/// Any pixels; floats are near 0, some of them special, none so small that a device may take it for 0.
std::vector<std::byte> random_pixels(const ImageFormat& format, std::size_t count, Random& random);

} // namespace histo_cl::test
