// Images: which jobs an enqueue rejects, and counts with masks, weights and tiles.

#include "api/fixture.hpp"
#include "data/profiles.hpp"

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

constexpr std::size_t width = 5;
constexpr std::size_t height = 4;

cl::Image2D image2d(cl_channel_order order, cl_channel_type type, std::vector<std::uint8_t> pixels,
                    cl_mem_flags flags = CL_MEM_READ_ONLY) {
    return {test_device().context(),
            flags | CL_MEM_COPY_HOST_PTR,
            cl::ImageFormat(order, type),
            width,
            height,
            0,
            pixels.data()};
}

std::vector<std::uint8_t> rising(std::size_t count) {
    std::vector<std::uint8_t> bytes(count);
    for (std::size_t i = 0; i < count; ++i)
        bytes[i] = static_cast<std::uint8_t>(i);
    return bytes;
}

/// u8 samples of an image's red channel, in 4 bins.
Problem red_problem(ImageKind kind = ImageKind::image2d, ChannelType type = ChannelType::unsigned_int8) {
    return {.axes = {even_bins(4, 0, 256)}, .layout = {.rows = true, .image = ImageLayout{kind, type}}};
}

const Region all{.x = 0, .y = 0, .width = width, .height = height};

} // namespace

TEST_CASE("images: a job that does not fit the plan is refused, and the counts are untouched") {
    if (!test_device().profile().images) return;
    const auto& on = test_device();
    const auto plan = on.plan(red_problem());
    const auto good = image2d(CL_RGBA, CL_UNSIGNED_INT8, rising(width * height * 4));
    const auto counts = on.make_buffer(std::vector<std::uint32_t>(4, 77));
    const Job job{.samples = good(), .shape = {.region = all}, .counts = counts()};
    const auto refused = [&](std::initializer_list<std::string_view> words, const auto& change) {
        auto changed = job;
        change(changed);
        check_invalid(words, [&] { plan.enqueue(on.queue()(), changed); });
        CHECK(on.read_back<std::uint32_t>(counts, 4) == std::vector<std::uint32_t>(4, 77));
    };
    refused({"image", "null"}, [](Job& bad) { bad.samples = nullptr; });
    refused({"in a buffer or in an image of another type than image2d"},
            [&](Job& bad) { bad.samples = counts(); });
    const auto normalized = image2d(CL_RGBA, CL_UNORM_INT8, rising(width * height * 4));
    refused({"unorm_int8", "the plan is for unsigned_int8"}, [&](Job& bad) { bad.samples = normalized(); });
    const cl::Context other(cl::Device(on.id(), true));
    const cl::Image2D elsewhere(other, CL_MEM_READ_ONLY, cl::ImageFormat(CL_RGBA, CL_UNSIGNED_INT8), 8, 8);
    refused({"another context"}, [&](Job& bad) { bad.samples = elsewhere(); });
    const auto written = image2d(CL_RGBA, CL_UNSIGNED_INT8, rising(width * height * 4), CL_MEM_WRITE_ONLY);
    refused({"write-only"}, [&](Job& bad) { bad.samples = written(); });
    refused({"columns 1 to 6", "has 5"}, [](Job& bad) { bad.shape.region.x = 1; });
    refused({"rows 3 to 7", "has 4"}, [](Job& bad) { bad.shape.region.y = 3; });
    refused({"18446744073709551615"}, [](Job& bad) { bad.shape.region.x = UINT64_MAX; });
    refused({"sample_offset 1", "region"}, [](Job& bad) { bad.sample_offset = 1; });
    refused({"pitch 8", "only buffers"}, [](Job& bad) { bad.shape.pitch = 8; });
    refused({"region.z 1"}, [](Job& bad) { bad.shape.region.z = 1; });
    refused({"region.depth 2"}, [](Job& bad) { bad.shape.region.depth = 2; });

    plan.enqueue(on.queue()(), job);
    CHECK(on.read_back<std::uint32_t>(counts, 4) == std::vector<std::uint32_t>{16, 4, 0, 0});
}

