// Written memory may not overlap other memory of the job: sub-buffers, images in a buffer, and buffers in the
// same host memory.

#include "api/fixture.hpp"

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

/// Offset of a second part of a buffer, aligned as the device requires.
std::size_t second_part() {
    return std::max<std::size_t>(4096, test_device().profile().base_address_align_bytes);
}

/// An image in a buffer, in rows of `pitch` bytes. An image of a single row is one-dimensional.
cl::Memory image_in(const cl::Buffer& buffer, std::size_t width, std::size_t height, std::size_t pitch) {
    constexpr cl_image_format format{CL_R, CL_UNSIGNED_INT8};
    cl_image_desc extent{};
    extent.image_type = height == 1 ? CL_MEM_OBJECT_IMAGE1D_BUFFER : CL_MEM_OBJECT_IMAGE2D;
    extent.image_width = width;
    extent.image_height = height;
    extent.image_row_pitch = height == 1 ? 0 : pitch;
    extent.buffer = buffer();
    cl_int code = CL_SUCCESS;
    auto* const image =
        ::clCreateImage(test_device().context()(), CL_MEM_READ_ONLY, &format, &extent, nullptr, &code);
    REQUIRE(code == CL_SUCCESS);
    return cl::Image2D(image);
}

Problem image_problem(ImageKind kind) {
    auto on_image = problem();
    on_image.layout = {.rows = kind != ImageKind::image1d_buffer,
                       .image = ImageLayout{kind, ChannelType::unsigned_int8}};
    return on_image;
}

void check_same(std::string_view one, std::string_view other, const Plan& plan, const Job& job) {
    check_invalid({one, other, "same memory"}, [&] { plan.enqueue(test_device().queue()(), job); });
}

} // namespace

TEST_CASE("same memory: overlapping parts of one buffer are refused, separate parts are not") {
    const auto& on = test_device();
    const auto second = second_part();
    const auto content = random_bytes(2 * second);
    const auto whole = on.make_buffer(content);
    const auto first_half = part_of(whole, 0, second);
    const auto both_halves = part_of(whole, 0, 2 * second);
    const auto second_half = part_of(whole, second, second);
    const auto plan = on.plan(problem(), options(Merge::device));
    const auto counts = on.make_buffer(rubbish());
    Job job{.samples = whole(), .shape = {.count = 1000}, .counts = second_half()};
    check_same("samples", "counts", plan, job);
    job.samples = both_halves();
    check_same("samples", "counts", plan, job);
    job = {.samples = whole(), .shape = {.count = 1000}, .counts = counts(), .workspace = second_half()};
    check_same("samples", "workspace", plan, job);
    job = {.samples = first_half(), .shape = {.count = 1000}, .counts = whole(), .workspace = second_half()};
    check_same("samples", "counts", plan, job);
    CHECK(on.read_back<std::uint8_t>(whole, content.size()) == content);

    job = {.samples = first_half(), .shape = {.count = 1000}, .counts = second_half()};
    plan.enqueue(on.queue()(), job);
    CHECK(on.read_back<std::uint32_t>(second_half, problem_bins) ==
          expected_counts(std::span(content).first(1000)));
}

TEST_CASE("same memory: an image in the buffer of the counts is refused") {
    if (!test_device().profile().images) return;
    const auto& on = test_device();
    const auto content = random_bytes(4096);
    const auto buffer = on.make_buffer(content);
    const auto image = image_in(buffer, 1000, 1, 0);
    const auto plan = on.plan(image_problem(ImageKind::image1d_buffer));
    check_same("samples", "counts", plan, {.samples = image(), .shape = {.count = 1000}, .counts = buffer()});
    const auto counts = on.make_buffer(rubbish());
    plan.enqueue(on.queue()(), {.samples = image(), .shape = {.count = 1000}, .counts = counts()});
    CHECK(counts_in(counts) == expected_counts(std::span(content).first(1000)));
}

TEST_CASE("same memory: buffers over the same host memory are refused") {
    const auto& on = test_device();
    std::vector<std::uint64_t> memory(1024);
    const auto over = [&](std::size_t byte, std::size_t bytes) {
        return cl::Buffer(on.context(), CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes,
                          reinterpret_cast<std::byte*>(memory.data()) + byte);
    };
    const auto samples = over(0, 4096);
    const auto counts = over(4096 - 40, 4096);
    const auto plan = on.plan(problem(), options(Merge::device));
    check_same("samples", "counts", plan,
               {.samples = samples(), .shape = {.count = 100}, .counts = counts()});
}

TEST_CASE("an image2d in a buffer is counted, but not into that buffer") {
    const auto& on = test_device();
    constexpr cl_device_info pitch_alignment = 0x104A; // cl_khr_image2d_from_buffer, OpenCL 2.0
    const cl::Device device(on.id(), true);
    cl_uint alignment = 0;
    if (device.getInfo<CL_DEVICE_EXTENSIONS>().find("cl_khr_image2d_from_buffer") == std::string::npos ||
        ::clGetDeviceInfo(on.id(), pitch_alignment, sizeof alignment, &alignment, nullptr) != CL_SUCCESS ||
        alignment == 0) {
        MESSAGE("the device makes no image2d of a buffer");
        return;
    }
    constexpr std::size_t width = 100;
    constexpr std::size_t height = 7;
    const std::size_t pitch = (width + alignment - 1) / alignment * alignment;
    const auto content = random_bytes(pitch * height);
    const auto buffer = on.make_buffer(content);
    const auto image = image_in(buffer, width, height, pitch);
    Bytes pixels;
    for (std::size_t y = 0; y < height; ++y)
        pixels.insert(pixels.end(), &content[y * pitch], &content[y * pitch] + width);

    const auto plan = on.plan(image_problem(ImageKind::image2d));
    const auto counts = on.make_buffer(rubbish());
    Job job{.samples = image(),
            .shape = {.region = Region{.width = width, .height = height}},
            .counts = counts()};
    plan.enqueue(on.queue()(), job);
    CHECK(counts_in(counts) == expected_counts(pixels));
    job.counts = buffer();
    check_same("samples", "counts", plan, job);
}
