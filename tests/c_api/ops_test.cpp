#include "c_api/fixture.hpp"

#include <histo_cl/statistics.hpp>

#include <cmath>
#include <cstdint>
#include <vector>

using namespace histo_cl;
using namespace histo_cl::test;

// Maps made and applied on a device.

namespace {

using MapPlanHandle = std::unique_ptr<histo_cl_map_plan, Release<histo_cl_map_plan_release>>;

} // namespace

TEST_CASE("a map plan applies one map or the maps of tiles, and refuses invalid arguments") {
    const auto& on = test_device();
    const auto plan = made<MapPlanHandle>(histo_cl_map_plan_create, on.context()(), on.id(),
                                          HISTO_CL_SAMPLE_UNSET, HISTO_CL_SAMPLE_U16, nullptr); // unset: u8
    std::vector<std::uint32_t> map(256);
    for (std::uint32_t value = 0; value < 256; ++value)
        map[value] = 1000 + value;
    const auto maps = on.make_buffer(map);
    const auto source = on.make_buffer(std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6});
    const auto destination = on.make_buffer(std::vector<std::uint16_t>(6, 9));
    auto job = histo_cl_map_job_init();
    job.source = source();
    job.source_offset = 1;
    job.destination = destination();
    job.destination_offset = 1;
    job.width = 4;
    job.maps = maps();
    cl_event event = nullptr;
    check_ok(histo_cl_map_plan_enqueue(plan.get(), on.queue()(), &job, 0, nullptr, &event));
    const cl::Event done(event);
    check_ok(histo_cl_map_plan_enqueue(plan.get(), on.queue()(), &job, 1, &event, nullptr));
    CHECK(on.read_back<std::uint16_t>(destination, 6) ==
          std::vector<std::uint16_t>{9, 1002, 1003, 1004, 1005, 9});

    job.source_offset = job.destination_offset = 0;
    job.width = 3;
    job.height = 2;
    job.values = 2; // the last level is for values of 1 and more
    job.tile_width = 3;
    job.tile_height = 2;
    check_ok(histo_cl_map_plan_enqueue(plan.get(), on.queue()(), &job, 0, nullptr, nullptr));
    CHECK(on.read_back<std::uint16_t>(destination, 6) == std::vector<std::uint16_t>(6, 1001));

    const auto refused = [&](const histo_cl_map_plan* by, const histo_cl_map_job* given, std::size_t waits,
                             std::initializer_list<std::string_view> words) {
        check_refused(histo_cl_map_plan_enqueue(by, on.queue()(), given, waits, nullptr, nullptr), words);
    };
    refused(nullptr, &job, 0, {"plan is NULL"});
    refused(plan.get(), nullptr, 0, {"job is NULL"});
    refused(plan.get(), &job, 1, {"wait is NULL"});
    histo_cl_map_plan* none = nullptr;
    check_refused(histo_cl_map_plan_create(on.context()(), on.id(), HISTO_CL_SAMPLE_U8, 99, nullptr, &none),
                  {"destination is 99"});
    CHECK(none == nullptr);
    check_refused(histo_cl_map_plan_create(on.context()(), on.id(), HISTO_CL_SAMPLE_U8, HISTO_CL_SAMPLE_U8,
                                           nullptr, nullptr),
                  {"plan is NULL"});
    histo_cl_map_plan_release(nullptr);
}