TEST_CASE("images: an image without a counted channel is refused") {
    if (!test_device().profile().images) return;
    const auto& on = test_device();
    auto problem = red_problem();
    problem.layout.channels = 4;
    problem.layout.active = {2};
    const auto plan = on.plan(problem);
    const auto one_channel = image2d(CL_R, CL_UNSIGNED_INT8, rising(width * height));
    check_invalid({"axis 0 counts channel 2", "CL_R"}, [&] {
        return plan.count(on.queue()(), {.samples = one_channel(), .shape = {.region = all}});
    });
}

TEST_CASE("images: an image that the device misreads is refused") {
    if (!test_device().profile().misreads_single_halves) return;
    const auto& on = test_device();
    auto problem = red_problem(ImageKind::image2d, ChannelType::half_float);
    problem.sample = SampleType::f32;
    const auto halves = image2d(CL_R, CL_HALF_FLOAT, rising(width * height * 2));
    check_error(Status::unsupported, {"half_float", "CL_R"}, [&] {
        return on.plan(problem).count(on.queue()(), {.samples = halves(), .shape = {.region = all}});
    });
}

TEST_CASE("images: host data instead of an image are refused") {
    const std::vector<std::uint8_t> bytes(20);
    const HostData data{.samples = bytes_of(bytes), .shape = {.region = all}};
    check_invalid({"host data", "image"}, [&] { return histogram(red_problem(), data); });
    check_invalid({"host data", "image"}, [&] { return reference_histogram(red_problem(), data); });
}

TEST_CASE("images: masks, weights and tiles of several slices") {
    if (!test_device().profile().images) return;
    const auto& on = test_device();
    constexpr std::size_t depth = 3;
    const auto pixels = rising(width * height * depth * 4);
    const cl::Image3D image(on.context(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                            cl::ImageFormat(CL_RGBA, CL_UNSIGNED_INT8), width, height, depth, 0, 0,
                            const_cast<std::uint8_t*>(pixels.data()));
    auto problem = red_problem(ImageKind::image3d);
    problem.layout.mask = true;
    problem.weights.type = SampleType::u32;
    problem.counter = CounterType::u64;
    problem.batch = Batch::tiles;
    const auto whole_rows = height * depth;
    std::vector<std::uint8_t> mask(width * whole_rows);
    std::vector<std::uint32_t> weights(width * whole_rows);
    for (std::size_t i = 0; i < mask.size(); ++i) {
        mask[i] = i % 3 != 0;
        weights[i] = static_cast<std::uint32_t>(7 * i);
    }
    const auto mask_buffer = on.make_buffer(mask);
    const auto weight_buffer = on.make_buffer(weights);
    // Slices 1 and 2, each in 2 x 2 tiles of up to 3 x 3 elements.
    const Region region{.x = 0, .y = 0, .width = width, .height = height, .z = 1, .depth = 2};
    const Shape shape{.region = region, .tile_width = 3, .tile_height = 3};
    CHECK(elements(problem, shape) == width * height * 2);
    CHECK(histograms(problem, shape) == 8);
    std::vector<std::uint64_t> expected(8 * 4);
    for (std::size_t z = 0; z < 2; ++z)
        for (std::size_t y = 0; y < height; ++y)
            for (std::size_t x = 0; x < width; ++x) {
                const auto at = (z * height + y) * width + x; // the index in the mask and the weights
                const auto red = pixels[4 * (((z + 1) * height + y) * width + x)];
                const auto tile = (z * 2 + y / 3) * 2 + x / 3;
                if (mask[at] != 0) expected[tile * 4 + red / 64] += weights[at];
            }
    const auto plan = on.plan(problem);
    CHECK(
        plan.count(on.queue()(),
                   {.samples = image(), .shape = shape, .mask = mask_buffer(), .weights = weight_buffer()}) ==
        expected);
}
