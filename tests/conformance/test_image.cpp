#include "test_image.hpp"

#include "guarded_counts.hpp"
#include "sample_bits.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <span>

namespace histo_cl::test {
namespace {

constexpr cl_channel_order depth_order = 0x10BD; // CL_DEPTH

cl_mem_object_type object_type(ImageKind kind) {
    switch (kind) {
    case ImageKind::image1d: return CL_MEM_OBJECT_IMAGE1D;
    case ImageKind::image1d_buffer: return CL_MEM_OBJECT_IMAGE1D_BUFFER;
    case ImageKind::image1d_array: return CL_MEM_OBJECT_IMAGE1D_ARRAY;
    case ImageKind::image2d:
    case ImageKind::image2d_depth: return CL_MEM_OBJECT_IMAGE2D;
    case ImageKind::image2d_array:
    case ImageKind::image2d_array_depth: return CL_MEM_OBJECT_IMAGE2D_ARRAY;
    case ImageKind::image3d: return CL_MEM_OBJECT_IMAGE3D;
    }
    return 0;
}

/// The positions of channels R, G, B, A in memory, and the number of stored channels, padding included.
struct OrderInMemory {
    std::array<int, 4> places;
    std::size_t channels;
};

const std::map<cl_channel_order, OrderInMemory>& orders() {
    static const std::map<cl_channel_order, OrderInMemory> all{
        {CL_R, {{0, -1, -1, -1}, 1}},         {CL_Rx, {{0, -1, -1, -1}, 2}},
        {CL_A, {{-1, -1, -1, 0}, 1}},         {CL_RG, {{0, 1, -1, -1}, 2}},
        {CL_RGx, {{0, 1, -1, -1}, 3}},        {CL_RA, {{0, -1, -1, 1}, 2}},
        {CL_RGB, {{0, 1, 2, -1}, 3}},         {CL_RGBx, {{0, 1, 2, -1}, 4}},
        {CL_RGBA, {{0, 1, 2, 3}, 4}},         {CL_BGRA, {{2, 1, 0, 3}, 4}},
        {CL_ARGB, {{1, 2, 3, 0}, 4}},         {CL_INTENSITY, {{0, -1, -1, -1}, 1}},
        {CL_LUMINANCE, {{0, -1, -1, -1}, 1}}, {depth_order, {{0, -1, -1, -1}, 1}},
    };
    return all;
}

constexpr std::array<std::pair<cl_channel_type, ChannelType>, 15> types{{
    {CL_UNORM_INT8, ChannelType::unorm_int8},
    {CL_UNORM_INT16, ChannelType::unorm_int16},
    {CL_SNORM_INT8, ChannelType::snorm_int8},
    {CL_SNORM_INT16, ChannelType::snorm_int16},
    {CL_UNORM_SHORT_565, ChannelType::unorm_short_565},
    {CL_UNORM_SHORT_555, ChannelType::unorm_short_555},
    {CL_UNORM_INT_101010, ChannelType::unorm_int_101010},
    {CL_SIGNED_INT8, ChannelType::signed_int8},
    {CL_SIGNED_INT16, ChannelType::signed_int16},
    {CL_SIGNED_INT32, ChannelType::signed_int32},
    {CL_UNSIGNED_INT8, ChannelType::unsigned_int8},
    {CL_UNSIGNED_INT16, ChannelType::unsigned_int16},
    {CL_UNSIGNED_INT32, ChannelType::unsigned_int32},
    {CL_HALF_FLOAT, ChannelType::half_float},
    {CL_FLOAT, ChannelType::float32},
}};

cl_channel_type cl_type(ChannelType type) {
    return std::ranges::find(types, type, [](const auto& row) { return row.second; })->first;
}

/// The fields R, G and B of a pixel that is one integer: the lowest bit of each, and its number of bits.
struct Fields {
    std::array<unsigned, 3> lowest;
    std::array<unsigned, 3> bits;
};

std::optional<Fields> fields(ChannelType type) {
    switch (type) {
    case ChannelType::unorm_short_565: return Fields{{11, 5, 0}, {5, 6, 5}};
    case ChannelType::unorm_short_555: return Fields{{10, 5, 0}, {5, 5, 5}};
    case ChannelType::unorm_int_101010: return Fields{{20, 10, 0}, {10, 10, 10}};
    default: return std::nullopt;
    }
}

std::optional<ImageFormat> format_of(const cl_image_format& given) {
    const auto order = orders().find(given.image_channel_order);
    const auto* const type =
        std::ranges::find(types, given.image_channel_data_type, [](const auto& row) { return row.first; });
    if (order == orders().end() || type == types.end()) return std::nullopt;
    const auto packed = fields(type->second);
    const auto size = packed ? (type->second == ChannelType::unorm_int_101010 ? 4 : 2)
                             : order->second.channels * bytes(stored_sample(type->second));
    return ImageFormat{order->first, type->second, size, order->second.places};
}

/// Whether the device misreads images of this format. tests/api checks that they are rejected.
bool is_misread(const ImageFormat& format) {
    return test_device().profile().misreads_single_halves && format.type == ChannelType::half_float &&
           format.channels().size() == 1;
}

/// The value that read_imagef() returns for a stored integer of a normalized type.
float normalized(std::int64_t stored, std::int64_t one) {
    return std::max(-1.0F, static_cast<float>(static_cast<double>(stored) / static_cast<double>(one)));
}

} // namespace

std::vector<std::uint32_t> ImageFormat::channels() const {
    std::vector<std::uint32_t> all;
    for (std::uint32_t channel = 0; channel < 4; ++channel)
        if (places[channel] >= 0) all.push_back(channel);
    return all;
}

std::vector<ImageFormat> image_formats(ImageKind kind) {
    const bool depth = kind == ImageKind::image2d_depth || kind == ImageKind::image2d_array_depth;
    if (depth && !test_device().profile().depth_images) return {};
    std::vector<cl::ImageFormat> given;
    test_device().context().getSupportedImageFormats(CL_MEM_READ_ONLY, object_type(kind), &given);
    std::vector<ImageFormat> formats;
    for (const auto& one : given)
        if (const auto format = format_of(one);
            format && (format->order == depth_order) == depth && !is_misread(*format))
            formats.push_back(*format);
    return formats;
}

std::optional<ImageFormat> image_format(ImageKind kind, ChannelType type, std::uint32_t channels) {
    std::optional<ImageFormat> best;
    for (const auto& format : image_formats(kind)) {
        const bool first_ones = std::ranges::all_of(std::span(format.places).first(channels),
                                                    [](int place) { return place >= 0; });
        if (format.type == type && first_ones && (!best || format.pixel_bytes < best->pixel_bytes))
            best = format;
    }
    return best;
}

TestImage::TestImage(ImageKind kind, ImageFormat format, std::array<std::size_t, 3> size,
                     std::vector<std::byte> pixels)
    : format_(format), size_(size), pixels_(std::move(pixels)) {
    const auto& device = test_device();
    cl_image_desc extent{};
    extent.image_type = object_type(kind);
    extent.image_width = size[0];
    extent.image_height = kind == ImageKind::image1d_array ? 1 : size[1];
    extent.image_depth = kind == ImageKind::image3d ? size[2] : 1;
    extent.image_array_size = kind == ImageKind::image1d_array ? size[1] : size[2];
    cl_mem_flags flags = CL_MEM_READ_ONLY;
    if (kind == ImageKind::image1d_buffer) {
        buffer_ = device.make_buffer(pixels_, CL_MEM_READ_ONLY);
        extent.buffer = buffer_();
    } else {
        flags |= CL_MEM_COPY_HOST_PTR;
    }
    const cl_image_format cl_format{format.order, cl_type(format.type)};
    cl_int code = CL_SUCCESS;
    memory_ = cl::Memory(clCreateImage(device.context()(), flags, &cl_format, &extent,
                                       extent.buffer != nullptr ? nullptr : pixels_.data(), &code),
                         false);
    if (code != CL_SUCCESS) throw Error(Status::opencl_error, "clCreateImage failed", code);
    keep_until_exit(buffer_);
    keep_until_exit(memory_);
}

std::uint64_t TestImage::stored(std::size_t x, std::size_t y, std::size_t z, std::uint32_t channel) const {
    const auto pixel = ((z * size_[1] + y) * size_[0] + x) * format_.pixel_bytes;
    if (const auto packed = fields(format_.type)) {
        const auto word = format_.pixel_bytes == 2 ? SampleType::u16 : SampleType::u32;
        const auto whole = bits_at(std::span(pixels_).subspan(pixel), word);
        return whole >> packed->lowest.at(channel) & ((1U << packed->bits.at(channel)) - 1U);
    }
    const auto type = stored_sample(format_.type);
    const auto place = pixel + static_cast<std::size_t>(format_.places[channel]) * bytes(type);
    const auto bits = bits_at(std::span(pixels_).subspan(place), type);
    // The lowest integer of a signed normalized type reads as -1, like the one above it.
    if (format_.type == ChannelType::snorm_int8 && bits == 0x80) return 0x81;
    if (format_.type == ChannelType::snorm_int16 && bits == 0x8000) return 0x8001;
    return bits;
}

float TestImage::read(std::size_t x, std::size_t y, std::size_t z, std::uint32_t channel) const {
    const auto bits = stored(x, y, z, channel);
    switch (format_.type) {
    case ChannelType::snorm_int8: return normalized(static_cast<std::int8_t>(bits), 127);
    case ChannelType::snorm_int16: return normalized(static_cast<std::int16_t>(bits), 32767);
    case ChannelType::half_float: return to_float(Half{static_cast<std::uint16_t>(bits)});
    case ChannelType::float32: return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    default: break;
    }
    if (const auto packed = fields(format_.type))
        return normalized(static_cast<std::int64_t>(bits), (1 << packed->bits.at(channel)) - 1);
    return normalized(static_cast<std::int64_t>(bits), format_.type == ChannelType::unorm_int8 ? 255 : 65535);
}

std::vector<std::byte> random_pixels(const ImageFormat& format, std::size_t count, Random& random) {
    if (format.type != ChannelType::float32) return random.bytes(count * format.pixel_bytes);
    std::vector<std::byte> pixels(count * format.pixel_bytes);
    constexpr std::array special{0.0F,
                                 -0.0F,
                                 1.0F,
                                 -2.0F,
                                 2.0F,
                                 std::numeric_limits<float>::infinity(),
                                 -std::numeric_limits<float>::infinity(),
                                 std::numeric_limits<float>::quiet_NaN()};
    for (std::size_t at = 0; at < pixels.size(); at += sizeof(float)) {
        const auto value =
            random.one_in(8) ? random.pick(special) : static_cast<float>(random.real(-2.5, 2.5));
        std::memcpy(&pixels[at], &value, sizeof value);
    }
    return pixels;
}

} // namespace histo_cl::test
