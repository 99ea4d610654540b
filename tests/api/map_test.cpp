// Maps applied on the device, compared with OpenCV's equalized images and a lookup on the host.

#include "api/fixture.hpp"
#include "data/map_goldens.hpp"

#include <histo_cl/statistics.hpp>

#include <cmath>
#include <limits>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

template <class Sample>
const MapPlan& map_plan_for() {
    static const MapPlan plan(test_device().context()(), test_device().id(), sample_type_of<Sample>(),
                              sample_type_of<Sample>());
    return plan;
}

/// Number of values of a pixel type.
template <class Pixel>
constexpr std::uint32_t values = std::uint32_t{std::numeric_limits<Pixel>::max()} + 1;

/// Counts the tiles on the device, makes their maps on the host, and applies the maps to the image on the
/// device.
template <class Pixel>
std::vector<Pixel> clahe_on_device(const goldens::ClaheImage<Pixel>& image) {
    const auto& on = test_device();
    // As in OpenCV, the image is padded in both directions unless the tiles divide its width and its height.
    auto width = image.width;
    auto height = image.height;
    if (width % image.tiles_across != 0 || height % image.tiles_down != 0) {
        width += image.tiles_across - width % image.tiles_across;
        height += image.tiles_down - height % image.tiles_down;
    }
    const auto reflected = [](std::size_t at, std::size_t size) {
        return at < size ? at : 2 * (size - 1) - at;
    };
    std::vector<Pixel> extended;
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x)
            extended.push_back(
                image.pixels[reflected(y, image.height) * image.width + reflected(x, image.width)]);

    const auto tile_width = width / image.tiles_across;
    const auto tile_height = height / image.tiles_down;
    const auto plan = on.plan({.sample = sample_type_of<Pixel>(),
                               .axes = {identity_bins(values<Pixel>)},
                               .layout = {.rows = true},
                               .batch = Batch::tiles});
    const auto samples = on.make_buffer(extended);
    const auto counts = plan.count(on.queue()(), {.samples = samples(),
                                                  .shape = {.region = {.width = width, .height = height},
                                                            .tile_width = tile_width,
                                                            .tile_height = tile_height}});
    const auto maps = on.make_buffer(clahe_maps(counts, values<Pixel>, image.limit));
    const auto source = on.make_buffer(image.pixels);
    const auto destination = on.make_buffer(std::vector<Pixel>(image.pixels.size(), 1));
    map_plan_for<Pixel>().enqueue(on.queue()(), {.source = source(),
                                                 .destination = destination(),
                                                 .width = image.width,
                                                 .height = image.height,
                                                 .maps = maps(),
                                                 .values = values<Pixel>,
                                                 .tile_width = tile_width,
                                                 .tile_height = tile_height,
                                                 .tiles_across = image.tiles_across,
                                                 .tiles_down = image.tiles_down});
    return on.read_back<Pixel>(destination, image.pixels.size());
}

/// Returns the map's level for each sample, looked up on the host.
template <class To, class From>
std::vector<To> looked_up(const std::vector<From>& samples, const std::vector<std::uint32_t>& map) {
    std::vector<To> levels;
    for (const auto sample : samples)
        levels.push_back(static_cast<To>(std::min<std::uint32_t>(
            map[std::min<std::size_t>(sample, map.size() - 1)], std::numeric_limits<To>::max())));
    return levels;
}

template <class From, class To>
void check_lookup(std::uint32_t max_level) {
    const auto& on = test_device();
    INFO("from ", 8 * sizeof(From), " bits to ", 8 * sizeof(To));
    Random random(3);
    const auto draw = [&](std::uint32_t below) { return static_cast<std::uint32_t>(random.below(below)); };
    std::vector<std::uint32_t> map(200);
    for (auto& level : map)
        level = draw(max_level);
    constexpr std::size_t width = 67;
    constexpr std::size_t height = 5;
    constexpr std::size_t source_row = 71;
    constexpr std::size_t destination_row = 80;
    std::vector<From> samples(3 + height * source_row);
    for (auto& sample : samples)
        sample = static_cast<From>(draw(300));
    const std::vector<To> before(7 + height * destination_row, 99);

    const MapPlan plan(on.context()(), on.id(), sample_type_of<From>(), sample_type_of<To>());
    CHECK(plan.source() == sample_type_of<From>());
    CHECK(plan.destination() == sample_type_of<To>());
    const auto source = on.make_buffer(samples, CL_MEM_READ_ONLY);
    const auto maps = on.make_buffer(map, CL_MEM_READ_ONLY);
    const auto destination = on.make_buffer(before);
    plan.enqueue(on.queue()(), {.source = source(),
                                .source_offset = 3,
                                .source_pitch = source_row * sizeof(From),
                                .destination = destination(),
                                .destination_offset = 7,
                                .destination_pitch = destination_row * sizeof(To),
                                .width = width,
                                .height = height,
                                .maps = maps(),
                                .values = static_cast<std::uint32_t>(map.size())});
    const auto levels = looked_up<To>(samples, map);
    auto expected = before;
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x)
            expected[7 + y * destination_row + x] = levels[3 + y * source_row + x];
    CHECK(on.read_back<To>(destination, expected.size()) == expected);
}

} // namespace

