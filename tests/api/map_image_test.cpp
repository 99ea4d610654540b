// Maps applied to images give the same levels as maps applied to buffers. Invalid jobs are rejected.

#include "api/fixture.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <optional>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

constexpr std::size_t map_width = 37;
constexpr std::size_t map_height = 11;

struct Type {
    ChannelType type;
    cl_channel_type in_cl;
    std::size_t bytes;
};

constexpr std::array types{Type{ChannelType::unorm_int8, CL_UNORM_INT8, 1},
                           Type{ChannelType::unorm_int16, CL_UNORM_INT16, 2},
                           Type{ChannelType::unsigned_int8, CL_UNSIGNED_INT8, 1},
                           Type{ChannelType::unsigned_int16, CL_UNSIGNED_INT16, 2}};

bool has_images() {
    if (!test_device().profile().images) MESSAGE("the device has no images");
    return test_device().profile().images;
}

/// Returns an image with these samples, or nothing if the device does not have the format.
std::optional<cl::Image2D> make_image(cl_channel_order order, const Type& type, std::size_t channels,
                                      const std::vector<std::uint32_t>& samples, cl_mem_flags flags) {
    std::vector<cl::ImageFormat> formats;
    test_device().context().getSupportedImageFormats(flags, CL_MEM_OBJECT_IMAGE2D, &formats);
    const auto is_it = [&](const cl::ImageFormat& format) {
        return format.image_channel_order == order && format.image_channel_data_type == type.in_cl;
    };
    if (std::ranges::none_of(formats, is_it)) return std::nullopt;
    std::vector<std::uint8_t> content(samples.size() * type.bytes);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const auto sample = static_cast<std::uint16_t>(samples[i]);
        const auto byte = static_cast<std::uint8_t>(samples[i]);
        if (type.bytes == 2)
            std::memcpy(content.data() + 2 * i, &sample, 2);
        else
            content[i] = byte;
    }
    REQUIRE(samples.size() == map_width * map_height * channels);
    return cl::Image2D(test_device().context(), flags | CL_MEM_COPY_HOST_PTR,
                       cl::ImageFormat(order, type.in_cl), map_width, map_height, 0, content.data());
}

std::vector<std::uint32_t> read_back(const cl::Image2D& image, const Type& type, std::size_t channels) {
    std::vector<std::uint8_t> content(map_width * map_height * channels * type.bytes);
    test_device().queue().enqueueReadImage(image, CL_TRUE, {0, 0, 0}, {map_width, map_height, 1}, 0, 0,
                                           content.data());
    std::vector<std::uint32_t> samples(map_width * map_height * channels);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        std::uint16_t sample = 0;
        if (type.bytes == 2) std::memcpy(&sample, content.data() + 2 * i, 2);
        samples[i] = type.bytes == 2 ? sample : content[i];
    }
    return samples;
}

std::vector<std::uint32_t> random_samples(std::size_t channels, std::uint32_t below) {
    Random random(7);
    std::vector<std::uint32_t> samples(map_width * map_height * channels);
    for (auto& sample : samples)
        sample = static_cast<std::uint32_t>(random.below(below));
    return samples;
}

std::vector<std::uint32_t> random_map(std::uint32_t below) {
    Random random(8);
    std::vector<std::uint32_t> map(200);
    for (auto& level : map)
        level = static_cast<std::uint32_t>(random.below(below));
    return map;
}

MapPlan plan_of(const Type& source, const Type& destination) {
    return {test_device().context()(), test_device().id(), source.type, destination.type};
}

} // namespace

TEST_CASE("maps of images: a lookup in some channels, from every type into another") {
    if (!has_images()) return;
    const auto& on = test_device();
    const auto map = random_map(300);
    const auto maps = on.make_buffer(map);
    for (std::size_t i = 0; i < types.size(); ++i) {
        const auto& from = types[i];
        const auto& to = types[(i + 1) % types.size()];
        INFO(name(from.type), " into ", name(to.type));
        const auto samples = random_samples(4, from.bytes == 1 ? 256 : 65536);
        const std::vector<std::uint32_t> before(samples.size(), 5);
        const auto source = make_image(CL_RGBA, from, 4, samples, CL_MEM_READ_ONLY);
        const auto destination = make_image(CL_RGBA, to, 4, before, CL_MEM_READ_WRITE);
        if (!source || !destination) continue;
        const auto plan = plan_of(from, to);
        CHECK(bytes(plan.source()) == from.bytes);
        CHECK(bytes(plan.destination()) == to.bytes);
        plan.enqueue(on.queue()(), {.source = (*source)(),
                                    .destination = (*destination)(),
                                    .width = map_width - 1,
                                    .height = map_height,
                                    .channels = 0b1010,
                                    .maps = maps(),
                                    .values = static_cast<std::uint32_t>(map.size())});
        auto expected = before;
        for (std::size_t at = 0; at < samples.size(); ++at) {
            if (at / 4 % map_width == map_width - 1) continue;
            const auto level = map[std::min<std::size_t>(samples[at], map.size() - 1)];
            const bool mapped = at % 4 == 1 || at % 4 == 3;
            expected[at] = std::min(mapped ? level : samples[at], to.bytes == 1 ? 255U : 65535U);
        }
        CHECK(read_back(*destination, to, 4) == expected);
    }
}

