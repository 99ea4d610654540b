// Maps applied on a device.

#include "c_api/fixture.hpp"

#include <cstdint>
#include <vector>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

using MapPlanHandle = std::unique_ptr<histo_cl_map_plan, Release<histo_cl_map_plan_release>>;

MapPlanHandle map_plan(histo_cl_sample_type source, histo_cl_sample_type destination) {
    return made<MapPlanHandle>(histo_cl_map_plan_create, test_device().context()(), test_device().id(),
                               source, destination, nullptr);
}

} // namespace

TEST_CASE("a map plan applies one map, or those of tiles") {
    const auto& on = test_device();
    const auto plan = map_plan(HISTO_CL_SAMPLE_U8, HISTO_CL_SAMPLE_U16);
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
    job.values = 2; // the last level is that of 1 and above
    job.tile_width = 3;
    job.tile_height = 2;
    check_ok(histo_cl_map_plan_enqueue(plan.get(), on.queue()(), &job, 0, nullptr, nullptr));
    CHECK(on.read_back<std::uint16_t>(destination, 6) == std::vector<std::uint16_t>(6, 1001));
}

TEST_CASE("an equalization plan makes maps of each rule, and refuses") {
    const auto& on = test_device();
    if (!on.profile().fp64) return;
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
    job.levels = 0; // 256
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
    job.histograms = 0; // one
    CHECK(levels() == matching_map(given, given));

    const auto refuses = [&](std::initializer_list<std::string_view> words) {
        check_refused(histo_cl_equalization_plan_enqueue(plan.get(), on.queue()(), &job, 0, nullptr, nullptr),
                      words);
    };
    job.rule = 3;
    refuses({"rule is 3"});
    job.rule = HISTO_CL_MAP_RULE_EQUALIZE;
    refuses({"reference", "equalize"});
    histo_cl_equalization_plan* none = nullptr;
    check_refused(
        histo_cl_equalization_plan_create(on.context()(), on.id(), HISTO_CL_COUNTER_F64, nullptr, &none),
        {"f64", "u32 and u64"});
    CHECK(none == nullptr);
    histo_cl_equalization_plan_release(nullptr);
}

TEST_CASE("a map plan refuses") {
    const auto& on = test_device();
    const auto create = [&](histo_cl_sample_type source, histo_cl_sample_type destination) {
        histo_cl_map_plan* none = nullptr;
        const auto status =
            histo_cl_map_plan_create(on.context()(), on.id(), source, destination, nullptr, &none);
        CHECK(none == nullptr);
        return status;
    };
    check_refused(create(HISTO_CL_SAMPLE_F32, HISTO_CL_SAMPLE_U8), {"source", "f32", "u8 and u16"});
    check_refused(create(HISTO_CL_SAMPLE_U8, 99), {"destination is 99"});
    check_refused(histo_cl_map_plan_create(on.context()(), on.id(), HISTO_CL_SAMPLE_U8, HISTO_CL_SAMPLE_U8,
                                           nullptr, nullptr),
                  {"plan is NULL"});
    const auto plan = map_plan(HISTO_CL_SAMPLE_UNSET, HISTO_CL_SAMPLE_UNSET); // u8
    auto job = histo_cl_map_job_init();
    check_refused(histo_cl_map_plan_enqueue(nullptr, on.queue()(), &job, 0, nullptr, nullptr),
                  {"plan is NULL"});
    check_refused(histo_cl_map_plan_enqueue(plan.get(), on.queue()(), nullptr, 0, nullptr, nullptr),
                  {"job is NULL"});
    check_refused(histo_cl_map_plan_enqueue(plan.get(), on.queue()(), &job, 1, nullptr, nullptr),
                  {"wait is NULL"});
    check_refused(histo_cl_map_plan_enqueue(plan.get(), on.queue()(), &job, 0, nullptr, nullptr),
                  {"source", "null handle"});
    histo_cl_map_plan_release(nullptr);
}