TEST_CASE("maps: tiles are equalized as by OpenCV's CLAHE") {
    for (const auto& image : goldens::clahe_images_u8) {
        INFO(image.width, " x ", image.height, " in ", image.tiles_across, " x ", image.tiles_down,
             " tiles, limit ", image.limit);
        CHECK(clahe_on_device(image) == image.equalized);
    }
    for (const auto& image : goldens::clahe_images_u16) {
        INFO(image.width, " x ", image.height, ", 16 bits, limit ", image.limit);
        CHECK(clahe_on_device(image) == image.equalized);
    }
}

TEST_CASE("maps: a lookup from either type into either type, in rows with a pitch") {
    check_lookup<std::uint8_t, std::uint8_t>(256);
    check_lookup<std::uint8_t, std::uint16_t>(65536);
    check_lookup<std::uint16_t, std::uint8_t>(500); // levels above 255 are 255
    check_lookup<std::uint16_t, std::uint16_t>(100000);
}

TEST_CASE("maps: as many tiles as cover the rows, unless the job says how many; levels stay in range") {
    const auto& on = test_device();
    // Each map has one value, so the level depends only on the position. The second tile's level does not fit
    // in a byte.
    const auto maps = on.make_buffer(std::vector<std::uint32_t>{100, 0xFFFFFFFFU});
    const auto source = on.make_buffer(Bytes(8));
    const auto destination = on.make_buffer(Bytes(8));
    MapJob job{.source = source(),
               .destination = destination(),
               .width = 8,
               .maps = maps(),
               .values = 1,
               .tile_width = 5,
               .tile_height = 1};
    map_plan_for<std::uint8_t>().enqueue(on.queue()(), job);
    // Column 2 is left of the first tile's centre, which is at 2.5.
    CHECK(on.read_back<std::uint8_t>(destination, 8) == Bytes{100, 100, 100, 255, 255, 255, 255, 255});
    job.tiles_across = 1;
    map_plan_for<std::uint8_t>().enqueue(on.queue()(), job);
    CHECK(on.read_back<std::uint8_t>(destination, 8) == Bytes(8, 100));
}

TEST_CASE("maps: in place, twice, on every kind of queue") {
    const auto& on = test_device();
    const auto content = random_bytes(1000);
    std::vector<std::uint32_t> inverse(256);
    for (std::uint32_t value = 0; value < 256; ++value)
        inverse[value] = 255 - value;
    const auto maps = on.make_buffer(inverse);
    for (const auto kind : queue_kinds()) {
        const auto queue = on.make_queue(kind);
        const auto buffer = on.make_buffer(content);
        const MapJob job{
            .source = buffer(), .destination = buffer(), .width = 100, .height = 10, .maps = maps()};
        map_plan_for<std::uint8_t>().enqueue(queue(), job);
        queue.finish();
        map_plan_for<std::uint8_t>().enqueue(queue(), job);
        queue.finish();
        CHECK(on.read_back<std::uint8_t>(buffer, content.size()) == content);
        map_plan_for<std::uint8_t>().enqueue(queue(), job);
        queue.finish();
        CHECK(on.read_back<std::uint8_t>(buffer, content.size()) ==
              looked_up<std::uint8_t>(content, inverse));
    }
}

TEST_CASE("maps: a plan refuses other types and a null context") {
    const auto& on = test_device();
    const auto made = [&](cl_context context, SampleType source, SampleType destination) {
        static_cast<void>(MapPlan(context, on.id(), source, destination));
    };
    check_invalid({"source", "f32", "u8 and u16"},
                  [&] { made(on.context()(), SampleType::f32, SampleType::u8); });
    check_invalid({"destination", "i8"}, [&] { made(on.context()(), SampleType::u8, SampleType::i8); });
    check_invalid({"context", "null"}, [&] { made(nullptr, SampleType::u8, SampleType::u8); });
}
