#include "choose/choose.hpp"
#include "data/profiles.hpp"
#include "support/decision_fault.hpp"

#include <doctest/doctest.h>

// How small histograms of a batch are assigned to teams of work-items.

using namespace histo_cl;
using detail::TeamSizes;

namespace {

Problem segments(std::uint32_t bins, SampleType sample = SampleType::u8) {
    return {.sample = sample, .axes = {even_bins(bins, 0, 256)}, .batch = Batch::segments};
}

TeamSizes sizes(const DeviceProfile& device, const Problem& problem) {
    return {problem, detail::team_decision(device, problem, choose(device, problem))};
}

} // namespace

TEST_CASE("the decision for a team's program can run on every profile") {
    for (const auto& named : test::real_profiles())
        for (const auto bins : {1U, 16U, 256U, 2000U, 100'000U}) {
            const auto& device = named.profile;
            const auto problem = segments(bins);
            const auto shared = choose(device, problem);
            CAPTURE(named.key);
            if (!shared.teams) continue;
            const auto team = detail::team_decision(device, problem, shared);
            CHECK(test::fault_of(device, problem, {}, team) == "");
            const TeamSizes of(problem, team);
            for (const auto elements : {0ULL, 1ULL, 63ULL, 1000ULL, 1ULL << 22}) {
                const auto log2_items = of.log2_items(elements);
                CHECK((of.teams(log2_items) << log2_items) == team.work_group_size);
                CHECK(of.local_bytes(log2_items) <= team.local_bytes);
            }
        }
}

TEST_CASE("teams count batches that fit local memory, unless a knob shapes the launch") {
    const auto& device = test::profile_named("nvidia_h200");
    CHECK(choose(device, segments(256)).teams);
    CHECK(choose(device, segments(256), {.knobs = {.variant = Variant::local_atomic}}).teams);
    CHECK_FALSE(choose(device, {.axes = {even_bins(256, 0, 256)}}).teams);
    CHECK_FALSE(choose(device, segments(256), {.knobs = {.work_group_size = 128}}).teams);
    CHECK_FALSE(choose(device, segments(100'000)).teams); // more counters than local memory can hold
    auto weighted = segments(256);
    weighted.weights.type = SampleType::f32;
    weighted.counter = CounterType::f64;
    CHECK_FALSE(choose(device, weighted).teams); // wide sums are finished by other kernels
}

TEST_CASE("a team is larger for more elements, and where local memory holds few tables") {
    const auto& device = test::profile_named("nvidia_h200");
    const auto small = sizes(device, segments(16));
    CHECK(small.teams(small.log2_items(64)) == 256);
    CHECK(small.teams(small.log2_items(64 * 16)) == 16);
    CHECK(small.teams(small.log2_items(1U << 20)) == 1);
    const auto large = sizes(device, segments(256));
    CHECK(large.teams(large.log2_items(64)) == 16); // each team has a table of 1 KiB
}

TEST_CASE("histograms of many elements are counted by work-groups with replicas") {
    const auto& device = test::profile_named("nvidia_h200");
    CHECK(detail::teams_pay(device, Batch::segments, 1, 1000));
    CHECK_FALSE(detail::teams_pay(device, Batch::segments, 4096, 65'536));
    CHECK(detail::teams_pay(device, Batch::ragged, 4096, 65'536));
    CHECK_FALSE(detail::teams_pay(device, Batch::ragged, 8, 65'536));
    CHECK_FALSE(detail::teams_pay(device, Batch::ragged, 4096, std::uint64_t{1} << 23));

    const auto shared = choose(device, segments(256));
    CHECK(shared.replicas == 16); // two lanes of a wave share one replica
    CHECK_FALSE(shared.count_values);
}
