#include "c_api/fixture.hpp"
#include "support/svm.hpp"

#include <array>
#include <vector>

using namespace histo_cl;
using namespace histo_cl::test;

// Separate channels through the C API.

namespace {

constexpr std::array<float, 5> x{0, 1.5F, 3, 3.5F, 9};
constexpr std::array<std::uint16_t, 5> y{0, 150, 300, 150, 399};

/// Arrays x (f32) and y (u16), counted jointly.
struct Table {
    std::array<histo_cl_binning, 2> axes{even_axis(2, 0, 4), even_axis(2, 0, 400)};
    std::array<histo_cl_array, 2> arrays{{{HISTO_CL_SAMPLE_UNSET, 0, 0}, {HISTO_CL_SAMPLE_U16, 0, 0}}};
    histo_cl_problem problem = histo_cl_problem_init();

    Table() {
        problem.axes = axes.data();
        problem.axis_count = axes.size();
        problem.sample = HISTO_CL_SAMPLE_F32;
        problem.joint = 1;
        problem.order = HISTO_CL_ORDER_SEPARATE;
        problem.arrays = arrays.data();
        problem.array_count = arrays.size();
    }
};

const std::vector<std::uint64_t> table_counts{2, 0, 1, 1};

} // namespace

TEST_CASE("arrays on a device are counted") {
    const Table table;
    const auto& on = test_device();
    const auto plan = plan_for(table.problem);
    const auto x_buffer = on.make_buffer(std::vector<float>(x.begin(), x.end()));
    const auto y_buffer = on.make_buffer(std::vector<std::uint16_t>(y.begin(), y.end()));
    const std::array<histo_cl_array_buffer, 2> arrays{{{x_buffer(), 0, {}}, {y_buffer(), 0, {}}}};
    const auto shape = histo_cl_flat(5);
    auto job = histo_cl_job_init();
    job.shape = &shape;
    job.arrays = arrays.data();
    job.array_count = 2;
    const auto back = got(histo_cl_problem_init(), histo_cl_plan_get_problem, plan.get());
    REQUIRE(back.array_count == 2);
    CHECK(back.arrays[0].sample == HISTO_CL_SAMPLE_F32);
    CHECK(back.arrays[1].sample == HISTO_CL_SAMPLE_U16);
    std::vector<std::uint64_t> counts(4, 7);
    const auto count = [&] {
        return histo_cl_plan_count(plan.get(), on.queue()(), &job, 0, nullptr, counts.data(), 4);
    };
    check_ok(count());
    CHECK(counts == table_counts);
    counts.assign(4, 7);
    cl::UserEvent elsewhere(cl::Context(cl::Device(on.id(), true)));
    const cl_event wait = elsewhere();
    check_refused(
        histo_cl_histogram_on_device(on.queue()(), &table.problem, &job, 1, &wait, nullptr, counts.data(), 4),
        {"wait list", "another context"});
    elsewhere.setStatus(CL_COMPLETE);
    check_ok(histo_cl_histogram_on_device(on.queue()(), &table.problem, &job, 0, nullptr, nullptr,
                                          counts.data(), 4));
    CHECK(counts == table_counts);

    std::array<histo_cl_array_buffer, 2> both = arrays;
    both[1].samples_pointer = histo_cl_svm_pointer(y.data());
    job.arrays = both.data();
    check_refused(count(), {"job.arrays[1].samples and job.arrays[1].samples_pointer are both given"});
    job.arrays = arrays.data();
    job.array_count = 5;
    check_refused(count(), {"job.arrays has 5 elements", "0 to 4"});
    job.array_count = 2;
    job.arrays = nullptr;
    check_refused(count(), {"job.arrays is NULL"});
}

TEST_CASE("arrays of host data are counted") {
    const Table table;
    const std::array<histo_cl_array_data, 2> arrays{{{x.data(), sizeof x}, {y.data(), sizeof y}}};
    auto data = histo_cl_samples(nullptr, 0);
    data.arrays = arrays.data();
    data.array_count = 2;
    std::vector<std::uint64_t> counts(4, 7);
    check_ok(histo_cl_histogram(&table.problem, &data, nullptr, nullptr, counts.data(), 4));
    CHECK(counts == table_counts);
    counts.assign(4, 7);
    check_ok(histo_cl_reference_histogram(&table.problem, &data, counts.data(), 4));
    CHECK(counts == table_counts);
    data.arrays = nullptr;
    check_refused(histo_cl_reference_histogram(&table.problem, &data, counts.data(), 4),
                  {"data.arrays is NULL"});
}

TEST_CASE("a problem's arrays are read") {
    Table table;
    CHECK(text_of(histo_cl_problem_text, &table.problem).find("in arrays of f32, u16") != std::string::npos);
    const auto shape = histo_cl_flat(10);
    const auto bytes = got(histo_cl_footprint_bytes_init(), histo_cl_footprint, &table.problem, &shape);
    CHECK(bytes.samples == 0);
    CHECK(got(std::uint64_t{}, histo_cl_array_footprint, &table.problem, &shape, 0U) == 40);
    CHECK(got(std::uint64_t{}, histo_cl_array_footprint, &table.problem, &shape, 1U) == 20);
    std::uint64_t none = 7;
    check_refused(histo_cl_array_footprint(&table.problem, &shape, 2, &none),
                  {"channel is 2, the problem has 2"});
    CHECK(none == 7);

    table.arrays[1].reserved = 1;
    check_refused(histo_cl_problem_validate(&table.problem), {"problem.arrays[1].reserved is 1"});
    table.arrays[1].reserved = 0;
    table.arrays[1].sample = 99;
    check_refused(histo_cl_problem_validate(&table.problem), {"problem.arrays[1].sample is 99"});
    table.problem.array_count = 5;
    check_refused(histo_cl_problem_validate(&table.problem), {"problem.arrays has 5 elements"});
}