TEST_CASE("an equalization plan makes maps of each rule, and refuses an unknown rule") {
    const auto& on = test_device();
    using Handle = std::unique_ptr<histo_cl_equalization_plan, Release<histo_cl_equalization_plan_release>>;
    const auto plan = made<Handle>(histo_cl_equalization_plan_create, on.context()(), on.id(),
                                   HISTO_CL_COUNTER_U32, nullptr);
    const std::vector<std::uint32_t> given{1, 0, 2, 3, 9, 1, 0, 4};
    const auto counts = on.make_buffer(given);
    const auto maps = on.make_buffer(std::vector<std::uint32_t>(given.size(), 77));
    auto job = histo_cl_equalization_job_init();
    job.counts = counts();
    job.maps = maps();
    job.bins = 8;
    job.levels = 100;
    const auto levels = [&] {
        check_ok(histo_cl_equalization_plan_enqueue(plan.get(), on.queue()(), &job, 0, nullptr, nullptr));
        return on.read_back<std::uint32_t>(maps, given.size());
    };
    CHECK(levels() == equalization_map(given, 100));
    job.levels = 0; // 0 means 256
    CHECK(levels() == equalization_map(given));
    job.rule = HISTO_CL_MAP_RULE_CLAHE;
    job.clip_limit = 1.5;
    job.bins = 4;
    job.histograms = 2;
    CHECK(levels() == clahe_maps(given, 4, 1.5));
    job.clip_limit = 0;
    job.rule = HISTO_CL_MAP_RULE_MATCH;
    job.reference = counts();
    job.reference_bins = 8;
    job.bins = 8;
    job.histograms = 0; // 0 means one
    CHECK(levels() == matching_map(given, given));

    job.rule = 3;
    check_refused(histo_cl_equalization_plan_enqueue(plan.get(), on.queue()(), &job, 0, nullptr, nullptr),
                  {"rule is 3"});
    histo_cl_equalization_plan_release(nullptr);
}

