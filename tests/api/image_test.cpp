// Images: which jobs an enqueue rejects. tests/conformance/image_test.cpp tests the counts.

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
