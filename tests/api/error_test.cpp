// The errors and their messages; a rejected enqueue has no effect.

#include "api/good_job.hpp"
#include "program/program.hpp"
#include "support/extremes.hpp"

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

cl::Buffer buffer(std::size_t bytes, cl_mem_flags flags = CL_MEM_READ_WRITE) {
    return test_device().make_buffer(bytes, flags);
}

} // namespace

TEST_CASE("enqueue: null handles are refused") {
    for (const auto merge : enqueued_merges()) {
        INFO("merge: ", name(merge));
        const GoodJob good(plan_for(merge));
        good.refused_on(nullptr, {"queue", "null", "cl_command_queue"}, good.job());
        auto job = good.job();
        job.samples = nullptr;
        good.refused({"samples", "null", "cl_mem"}, job);
        job.shape.count = 0; // refused even though no sample would be read
        good.refused({"samples", "null", "cl_mem"}, job);
        job = good.job();
        job.counts = nullptr;
        good.refused({"counts", "null", "cl_mem"}, job);
        const std::array<cl_event, 1> wait{};
        good.refused({"wait list", "null"}, good.job(), wait);
        good.counted();
    }
}

TEST_CASE("enqueue: a queue, buffers and events of another context are refused") {
    const cl::Context other(cl::Device(test_device().id(), true));
    const cl::Buffer foreign(other, CL_MEM_READ_WRITE, 4096);
    const GoodJob good(plan_for(Merge::device));
    const cl::CommandQueue queue(other, cl::Device(test_device().id(), true));
    good.refused_on(queue(), {"queue", "another context"}, good.job());
    good.refused_buffer({"samples", "another context"}, &Job::samples, foreign);
    good.refused_buffer({"counts", "another context"}, &Job::counts, foreign);
    good.refused_buffer({"workspace", "another context"}, &Job::workspace, foreign);

    cl::UserEvent event(other);
    const std::array wait{event()};
    good.refused({"wait list", "another context"}, good.job(), wait);
    event.setStatus(CL_COMPLETE);
    good.counted();
}

TEST_CASE("enqueue: a count past the buffer, counts and a workspace that are too small are refused") {
    const GoodJob good(plan_for(Merge::device));
    auto job = good.job();
    job.shape.count = 1001;
    good.refused({"samples", "1000 B", "1001 B"}, job);
    job.sample_offset = 1;
    job.shape.count = 1000;
    good.refused({"samples", "1000 B", "1001 B"}, job);
    job.sample_offset = 1001;
    job.shape.count = 0;
    good.refused({"samples", "1000 B", "1001 B"}, job);
    good.refused_buffer({"counts", "39 B", "40 B"}, &Job::counts, buffer(39));
    good.refused_buffer({"workspace", "159 B", "160 B"}, &Job::workspace, buffer(159));
    good.counted();
}

TEST_CASE("enqueue: an offset and a count that overflow are refused") {
    const auto wide = test_device().plan(
        {.sample = SampleType::u32, .axes = {even_bins(problem_bins, 0, 250)}, .counter = CounterType::u64},
        options(Merge::atomic));
    const GoodJob bytes(plan_for(Merge::atomic));
    const GoodJob words(wide);
    auto job = bytes.job();
    for (const std::uint64_t offset : {u64_max, u64_max - 998}) {
        CAPTURE(offset);
        job.sample_offset = offset; // offset + count is 2^64 or more
        bytes.refused({std::to_string(offset), "1000", "2^64"}, job);
    }
    job.sample_offset = u64_max - 1000;
    bytes.refused({"samples", "1000 B"}, job);
    job.sample_offset = 1ULL << 62U; // 4 times this is 2^64
    words.refused({"4611686018427387904", "2^64"}, job);

    // 4 times these counts are 0, 0 and 4 modulo 2^64.
    job = words.job();
    for (const std::uint64_t count : {1ULL << 62U, 1ULL << 63U, (1ULL << 63U) + 1}) {
        CAPTURE(count);
        job.shape.count = count;
        words.refused({std::to_string(count), "2^64"}, job);
    }
}

TEST_CASE("enqueue: more samples than a u32 counter can hold are refused") {
    const GoodJob good(plan_for(Merge::atomic));
    auto job = good.job();
    job.shape.count = 1ULL << 32U;
    good.refused({"4294967296", "u32", "4294967295", "u64"}, job);
    job.shape.count = 0xFFFFFFFFU; // a counter could hold it, but the buffer is too small
    good.refused({"samples", "1000 B", "4294967295 B"}, job);
}

TEST_CASE("enqueue: buffers that cannot be read or written are refused") {
    for (const auto merge : enqueued_merges()) {
        INFO("merge: ", name(merge));
        const GoodJob good(plan_for(merge));
        good.refused_buffer({"samples", "readable"}, &Job::samples, buffer(1000, CL_MEM_WRITE_ONLY));
        for (const auto flags : std::initializer_list<cl_mem_flags>{CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY}) {
            CAPTURE(flags);
            const auto counts = test_device().make_buffer(rubbish(), flags);
            good.refused_buffer({"counts", "readable and writable", "CL_MEM_READ_WRITE"}, &Job::counts,
                                counts);
            CHECK(counts_in(counts) == rubbish());
            if (plan_for(merge).workspace_bytes() != 0)
                good.refused_buffer({"workspace", "readable and writable"}, &Job::workspace,
                                    buffer(4096, flags));
        }
        good.counted();
    }
}