TEST_CASE("a map plan for images maps red, green and blue") {
    const auto& on = test_device();
    if (!on.profile().images) return;
    const auto plan =
        made<MapPlanHandle>(histo_cl_map_plan_create_for_images, on.context()(), on.id(),
                            HISTO_CL_CHANNEL_UNSIGNED_INT8, HISTO_CL_CHANNEL_UNSIGNED_INT8, nullptr);
    std::vector<std::uint8_t> pixels{1, 2, 3, 4, 5, 6, 7, 8};
    const cl::ImageFormat format(CL_RGBA, CL_UNSIGNED_INT8);
    const cl::Image2D source(on.context(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, format, 2, 1, 0,
                             pixels.data());
    const cl::Image2D destination(on.context(), CL_MEM_WRITE_ONLY, format, 2, 1);
    std::vector<std::uint32_t> map(256);
    for (std::uint32_t value = 0; value < 256; ++value)
        map[value] = 100 + value;
    const auto maps = on.make_buffer(map);
    auto job = histo_cl_map_job_init();
    job.source = source();
    job.destination = destination();
    job.width = 2;
    job.maps = maps();
    const auto mapped = [&] {
        check_ok(histo_cl_map_plan_enqueue(plan.get(), on.queue()(), &job, 0, nullptr, nullptr));
        on.queue().enqueueReadImage(destination, CL_TRUE, {0, 0, 0}, {2, 1, 1}, 0, 0, pixels.data());
        return pixels;
    };
    CHECK(mapped() == std::vector<std::uint8_t>{101, 102, 103, 4, 105, 106, 107, 8});
    job.channels = 0b1000;
    CHECK(mapped() == std::vector<std::uint8_t>{1, 2, 3, 104, 5, 6, 7, 108});
    job.channels = 16;
    check_refused(histo_cl_map_plan_enqueue(plan.get(), on.queue()(), &job, 0, nullptr, nullptr),
                  {"channels", "at most 15"});
}

// Histograms subtracted on a device.

TEST_CASE("a subtraction plan subtracts, in place or not, and refuses invalid arguments") {
    const auto& on = test_device();
    using Handle = std::unique_ptr<histo_cl_subtraction_plan, Release<histo_cl_subtraction_plan_release>>;
    const auto plan = made<Handle>(histo_cl_subtraction_plan_create, on.context()(), on.id(),
                                   HISTO_CL_COUNTER_F64, nullptr);
    const auto node = on.make_buffer(std::vector<double>{5.5, -1, 3, 0.25});
    const auto child = on.make_buffer(std::vector<double>{1.5, 1, 3, -0.25});
    const auto other = on.make_buffer(std::vector<double>(4, 9));
    auto job = histo_cl_subtraction_job_init();
    job.minuend = node();
    job.subtrahend = child();
    job.difference = other();
    job.counters = 3;
    cl_event event = nullptr;
    check_ok(histo_cl_subtraction_plan_enqueue(plan.get(), on.queue()(), &job, 0, nullptr, &event));
    const cl::Event done(event);
    CHECK(on.read_back<double>(other, 4) == std::vector<double>{4, -2, 0, 9});
    job.difference = child();
    job.counters = 4;
    check_ok(histo_cl_subtraction_plan_enqueue(plan.get(), on.queue()(), &job, 1, &event, nullptr));
    CHECK(on.read_back<double>(child, 4) == std::vector<double>{4, -2, 0, 0.5});

    job.minuend_pointer = histo_cl_svm_pointer(&job);
    check_refused(histo_cl_subtraction_plan_enqueue(plan.get(), on.queue()(), &job, 0, nullptr, nullptr),
                  {"job.minuend", "pointer"});
    histo_cl_subtraction_plan* none = nullptr;
    check_refused(histo_cl_subtraction_plan_create(on.context()(), on.id(), 9, nullptr, &none),
                  {"counter", "9"});
    CHECK(none == nullptr);
    histo_cl_subtraction_plan_release(nullptr);
}

// Summaries of samples on a device, and bins made of them.

TEST_CASE("a summary plan summarizes, waiting or not, and bins are made from the summary") {
    const auto& on = test_device();
    using Handle = std::unique_ptr<histo_cl_summary_plan, Release<histo_cl_summary_plan_release>>;
    const auto plan =
        made<Handle>(histo_cl_summary_plan_create, on.context()(), on.id(), HISTO_CL_SAMPLE_F32, nullptr);
    const std::vector<float> samples{1, 2, 3, 10};
    const auto buffer = on.make_buffer(samples);
    auto job = histo_cl_summary_job_init();
    job.samples = buffer();
    job.count = samples.size();
    auto summary = histo_cl_sample_summary_init();
    check_ok(histo_cl_summary_plan_summarize(plan.get(), on.queue()(), &job, 0, nullptr, &summary));
    CHECK(summary.count == 4);
    CHECK(summary.minimum == 1);
    CHECK(summary.maximum == 10);
    CHECK(summary.standard_deviation == doctest::Approx(std::sqrt(12.5)));
    CHECK(std::isnan(summary.interquartile_range));

    const auto bytes = got(std::uint64_t{}, histo_cl_summary_plan_bytes, plan.get());
    const auto result = on.make_buffer(bytes);
    job.summary = result();
    check_ok(histo_cl_summary_plan_enqueue(plan.get(), on.queue()(), &job, 0, nullptr, nullptr));
    const auto content = on.read_back<std::byte>(result, bytes);
    auto again = histo_cl_sample_summary_init();
    check_ok(histo_cl_summary_plan_read(plan.get(), content.data(), content.size(), &again));
    CHECK(again.standard_deviation == summary.standard_deviation);
    check_refused(histo_cl_summary_plan_read(plan.get(), content.data(), 3, &again), {"summary of 3 B"});

    auto binning = histo_cl_binning();
    binning.struct_size = sizeof binning;
    auto problem = histo_cl_problem_init();
    check_ok(histo_cl_default_problem_by_summary(HISTO_CL_SAMPLE_F32, &summary, HISTO_CL_BIN_RULE_SQRT,
                                                 &binning, &problem));
    CHECK(text_of(histo_cl_problem_text, &problem) == to_string(default_problem(samples, BinRule::sqrt)));
    check_refused(histo_cl_default_problem_by_summary(HISTO_CL_SAMPLE_F32, &summary, HISTO_CL_BIN_RULE_FD,
                                                      &binning, &problem),
                  {"interquartile_range"});
}

TEST_CASE("a summary plan refuses NULL") {
    auto summary = histo_cl_sample_summary_init();
    check_refused(histo_cl_summary_plan_create(nullptr, nullptr, HISTO_CL_SAMPLE_UNSET, nullptr, nullptr),
                  {"plan is NULL"});
    check_refused(histo_cl_summary_plan_bytes(nullptr, nullptr), {"is NULL"});
    check_refused(histo_cl_summary_plan_enqueue(nullptr, nullptr, nullptr, 0, nullptr, nullptr),
                  {"plan is NULL"});
    check_refused(histo_cl_summary_plan_read(nullptr, nullptr, 0, &summary), {"plan is NULL"});
    check_refused(histo_cl_summary_plan_summarize(nullptr, nullptr, nullptr, 0, nullptr, nullptr),
                  {"summary is NULL"});
    histo_cl_summary_plan_release(nullptr);
}