// Memory given by its address through the C API.

TEST_CASE("addresses are taken, and invalid ones are refused") {
    const auto& on = test_device();
    const auto one = problem();
    const auto plan = plan_for(one);
    const std::vector<std::uint8_t> samples{0, 30, 30, 255};
    const auto shape = histo_cl_flat(samples.size());
    const auto counts = on.make_buffer(std::vector<std::uint32_t>(bins, 5));
    auto job = histo_cl_job_init();
    job.shape = &shape;
    job.counts = counts();
    const auto enqueue = [&] {
        return histo_cl_plan_enqueue(plan.get(), on.queue()(), &job, 0, nullptr, nullptr);
    };
    const auto buffer = on.make_buffer(samples);
    job.samples = buffer();
    job.samples_pointer = histo_cl_svm_pointer(samples.data());
    check_refused(enqueue(), {"job.samples and job.samples_pointer are both given"});
    job.samples_pointer.kind = HISTO_CL_MEMORY_OBJECT;
    check_refused(enqueue(), {"job.samples_pointer.kind is 0 (object)", "1 (svm)", "2 (usm)"});
    job.samples_pointer.kind = 3;
    check_refused(enqueue(), {"job.samples_pointer.kind is 3", "2 (usm)"});
    job.samples = nullptr;
    job.samples_pointer = histo_cl_usm_pointer(nullptr);
    CHECK(enqueue() != HISTO_CL_OK); // the device has no USM, or the address is null
    check_has(histo_cl_last_error_message(), {"USM pointer", "the samples"});
    job.samples_pointer.reserved = 1;
    check_refused(enqueue(), {"job.samples_pointer.reserved is 1"});
    if (!has_svm()) return;

    const Svm space;
    const Allocation given(space, samples);
    const Allocation counted(space, std::vector<std::uint32_t>(bins, 5));
    job.samples_pointer = histo_cl_svm_pointer(given.address());
    job.counts = nullptr;
    job.counts_pointer = histo_cl_svm_pointer(counted.address());
    check_ok(enqueue());
    CHECK(counted.read<std::uint32_t>(bins) == std::vector<std::uint32_t>{1, 2, 0, 0, 0, 0, 0, 0, 0, 0});
}

// Images through the C API.

namespace {

histo_cl_problem image_problem() {
    auto made = problem();
    made.rows = 1;
    made.image_kind = HISTO_CL_IMAGE2D;
    made.channel_type = HISTO_CL_CHANNEL_UNORM_INT8;
    return made;
}

} // namespace

TEST_CASE("an image is counted") {
    if (!test_device().profile().images) return;
    const auto& on = test_device();
    std::array<std::uint8_t, 4 * 6> pixels{};
    for (std::size_t i = 0; i < pixels.size(); ++i)
        pixels[i] = static_cast<std::uint8_t>(10 * i);
    const cl::Image2D image(on.context(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                            cl::ImageFormat(CL_RGBA, CL_UNORM_INT8), 3, 2, 0, pixels.data());
    const auto one = image_problem();
    const auto plan = plan_for(one);
    const auto shape = histo_cl_region(1, 0, 2, 2);
    auto job = histo_cl_job_init();
    job.samples = image();
    job.shape = &shape;
    std::vector<std::uint64_t> counts(bins, 5);
    check_ok(histo_cl_plan_count(plan.get(), on.queue()(), &job, 0, nullptr, counts.data(), bins));
    // Red is 0, 40, 80 in the first row and 120, 160, 200 in the second. Each bin is 25 values wide.
    CHECK(counts == std::vector<std::uint64_t>{0, 1, 0, 1, 0, 0, 1, 0, 1, 0});
}

TEST_CASE("a problem's image is read, and is refused without its channel type") {
    auto one = image_problem();
    CHECK(text_of(histo_cl_problem_text, &one).find("of an image2d of unorm_int8") != std::string::npos);
    one.channel_type = HISTO_CL_CHANNEL_UNSET;
    check_refused(histo_cl_problem_validate(&one), {"problem.image_kind without a channel_type"});
    one.image_kind = 99;
    check_refused(histo_cl_problem_validate(&one), {"problem.image_kind is 99", "1 (image1d)"});

    one = image_problem();
    one.image_kind = HISTO_CL_IMAGE3D;
    auto shape = histo_cl_region(0, 0, 4, 3);
    CHECK(got(std::uint64_t{}, histo_cl_elements, &one, &shape) == 12);
    shape.depth = 5;
    CHECK(got(std::uint64_t{}, histo_cl_elements, &one, &shape) == 60);
}
