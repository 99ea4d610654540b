#include "device_job.hpp"
#include "proof.hpp"

#include <array>
#include <doctest/doctest.h>

// Batches of small histograms, each counted by a team of work-items. The random cases of other suites set
// knobs that teams do not support.

namespace histo_cl::test {
namespace {

std::vector<Problem> batched_problems() {
    return {
        {.axes = {identity_bins(256)}},
        {.sample = SampleType::u8, .axes = {even_bins(16, 0, 256)}, .counter = CounterType::u64},
        {.sample = SampleType::f32,
         .axes = {log_bins(10, 1, 1000)},
         .last_edge = LastEdge::inclusive,
         .out_of_range = OutOfRange::counted},
        {.sample = SampleType::i16,
         .axes = {even_bins(1, -100, 100), even_bins(300, -3000, 3000)},
         .layout = {.channels = 3, .active = {2, 0}, .mask = true}},
        {.sample = SampleType::u16, .axes = {even_bins(8, 0, 65536), even_bins(9, 0, 999)}, .joint = true},
        {.sample = SampleType::i32,
         .axes = {even_bins(37, -1000, 1000)},
         .weights = {.type = SampleType::i32, .squares = true},
         .counter = CounterType::i64},
        {.axes = {even_bins(9, 0, 200)},
         .weights = {.type = SampleType::i16, .vectors = 2, .stride = 6},
         .counter = CounterType::i64},
        {.sample = SampleType::u8,
         .axes = {even_bins(9, 0, 200)},
         .weights = {.type = SampleType::u16, .counts = true, .vectors = 2, .order = CounterOrder::by_cell},
         .counter = CounterType::u64},
        {.axes = {even_bins(9, 0, 200), even_bins(4, 0, 100)},
         .weights = {.type = SampleType::f32, .counts = true, .accumulator = Accumulator::minimum},
         .counter = CounterType::f64},
        {.axes = {even_bins(9, 0, 200)},
         .weights = {.type = SampleType::i32,
                     .counts = true,
                     .accumulator = Accumulator::maximum,
                     .vectors = 2,
                     .order = CounterOrder::by_cell},
         .counter = CounterType::i64},
        {.sample = SampleType::f32,
         .axes = {even_bins(12, 0, 10)},
         .weights = {.type = SampleType::f64, .accumulator = Accumulator::maximum},
         .counter = CounterType::f64},
        {.axes = {even_bins(5, 0, 200)},
         .weights = {.type = SampleType::u8, .accumulator = Accumulator::minimum},
         .counter = CounterType::u64},
    };
}

void check_teams(const Problem& problem, Random& random) {
    CAPTURE(to_string(problem));
    if (problem.weights.type == SampleType::f64 && !test_device().profile().int64_atomics) return;
    const auto plan = make_plan(problem, {.knobs = {.variant = Variant::local_atomic}});
    CHECK(plan.decision().teams);
    const JobLimits limits{.elements = small_size() ? 1000 : max_elements,
                           .counters = small_size() ? 20'000U : 100'000U};
    CHECK(wrong_jobs(plan, problem, small_size() ? 3 : 20, limits, random) == "");
}

} // namespace

TEST_SUITE("batches") {
    TEST_CASE("small histograms are counted by teams") {
        struct Way {
            Batch batch;
            WeightPer per = WeightPer::element;
        };
        constexpr std::array ways{Way{Batch::segments}, Way{Batch::ragged}, Way{Batch::tiles},
                                  Way{Batch::tiles, WeightPer::row}, Way{Batch::tiles, WeightPer::column}};
        Random random(1);
        std::size_t n = 0;
        for (auto problem : batched_problems())
            for (const auto& [batch, per] : ways) {
                if (per != WeightPer::element && !problem.weights.type) continue;
                if (small_size() && n++ % 2 != 0) continue; // tests each problem with half of the ways
                problem.batch = batch;
                problem.layout.rows = batch == Batch::tiles;
                problem.weights.per = per;
                check_teams(problem, random);
            }
    }

    TEST_CASE("a segment that is too long for a team and many short ones are counted") {
        if (small_size()) return; // millions of elements are too many
        const std::uint64_t count = 5'000'000;
        HostJob job{.text = "a long segment", .shape = {.count = count}, .samples = Random(1).bytes(count)};
        for (std::uint64_t i = 0; i < 3000; ++i)
            job.offsets.push_back(i * 7 / 2);
        job.offsets.push_back(4'900'000);
        for (std::uint64_t at = 4'900'000; at < count; at += 10'000)
            job.offsets.push_back(at + 10'000);
        Problem problem{.axes = {even_bins(64, 0, 256)}, .batch = Batch::ragged};
        for (const bool extremes : {false, true}) {
            if (extremes) {
                job.weights.push_back(job.samples);
                problem.weights.type = SampleType::i8;
                problem.weights.accumulator = Accumulator::minimum;
                problem.weights.counts = true;
                problem.counter = CounterType::i64;
            }
            const auto plan = make_plan(problem, {.knobs = {.variant = Variant::local_atomic}});
            CHECK(wrong_counts(plan, problem, job, false, false) == "");
            CHECK(wrong_counts(plan, problem, job, true, false) == "");
        }
    }

    TEST_CASE("ragged segments that change between the jobs of a plan are counted") {
        const Problem problem{.axes = {even_bins(64, 0, 256)}, .batch = Batch::ragged};
        const auto plan = make_plan(problem, {.knobs = {.variant = Variant::local_atomic}});
        HostJob job{.text = "changing segments", .shape = {.count = 1000}, .samples = Random(1).bytes(1000)};
        const std::vector<std::uint64_t> offsets{0, 3, 3, 90, 700, 1000};
        for (const auto& changed : {offsets, offsets, {0, 3, 3, 90}, {0, 3, 3, 91, 700, 1000}, offsets}) {
            job.offsets = changed;
            CHECK(wrong_counts(plan, problem, job, false, false) == "");
        }
    }

    TEST_CASE("equal samples of a segment that one work-group counts") {
        // More samples than the narrow counters of some variants can hold before they carry.
        const std::uint64_t count = 6000;
        HostJob job{.text = "equal samples", .shape = {.count = 3 * count, .segment = count}};
        job.samples.assign(3 * count, std::byte{7});
        const Problem problem{.axes = {identity_bins(200)}, .batch = Batch::segments};
        for (const auto variant : all_variants) {
            std::string why;
            const auto plan = try_plan(
                problem, {.knobs = {.variant = variant, .work_groups = 1, .merge = Merge::atomic}}, why);
            if (!plan) continue;
            CAPTURE(to_string(plan->decision()));
            for (const bool accumulate : {false, true})
                CHECK(wrong_counts(*plan, problem, job, accumulate, false) == "");
        }
    }
}

} // namespace histo_cl::test