TEST_CASE("enqueue: counts that the host cannot access are written") {
    const auto& device = test_device();
    const auto samples = random_bytes(1000);
    const auto sample_buffer = device.make_buffer(samples);
    for (const auto merge : {Merge::atomic, Merge::device}) {
        INFO("merge: ", name(merge));
        const auto closed = buffer(40, CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS);
        const auto open = buffer(40);
        plan_for(merge).enqueue(device.queue()(),
                                {.samples = sample_buffer(), .shape = {.count = 1000}, .counts = closed()});
        device.queue().enqueueCopyBuffer(closed, open, 0, 0, 40);
        CHECK(counts_in(open) == expected_counts(samples));
    }
}

TEST_CASE("enqueue: one buffer in two places is refused") {
    const GoodJob good(plan_for(Merge::device));
    auto job = good.job();
    job.samples = job.counts;
    job.shape.count = 1;
    good.refused({"samples", "counts", "same"}, job);
    job = good.job();
    job.workspace = job.samples;
    good.refused({"workspace", "samples"}, job);
    const auto large = test_device().make_buffer(rubbish(1000));
    job = good.job();
    job.counts = large();
    job.workspace = large();
    good.refused({"workspace", "counts"}, job);
    CHECK(counts_in(large) == rubbish());
    good.counted();
}

TEST_CASE("enqueue: an image where a buffer should be is refused") {
    const auto& device = test_device();
    if (cl::Device(device.id(), true).getInfo<CL_DEVICE_IMAGE_SUPPORT>() == CL_FALSE) {
        MESSAGE("the device has no images");
        return;
    }
    const cl::Image2D image(device.context(), CL_MEM_READ_WRITE, cl::ImageFormat(CL_RGBA, CL_UNSIGNED_INT8),
                            64, 64);
    const GoodJob good(plan_for(Merge::device));
    good.refused_buffer({"samples", "image", "buffer"}, &Job::samples, image);
    good.refused_buffer({"counts", "image", "buffer"}, &Job::counts, image);
    good.refused_buffer({"workspace", "image", "buffer"}, &Job::workspace, image);
    good.counted();
}

// OpenCL implementations may reject misaligned sub-buffers. So the sub-buffer is aligned, and the plan's
// profile requires a larger alignment.
TEST_CASE("enqueue: a misaligned sub-buffer is refused") {
    const auto plan = test_device().plan(problem(), options(Merge::device));
    const std::size_t align = plan.profile().base_address_align_bytes;
    const_cast<DeviceProfile&>(plan.profile()).base_address_align_bytes *=
        4; // the const_cast is valid, because the object is not const

    const auto content = rubbish(align + 1000);
    const auto whole = test_device().make_buffer(content);
    const auto part = part_of(whole, align, 1000);
    const auto is = "byte " + std::to_string(align);
    const auto allowed = "multiple of " + std::to_string(4 * align);
    const GoodJob good(plan);
    good.refused_buffer({"samples", is, allowed}, &Job::samples, part);
    good.refused_buffer({"counts", is, allowed}, &Job::counts, part);
    good.refused_buffer({"workspace", is, allowed}, &Job::workspace, part);
    CHECK(test_device().read_back<std::uint32_t>(whole, content.size()) == content);
    good.counted();
}

TEST_CASE("plan: null handles are refused") {
    const auto& device = test_device();
    check_invalid({"context", "null"}, [&] { const Plan plan(nullptr, device.id(), problem()); });
    check_invalid({"device", "null"}, [&] { const Plan plan(device.context()(), nullptr, problem()); });
    check_invalid({"device", "null"}, [] { return device_profile(nullptr); });
}

TEST_CASE("plan: an invalid problem, a knob out of range, and a variant that cannot run are refused") {
    const auto plan_error = [](Status status, std::initializer_list<std::string_view> words,
                               const Problem& given, const Options& options = {}) {
        check_error(status, words, [&] { return test_device().plan(given, options); });
    };
    auto large = problem();
    large.max_samples = 1ULL << 32U;
    plan_error(Status::invalid_argument, {"4294967296", "u32", "4294967295", "u64"}, large);
    plan_error(Status::invalid_argument, {"load_bytes 3", "1, 4 and 16"}, problem(),
               {.knobs = {.load_bytes = 3}});
    plan_error(Status::unsupported, {"global_private", "40 B of workspace", "39 B"}, problem(),
               {.knobs = {.variant = Variant::global_private}, .workspace_limit = 39});
}

TEST_CASE("a kernel that does not compile gives an error with the compiler's log") {
    const auto& device = test_device();
    const KernelSource broken{"__kernel void histogram() { not_a_type oops; }", "-cl-std=CL1.2", {}};
    const auto built = detail::build_program(detail::plan_device(device.context()(), device.id()), broken,
                                             detail::ProgramFolder({}, 0), detail::Compile::yes);
    REQUIRE(std::holds_alternative<Error>(built));
    const auto& error = std::get<Error>(built);
    CHECK(error.status() == Status::build_failed);
    CHECK(error.opencl_name() == "CL_BUILD_PROGRAM_FAILURE");
    check_has(error.build_log(), {"not_a_type"});
    const std::string message = error.what();
    check_has(message, {device.profile().name, error.build_log()});
}