TEST_CASE("maps of images: maps of tiles give the levels that a buffer has") {
    if (!has_images()) return;
    const auto& on = test_device();
    const auto samples = random_samples(1, 256);
    std::vector<std::uint32_t> levels;
    for (std::uint32_t tile = 0; tile < 6; ++tile)
        for (std::uint32_t value = 0; value < 256; ++value)
            levels.push_back((value * (tile + 1)) % 256);
    const auto maps = on.make_buffer(levels);
    MapJob job{.width = map_width, .height = map_height, .maps = maps(), .tile_width = 13, .tile_height = 6};

    const auto buffer = on.make_buffer(Bytes(samples.begin(), samples.end()));
    job.source = job.destination = buffer();
    MapPlan(on.context()(), on.id(), SampleType::u8, SampleType::u8).enqueue(on.queue()(), job);
    const auto expected = on.read_back<std::uint8_t>(buffer, samples.size());

    for (const auto& type : {types[0], types[2]}) {
        const auto source = make_image(CL_R, type, 1, samples, CL_MEM_READ_ONLY);
        const auto destination = make_image(CL_R, type, 1, samples, CL_MEM_WRITE_ONLY);
        if (!source || !destination) continue;
        job.source = (*source)();
        job.destination = (*destination)();
        plan_of(type, type).enqueue(on.queue()(), job);
        const auto seen = read_back(*destination, type, 1);
        CHECK(Bytes(seen.begin(), seen.end()) == expected);
    }
}

TEST_CASE("maps of images: invalid jobs are refused, and nothing is written") {
    if (!has_images()) return;
    const auto& on = test_device();
    const auto samples = random_samples(4, 256);
    const auto source = make_image(CL_RGBA, types[0], 4, samples, CL_MEM_READ_ONLY);
    const auto destination = make_image(CL_RGBA, types[0], 4, samples, CL_MEM_READ_WRITE);
    const auto other_type = make_image(CL_RGBA, types[2], 4, samples, CL_MEM_READ_WRITE);
    const auto only_written = make_image(CL_RGBA, types[0], 4, samples, CL_MEM_WRITE_ONLY);
    const auto red = make_image(CL_R, types[0], 1, random_samples(1, 256), CL_MEM_READ_ONLY);
    REQUIRE((source && destination && other_type && only_written));
    const auto buffer = on.make_buffer(samples);
    const auto maps = on.make_buffer(std::vector<std::uint32_t>(256, 9));
    const auto plan = plan_of(types[0], types[0]);
    const MapJob good{.source = (*source)(),
                      .destination = (*destination)(),
                      .width = map_width,
                      .height = map_height,
                      .maps = maps()};
    const auto refused = [&](std::initializer_list<std::string_view> words,
                             const std::function<void(MapJob&)>& change) {
        auto job = good;
        change(job);
        check_invalid(words, [&] { plan.enqueue(on.queue()(), job); });
        CHECK(read_back(*destination, types[0], 4) == samples);
    };
    refused({"source", "null"}, [](MapJob& job) { job.source = nullptr; });
    refused({"destination", "null"}, [](MapJob& job) { job.destination = nullptr; });
    refused({"source", "not an image"}, [&](MapJob& job) { job.source = buffer(); });
    refused({"source", "address"}, [&](MapJob& job) { job.source = svm_pointer(samples.data()); });
    refused({"source", "unorm_int8"}, [&](MapJob& job) { job.source = (*other_type)(); });
    refused({"source", "write-only"}, [&](MapJob& job) { job.source = (*only_written)(); });
    refused({"destination", "read-only"}, [&](MapJob& job) { job.destination = (*source)(); });
    refused({"same image"}, [](MapJob& job) { job.source = job.destination; });
    std::vector<std::uint32_t> shared(map_width * map_height, 7);
    const auto in_shared = [&](cl_mem_flags flags) {
        return cl::Image2D(on.context(), flags | CL_MEM_USE_HOST_PTR,
                           cl::ImageFormat(CL_RGBA, types[0].in_cl), map_width, map_height, 0, shared.data());
    };
    const auto from_shared = in_shared(CL_MEM_READ_ONLY);
    const auto into_shared = in_shared(CL_MEM_READ_WRITE);
    const cl::Buffer shared_maps(on.context(), CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, 256 * sizeof shared[0],
                                 shared.data());
    refused({"in the same memory"}, [&](MapJob& job) {
        job.source = from_shared();
        job.destination = into_shared();
    });
    refused({"maps", "destination", "in the same memory"}, [&](MapJob& job) {
        job.destination = into_shared();
        job.maps = shared_maps();
    });
    refused({"37 x 11", "38 x 11"}, [](MapJob& job) { job.width = map_width + 1; });
    refused({"37 x 11", "37 x 12"}, [](MapJob& job) { job.height = map_height + 1; });
    refused({"source_offset 1"}, [](MapJob& job) { job.source_offset = 1; });
    refused({"source_pitch 64"}, [](MapJob& job) { job.source_pitch = 64; });
    refused({"destination_offset 1"}, [](MapJob& job) { job.destination_offset = 1; });
    refused({"destination_pitch 64"}, [](MapJob& job) { job.destination_pitch = 64; });
    refused({"channels 16"}, [](MapJob& job) { job.channels = 16; });
    refused({"channels 0"}, [](MapJob& job) { job.channels = 0; });
    if (red)
        refused({"channels 8", "none of them"}, [&](MapJob& job) {
            job.source = (*red)();
            job.channels = 8;
        });
    check_invalid({"source", "float32", "unorm_int8"}, [&] {
        return MapPlan(on.context()(), on.id(), ChannelType::float32, ChannelType::unorm_int8);
    });
    check_invalid({"destination", "signed_int8"}, [&] {
        return MapPlan(on.context()(), on.id(), ChannelType::unorm_int8, ChannelType::signed_int8);
    });
}
