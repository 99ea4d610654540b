#include "random_case.hpp"

#include "device_job.hpp"
#include "guarded_counts.hpp"
#include "proof.hpp"
#include "random_problem.hpp"
#include "support/decision_fault.hpp"
#include "support/mesa_faults.hpp"

#include <algorithm>
#include <doctest/doctest.h>

namespace histo_cl::test {

bool compatible(const Level& a, const Level& b) {
    const auto& device = test_device().profile();
    // No passes under Oclgrind: it regards a released buffer as uninitialized, even if commands that use it
    // have not run yet.
    if (under_oclgrind() && (is_of_one_buffer(a) || is_of_one_buffer(b))) return false;
    // No queued weights either: Oclgrind 21.10's check for uninitialized memory crashes when they are added.
    if (under_oclgrind() && queues_weights(a, b)) return false;
    return !impossible(a, b) && !depends_on_third(a, b) && rejection(a, b).empty() &&
           missing(a, device).empty() && missing(b, device).empty() &&
           !(is_wide_extreme(a, b) && !device.int64_atomics) &&
           !(is_large_by_value(a, b) && device.local_memory_bytes < (1U << 20U)) &&
           !(may_overflow_packed(a, b) && device.type != DeviceType::cpu);
}

Levels random_levels(std::uint64_t seed, const std::function<bool(const Level&)>& allowed) {
    const auto can_meet = [&](const Level& a, const Level& b) {
        return (!allowed || (allowed(a) && allowed(b))) && compatible(a, b);
    };
    return complete(can_meet, {}, seed);
}

void check_case(const Levels& levels, std::uint64_t seed) {
    CAPTURE(to_string(levels));
    Random random(seed);
    const auto traits = test::traits(levels);
    const auto variant = traits.options.knobs.variant;
    const auto local_bytes = test_device().profile().local_memory_bytes;
    // Limits the cells so that sums of 16 bytes each take at most half of local memory. Three joint axes with
    // counters for samples out of range need at least 144 cells.
    constexpr std::uint64_t min_cells = 144;
    const auto bytes_per_cell = 16 * std::max(2U, traits.problem.counters_per_cell());
    const auto max_local = std::clamp<std::uint64_t>(local_bytes / 2 / bytes_per_cell, min_cells, 1000);
    const bool up_to_256 =
        variant == Variant::banked_uchar4 || variant == Variant::item_pairs || small_size();
    std::uint64_t max_cells = random.between(std::min<std::uint64_t>(256, max_local), max_local);
    if (up_to_256) max_cells = std::min<std::uint64_t>(max_cells, 256);
    if (variant == Variant::item_pairs && local_bytes < 48 * 1024) max_cells = min_cells;
    const auto made = random_problem(traits, max_cells, random);
    CAPTURE(to_string(made.problem));
    if (made.options.knobs.count_values == true && made.problem.sample == SampleType::i8 &&
        made.problem.axes.size() > 1 &&
        mesa_leaves_out("signed bytes of several axes that are counted by value", 22))
        return;
    const auto plan = make_plan(made.problem, made.options);
    CAPTURE(to_string(plan.decision()));
    CHECK(lost_knob(made.options, plan.decision()) == "");
    const JobLimits limits{.elements = small_size() ? 500 : max_elements,
                           .counters = small_size() ? 5000U : 50'000U};
    CHECK(wrong_jobs(plan, made.equivalent, small_size() ? 2 : 10, limits, random) == "");
}

void for_each_random_case(std::vector<std::uint64_t> seeds, std::uint64_t cases,
                          const std::function<void(std::uint64_t seed)>& check) {
    if (const auto given = number_in("HISTO_CL_TEST_SEED")) seeds = {*given};
    cases = number_in("HISTO_CL_TEST_CASES").value_or(cases);
    const auto one = number_in("HISTO_CL_TEST_CASE");
    for (const auto seed : seeds) {
        MESSAGE("HISTO_CL_TEST_SEED=" << seed << ", " << cases << " cases");
        for (std::uint64_t i = one.value_or(0); i < (one ? *one + 1 : cases); ++i) {
            INFO("HISTO_CL_TEST_SEED=", seed, " HISTO_CL_TEST_CASE=", i);
            check(Random(seed * 1'000'003 + i).bits());
        }
    }
}

} // namespace histo_cl::test
