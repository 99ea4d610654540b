// Properties of every decision of choose(), for every profile of data/profiles.hpp. The plan stays within the
// device's limits, the caller's knobs are kept, and each rejection has a reason.

#include "data/profiles.hpp"
#include "support/decision_fault.hpp"
#include "support/text.hpp"
#include "variants/compute_unit.hpp"

#include <histo_cl/decision.hpp>
#include <histo_cl/error.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <doctest/doctest.h>
#include <initializer_list>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

using Size = std::optional<std::uint32_t>;
constexpr Size unset;

constexpr std::array<std::uint32_t, 14> bin_counts{1,    2,    7,    255,   256,   257,      1000,
                                                   4096, 8192, 8193, 16384, 65536, 1U << 20, 1U << 24};

Problem problem_of(SampleType sample, std::uint32_t bins, CounterType counter = CounterType::u32,
                   std::uint64_t max_samples = 0) {
    return {
        .sample = sample, .axes = {even_bins(bins, 0, 256)}, .counter = counter, .max_samples = max_samples};
}

/// Every combination of sample type, bin count and counter, with every max_samples that the counter allows.
std::vector<Problem> all_problems() {
    std::vector<Problem> problems;
    for (const auto sample : all_sample_types)
        for (const auto bins : bin_counts)
            for (const auto counter : {CounterType::u32, CounterType::u64})
                for (const auto max_samples : {0ULL, 1000ULL, 1ULL << 20, 1ULL << 33})
                    if (counter == CounterType::u64 || max_samples < (1ULL << 32))
                        problems.push_back(problem_of(sample, bins, counter, max_samples));
    return problems;
}

/// One problem for each kind of plan: bytes, floats, wide samples, and more bins than a GPU's local memory
/// can hold.
std::vector<Problem> few_problems() {
    return {problem_of(SampleType::u8, 256), problem_of(SampleType::f32, 1000),
            problem_of(SampleType::u64, 8193, CounterType::u64, 1ULL << 33),
            problem_of(SampleType::i16, 65536, CounterType::u32, 1ULL << 20)};
}

/// The largest counters and the largest thresholds take 128 MiB each. A device whose largest buffer is well
/// above that has a plan for every problem.
bool holds_every_problem(const DeviceProfile& profile) {
    return profile.max_allocation_bytes > (192ULL << 20);
}

/// The outcome of `choose`: a decision, or the error that it threw.
struct Outcome {
    std::optional<Decision> decision;
    Status status{};
    std::string message;
};

Outcome outcome_of(const DeviceProfile& profile, const Problem& problem, const Options& options = {},
                   std::span<const Rejection> refused = {}) {
    try {
        return {.decision = choose(profile, problem, options, refused), .status = {}, .message = {}};
    } catch (const Error& error) {
        return {.decision = {}, .status = error.status(), .message = error.what()};
    }
}

std::string in_words(const DeviceProfile& profile, const Problem& problem) {
    return profile.name + " (" + profile.platform + "): " + to_string(problem);
}

/// The outcome of `choose`, after checking that the plan runs on the device or is rejected with a reason.
Outcome checked_outcome(const DeviceProfile& profile, const Problem& problem, const Options& options = {},
                        std::span<const Rejection> refused = {}) {
    auto outcome = outcome_of(profile, problem, options, refused);
    INFO(in_words(profile, problem), ", ", to_string(options.knobs));
    if (outcome.decision) {
        INFO(to_string(*outcome.decision));
        CHECK(fault_of(profile, problem, options, *outcome.decision) == "");
    } else {
        CAPTURE(outcome.message);
        CHECK((outcome.status == Status::unsupported || outcome.status == Status::invalid_argument));
        CHECK_FALSE(outcome.message.empty());
    }
    return outcome;
}

void check_explains_itself(const Decision& decision) {
    const auto text = to_string(decision);
    const auto explained = [&](const Rejection& rejection) {
        return !rejection.reason.empty() && contains(text, rejection.reason) &&
               rejection.variant != decision.variant;
    };
    CAPTURE(text);
    CHECK_FALSE(decision.reason.empty());
    CHECK(contains(text, method_name(decision)));
    CHECK(std::ranges::all_of(decision.rejections, explained));
}

/// Options, each with a single member set.
std::vector<Options> all_knobs() {
    std::vector<Options> all;
    const auto add = [&]<class Value>(std::optional<Value> Knobs::*knob,
                                      std::initializer_list<std::type_identity_t<Value>> values) {
        for (const Value value : values)
            all.emplace_back().knobs.*knob = value;
    };
    add(&Knobs::work_group_size, {1U, 32U, 64U, 100U, 128U, 256U, 1024U});
    add(&Knobs::work_groups, {1U, 7U, 64U, 4096U});
    add(&Knobs::replicas, {1U, 2U, 3U, 8U, 1000U});
    add(&Knobs::coarsening, {1U, 16U, 1000U});
    add(&Knobs::load_bytes, {1U, 4U, 16U});
    add(&Knobs::loads_in_flight, {1U, 2U, 4U, 8U});
    add(&Knobs::count_values, {false, true});
    add(&Knobs::partition, {Partition::contiguous, Partition::interleaved});
    add(&Knobs::merge, {Merge::atomic, Merge::last_group, Merge::device, Merge::host});
    for (const auto samples : {1ULL, 1000ULL, 1ULL << 20, 1ULL << 31})
        all.push_back({.samples_per_launch = samples});
    for (const auto bytes : {0ULL, 4096ULL, 1ULL << 20, 1ULL << 40})
        all.push_back({.workspace_limit = bytes});
    return all;
}

/// The first option that a decision does not keep, or "". Does not check workspace_limit; fault_of() does.
std::string_view lost_option(const Options& options, Decision decision, const Problem& problem) {
    if (const auto lost = lost_knob(options, decision); !lost.empty()) return lost;
    if (options.knobs.work_groups) { // a maximum; the problem's max_samples may need fewer
        const auto chosen = std::exchange(decision.work_groups, *options.knobs.work_groups);
        const auto hint = std::min(problem.max_samples, decision.samples_per_launch);
        if (chosen != (hint == 0 ? *options.knobs.work_groups : launched_groups(decision, hint)))
            return "work_groups";
    }
    const auto maximum = options.samples_per_launch.value_or(max_samples_per_launch);
    // A loop limit may allow fewer samples per launch than requested, but allows at least 1000.
    const bool kept =
        maximum > 1000 ? decision.samples_per_launch <= maximum : decision.samples_per_launch == maximum;
    return kept ? "" : "samples_per_launch";
}

} // namespace

TEST_CASE("choose: on every device, for every problem, a plan that runs there and explains itself") {
    const auto problems = all_problems();
    for (const auto& named : real_profiles()) {
        const auto& profile = named.profile;
        for (const auto& problem : problems) {
            INFO(in_words(profile, problem));
            const auto outcome = checked_outcome(profile, problem);
            if (outcome.decision) {
                check_explains_itself(*outcome.decision);
                CHECK(outcome.decision->doubles == profile.fp64);
                continue;
            }
            CAPTURE(outcome.message);
            CHECK(outcome.status == Status::unsupported);
            CHECK(!holds_every_problem(profile));
        }
    }
}

TEST_CASE("choose: a forced variant is taken, or the error names it") {
    constexpr std::array one_of_each_size{SampleType::u8, SampleType::i16, SampleType::f32, SampleType::f64};
    auto problems = all_problems();
    std::erase_if(problems, [&](const Problem& problem) { // hints affect all types alike
        return std::ranges::find(one_of_each_size, problem.sample) == one_of_each_size.end() &&
               (problem.counter != CounterType::u32 || problem.max_samples != 0);
    });
    for (const auto& named : real_profiles())
        for (const auto& problem : problems) {
            for (const auto variant : all_variants) {
                const auto outcome = checked_outcome(named.profile, problem, {.knobs = {.variant = variant}});
                INFO(in_words(named.profile, problem), ", forced ", name(variant));
                if (outcome.decision) {
                    CHECK(outcome.decision->variant == variant);
                    CHECK(outcome.decision->set_knobs ==
                          std::vector<SetKnob>{{"variant", KnobOrigin::caller}});
                } else {
                    CAPTURE(outcome.message);
                    CHECK(outcome.status == Status::unsupported);
                    CHECK(contains(outcome.message, name(variant)));
                }
            }
        }
}

TEST_CASE("choose: local memory beyond what a device reports is used where its profile allows it") {
    std::size_t devices = 0;
    for (const auto& named : real_profiles()) {
        const auto& profile = named.profile;
        if (profile.local_memory_reach_bytes == 0) continue;
        ++devices;
        CAPTURE(named.key);
        CHECK(profile.vendor == Vendor::nvidia);
        CHECK(profile.understates_kernels);
        REQUIRE(profile.local_memory_reach_bytes > profile.local_memory_bytes);
        const auto bins = static_cast<std::uint32_t>(profile.local_memory_reach_bytes / 4 - 64);
        for (const auto sample : {SampleType::u16, SampleType::f32, SampleType::i32}) {
            const Problem problem{.sample = sample, .axes = {even_bins(bins, 0, 65'536)}};
            const auto chosen = checked_outcome(profile, problem).decision;
            REQUIRE(chosen);
            CAPTURE(to_string(*chosen));
            CHECK(chosen->variant == Variant::local_atomic);
            CHECK(chosen->local_bytes > profile.local_memory_bytes);

            auto reported = profile; // like the profile after a failed trial
            reported.local_memory_reach_bytes = 0;
            const auto within = checked_outcome(reported, problem).decision;
            REQUIRE(within);
            CHECK(within->variant != Variant::local_atomic);
        }
        const auto beyond = outcome_of(profile, problem_of(SampleType::f32, bins + 64),
                                       {.knobs = {.variant = Variant::local_atomic}});
        CHECK_FALSE(beyond.decision);
        CHECK(contains(beyond.message, "B of local memory, the device has"));
    }
    CHECK(devices == 3);
}

namespace {

/// The minimum number of loop iterations of a work-item in any kernel, which zeroes its share of the
/// counters, loads its samples, and sums up and writes its share. A search for a value's bin takes one
/// iteration per bit of the number of bins.
double min_iterations(const Decision& decision, const Problem& problem) {
    const double items = decision.work_group_size;
    // Declared local memory is rounded up, and not all of it is zeroed.
    const double local_bytes = decision.declares_local_memory ? min_local_bytes(decision)
                                                              : static_cast<double>(decision.local_bytes);
    const double local_words = local_bytes / 4 / items;
    const double delivered = decision.window_bins / items;
    const double elements = std::max(1.0, decision.load_bytes / static_cast<double>(bytes(problem.sample)));
    const double loads =
        static_cast<double>(decision.samples_per_launch) / items / decision.work_groups / elements;
    switch (decision.variant.value()) {
    case Variant::global_private: return loads + 2 * delivered;
    case Variant::local_atomic:
    case Variant::local_aggregated:
    case Variant::local_windowed: {
        // The return type of bit_width depends on the standard library's version.
        const double search = decision.count_values && std::holds_alternative<EdgeBins>(problem.axes[0])
                                  ? static_cast<double>(std::bit_width(problem.counters()))
                                  : 0;
        return local_words + loads + delivered * (1 + decision.replicas + search);
    }
    case Variant::local_packed: return local_words + loads + delivered;
    case Variant::hot_bin_cache: return local_words + loads + decision.slots / items;
    case Variant::partitioned:
    case Variant::banked_uchar4: return local_words + loads;
    case Variant::item_private: return loads + 2.0 * decision.window_bins * decision.replicas;
    case Variant::item_pairs:
    case Variant::item_packed: return 0; // rejected on a device with a loop limit
    default: return loads;
    }
}

} // namespace

TEST_CASE("choose: a device that cuts loops short gets launches that it finishes") {
    const auto& profile = profile_named("rusticl_llvmpipe");
    REQUIRE(profile.loop_limit == 65'535);
    std::vector<double> edges;
    for (int i = 0; i <= 1000; ++i)
        edges.push_back(8 * i);
    std::vector<Problem> problems{{.sample = SampleType::u16, .axes = {edge_bins(edges)}}};
    for (const auto sample : {SampleType::u8, SampleType::u16, SampleType::f32})
        for (const auto bins : {1U, 256U, 4000U, 8192U, 16'384U, 60'000U, 1U << 20})
            problems.push_back(problem_of(sample, bins));
    std::size_t plans = 0;
    for (const auto& problem : problems)
        for (const auto variant : all_variants)
            for (const auto size : {unset, Size(1), Size(7), Size(64)})
                for (const auto groups : {unset, Size(1)})
                    for (const auto loads : {unset, Size(1), Size(8)})
                        for (const bool by_value : {false, true}) {
                            Options options{.knobs = {.variant = variant,
                                                      .work_group_size = size,
                                                      .work_groups = groups,
                                                      .loads_in_flight = loads}};
                            if (by_value) options.knobs.count_values = true;
                            const auto outcome = outcome_of(profile, problem, options);
                            if (!outcome.decision) continue;
                            ++plans;
                            INFO(in_words(profile, problem), ", ", to_string(options.knobs));
                            INFO(to_string(*outcome.decision));
                            CHECK(min_iterations(*outcome.decision, problem) <= profile.loop_limit);
                        }
    CHECK(plans > 500);
}

TEST_CASE("choose: variants that a driver refused are passed over and recorded, until none is left") {
    for (const auto& named : real_profiles()) {
        const auto& profile = named.profile;
        for (const auto& problem : few_problems()) {
            INFO(in_words(profile, problem));
            std::vector<Rejection> refused;
            auto outcome = checked_outcome(profile, problem);
            while (outcome.decision && refused.size() < all_variants.size()) {
                const auto& decision = *outcome.decision;
                for (const auto& before : refused) {
                    CHECK(decision.variant != before.variant);
                    const auto on_record = [&before](const Rejection& rejection) {
                        return rejection.variant == before.variant &&
                               contains(rejection.reason, before.reason);
                    };
                    CHECK(std::ranges::any_of(decision.rejections, on_record));
                }
                refused.push_back(
                    {decision.variant.value(), "refused no. " + std::to_string(refused.size())});
                outcome = checked_outcome(profile, problem, {}, refused);
            }
            CHECK_FALSE(refused.empty());
            CHECK_FALSE(outcome.decision);
            CHECK(outcome.status == Status::unsupported);
            for (const auto& [variant, reason] : refused)
                CHECK(contains(outcome.message, reason));
        }
    }
}

TEST_CASE("choose: a variant that is forced and was refused is an error, not another variant") {
    const auto& profile = profile_named("amd_rx_6800_xt");
    for (const auto variant : all_variants) {
        CAPTURE(name(variant));
        const std::array refused{Rejection{variant, "CL_OUT_OF_RESOURCES"}};
        const auto outcome =
            outcome_of(profile, problem_of(SampleType::u8, 256), {.knobs = {.variant = variant}}, refused);
        CHECK_FALSE(outcome.decision);
        CHECK(outcome.status == Status::unsupported);
        CHECK(contains(outcome.message, name(variant)));
        CHECK(contains(outcome.message, "CL_OUT_OF_RESOURCES"));
    }
}

TEST_CASE("choose: a knob that is set is kept, or the call is an error") {
    const auto knobs = all_knobs();
    std::vector<std::size_t> times_kept(knobs.size());
    std::vector<std::optional<Variant>> forced{std::nullopt};
    forced.insert(forced.end(), all_variants.begin(), all_variants.end());
    for (const auto& named : real_profiles())
        for (const auto& problem : few_problems())
            for (const auto& variant : forced)
                for (std::size_t i = 0; i < knobs.size(); ++i) {
                    auto options = knobs[i];
                    options.knobs.variant = variant;
                    const auto outcome = checked_outcome(named.profile, problem, options);
                    if (!outcome.decision) continue;
                    INFO(in_words(named.profile, problem), ", ", to_string(options.knobs));
                    CHECK(lost_option(options, *outcome.decision, problem) == "");
                    ++times_kept[i];
                }
    for (std::size_t i = 0; i < knobs.size(); ++i) {
        CAPTURE(i);
        CAPTURE(to_string(knobs[i].knobs));
        CHECK(times_kept[i] > 0); // otherwise the loops above have not tested this knob
    }
}

TEST_CASE("choose: the largest knobs together overflow nothing") {
    constexpr auto largest = std::numeric_limits<std::uint32_t>::max();
    for (const auto& named : real_profiles())
        for (const auto variant : all_variants)
            for (const auto bins : {1U, 256U, max_bins})
                for (const auto merge : {Merge::atomic, Merge::device})
                    for (const auto work_groups : {unset, Size(largest)})
                        for (const auto replicas : {unset, Size(4096)})
                            for (const auto coarsening : {1U, largest}) {
                                const auto problem =
                                    problem_of(SampleType::u8, bins, CounterType::u64, 1ULL << 33);
                                const Options options{
                                    .knobs = {.variant = variant,
                                              .work_group_size = named.profile.max_work_group_size,
                                              .work_groups = work_groups,
                                              .replicas = replicas,
                                              .coarsening = coarsening,
                                              .merge = merge},
                                    .workspace_limit = std::numeric_limits<std::uint64_t>::max()};
                                const auto outcome = checked_outcome(named.profile, problem, options);
                                CHECK((outcome.decision || outcome.status == Status::unsupported));
                            }
}

TEST_CASE("choose: a knob outside its range is an error on every device") {
    const std::vector<std::pair<std::string, Options>> bad_knobs{
        {"work_group_size 0: allowed are 1 and more", {.knobs = {.work_group_size = 0}}},
        {"work_groups 0: allowed are 1 and more", {.knobs = {.work_groups = 0}}},
        {"replicas 0: allowed are 1 to 4096", {.knobs = {.replicas = 0}}},
        {"replicas 4097: allowed are 1 to 4096", {.knobs = {.replicas = 4097}}},
        {"coarsening 0: allowed are 1 and more", {.knobs = {.coarsening = 0}}},
        {"load_bytes 0: allowed are 1, 4 and 16", {.knobs = {.load_bytes = 0}}},
        {"load_bytes 2", {.knobs = {.load_bytes = 2}}},
        {"load_bytes 3", {.knobs = {.load_bytes = 3}}},
        {"load_bytes 8", {.knobs = {.load_bytes = 8}}},
        {"load_bytes 32", {.knobs = {.load_bytes = 32}}},
        {"loads_in_flight 0: allowed are 1, 2, 4 and 8", {.knobs = {.loads_in_flight = 0}}},
        {"loads_in_flight 3", {.knobs = {.loads_in_flight = 3}}},
        {"loads_in_flight 16", {.knobs = {.loads_in_flight = 16}}},
        {"samples_per_launch 0", {.samples_per_launch = 0}},
        {"samples_per_launch 2147483649", {.samples_per_launch = max_samples_per_launch + 1}},
        {"samples_per_launch 18446744073709551615", {.samples_per_launch = ~std::uint64_t{0}}},
        {"work-groups of 4294967295", {.knobs = {.work_group_size = ~std::uint32_t{0}}}},
    };
    for (const auto& named : real_profiles()) {
        CAPTURE(named.key);
        const auto check = [&](const std::string& text, const Options& options) {
            CAPTURE(text);
            const auto outcome = checked_outcome(named.profile, problem_of(SampleType::u8, 256), options);
            CHECK_FALSE(outcome.decision);
            CAPTURE(outcome.message);
            CHECK(contains(outcome.message, text));
        };
        for (const auto& [text, options] : bad_knobs)
            check(text, options);
        check("the device allows ", {.knobs = {.work_group_size = named.profile.max_work_group_size + 1}});
    }
}

TEST_CASE("choose: never uses more local memory than a device reports or can reach") {
    constexpr std::uint64_t maximum = std::numeric_limits<std::uint64_t>::max();
    auto profile = profile_named("nvidia_h200");
    for (const std::uint64_t reported : {std::uint64_t{0}, std::uint64_t{16}, std::uint64_t{49152}, maximum})
        for (const std::uint64_t reach :
             {std::uint64_t{1}, std::uint64_t{63}, std::uint64_t{64}, std::uint64_t{49153}, maximum}) {
            CAPTURE(reported);
            CAPTURE(reach);
            profile.local_memory_bytes = reported;
            profile.local_memory_reach_bytes = reach;
            for (const auto& problem : few_problems())
                checked_outcome(profile, problem);
        }
}

namespace {

/// Describes a decision, e.g. "local_atomic: 384 x 256, replicas 8, 9728 B, loads 4".
std::string in_short(const Decision& decision) {
    const auto number = [](std::uint64_t value) { return std::to_string(value); };
    return std::string(method_name(decision)) + ": " + number(decision.work_groups) + " x " +
           number(decision.work_group_size) + ", replicas " + number(decision.replicas) + ", " +
           number(decision.local_bytes) + " B, loads " + number(decision.loads_in_flight);
}

/// The decisions for one profile: u8 samples in 256 bins, f32 samples in 1000 bins, and tiles of u16 samples
/// in 256 bins.
struct Recorded {
    std::string_view key;
    std::string_view bytes;
    std::string_view floats;
    std::string_view tiles;
};

constexpr std::array recorded{
    Recorded{"amd_rx_vega_64", "local_atomic: 384 x 256, replicas 8, 9728 B, loads 4",
             "local_atomic: 512 x 256, replicas 1, 4152 B, loads 4",
             "local_atomic: 448 x 256, replicas 8, 8512 B, loads 4"},
    Recorded{"amd_mi300x", "local_atomic: 2128 x 256, replicas 8, 8704 B, loads 4",
             "local_atomic: 2432 x 256, replicas 1, 4152 B, loads 4",
             "local_atomic: 2128 x 256, replicas 8, 8512 B, loads 4"},
    Recorded{"amd_rx_6800_xt", "local_atomic: 252 x 256, replicas 16, 17920 B, loads 4",
             "local_atomic: 288 x 256, replicas 1, 4152 B, loads 4",
             "local_atomic: 252 x 256, replicas 16, 16448 B, loads 4"},
    Recorded{"amd_rx_6700_xt_rusticl", "local_atomic: 40 x 1024, replicas 32, 33280 B, loads 4",
             "local_atomic: 320 x 256, replicas 1, 4152 B, loads 4",
             "local_atomic: 40 x 1024, replicas 32, 32896 B, loads 4"},
    Recorded{"intel_uhd_630", "local_atomic: 6 x 256, replicas 16, 16896 B, loads 4",
             "local_atomic: 9 x 256, replicas 1, 4152 B, loads 4",
             "local_atomic: 6 x 256, replicas 16, 16448 B, loads 1"},
    Recorded{"intel_iris_xe", "local_atomic: 24 x 256, replicas 16, 17920 B, loads 4",
             "local_atomic: 36 x 256, replicas 1, 4152 B, loads 4",
             "local_atomic: 24 x 256, replicas 16, 16448 B, loads 1"},
    Recorded{"intel_arc_a750", "local_atomic: 112 x 256, replicas 16, 17920 B, loads 4",
             "local_atomic: 168 x 256, replicas 1, 4152 B, loads 4",
             "local_atomic: 112 x 256, replicas 16, 16448 B, loads 1"},
    Recorded{"nvidia_gtx_1650", "local_atomic: 16 x 1024, replicas 32, 34304 B, loads 4",
             "local_atomic: 32 x 1024, replicas 1, 4152 B, loads 4",
             "local_atomic: 64 x 512, replicas 1, 1064 B, loads 4"},
    Recorded{"nvidia_h200", "local_atomic: 264 x 512, replicas 32, 34304 B, loads 4",
             "local_atomic: 264 x 1024, replicas 1, 4152 B, loads 4",
             "local_atomic: 528 x 512, replicas 1, 1064 B, loads 4"},
    Recorded{"apple_m4_pro", "local_atomic: 20 x 256, replicas 16, 16896 B, loads 4",
             "local_atomic: 120 x 256, replicas 1, 4152 B, loads 4",
             "local_atomic: 20 x 256, replicas 16, 16448 B, loads 4"},
    Recorded{"pocl_x86", "item_pairs: 4 x 1, replicas 16, 53248 B, loads 1",
             "item_private: 4 x 1, replicas 16, 72072 B, loads 1",
             "item_pairs: 4 x 1, replicas 2, 35276 B, loads 1"},
};

} // namespace

// If a rule changes, this test shows which devices are affected. docs/notes/foreign.md has the reasons for
// the rules that were not measured.
TEST_CASE("choose: decisions are the recorded ones") {
    auto tiles = problem_of(SampleType::u16, 256);
    tiles.layout.rows = true;
    tiles.batch = Batch::tiles;
    for (const auto& line : recorded) {
        const auto& profile = profile_named(line.key);
        CAPTURE(line.key);
        CHECK(in_short(choose(profile, problem_of(SampleType::u8, 256))) == line.bytes);
        CHECK(in_short(choose(profile, problem_of(SampleType::f32, 1000))) == line.floats);
        CHECK(in_short(choose(profile, tiles)) == line.tiles);
    }
}

TEST_CASE("choose: counters that exceed a CPU's local memory are in the workspace, in a row for each core") {
    auto profile = profile_named("pocl_x86");
    profile.compute_units = 16;
    profile.global_memory_bytes = 8ULL << 30U;
    profile.max_allocation_bytes = 2ULL << 30U;
    const auto sums = choose(profile, {.sample = SampleType::f32,
                                       .axes = {even_bins(1'000'000, 0, 1)},
                                       .weights = {.type = SampleType::f32},
                                       .counter = CounterType::f64});
    CHECK(sums.variant == Variant::item_private);
    CHECK(sums.local_bytes == 0);
    CHECK(sums.work_groups == 16);
    const auto axis = even_bins(4096, 0, 1);
    const auto counts = choose(
        profile, {.sample = SampleType::f32, .axes = {axis, axis}, .joint = true, .layout = {.channels = 2}});
    CHECK(counts.variant == Variant::item_packed);
    CHECK(counts.work_groups == 16);
    profile.global_memory_bytes = 1ULL << 30U; // room for the rows of 5 groups next to the wide sums
    const auto few = choose(profile, {.sample = SampleType::f32,
                                      .axes = {even_bins(1'000'000, 0, 1)},
                                      .weights = {.type = SampleType::f32},
                                      .counter = CounterType::f64});
    CHECK(few.work_groups == 5);
    CHECK(few.workspace_bytes + 16'000'016 <= 128ULL << 20U);
}

TEST_CASE("choose: sums of float weights that exceed the limit of the workspace are refused") {
    for (const auto& named : real_profiles()) {
        auto profile = named.profile;
        CAPTURE(named.key);
        const Problem problem{.sample = SampleType::u32,
                              .axes = {even_bins(200'000, 0, 200'000)},
                              .weights = {.type = SampleType::f32, .squares = true},
                              .counter = CounterType::f64};
        constexpr std::uint64_t sums = 16 * 2 * 200'000 + 32; // in bytes
        profile.max_allocation_bytes = sums - 1;
        const auto refused = outcome_of(profile, problem);
        CHECK_FALSE(refused.decision);
        CHECK(refused.status == Status::unsupported);
        CHECK(refused.message.find("needs 6400032 B of workspace for sums, the limit is 6400031 B") !=
              std::string::npos);
    }
}

TEST_CASE("choose: replicas leave room for half of the work-items of AMD's and Intel's compute units") {
    for (const auto& named : real_profiles()) {
        const auto& profile = named.profile;
        const auto unit = detail::compute_unit(profile);
        CAPTURE(named.key);
        CHECK(unit.documented == (profile.type == DeviceType::gpu &&
                                  (profile.vendor == Vendor::amd || profile.vendor == Vendor::intel)));
        CHECK(unit.units >= 1);
        CHECK(unit.units <= profile.compute_units);
        if (!unit.documented) continue;
        for (const auto sample : {SampleType::u8, SampleType::u16, SampleType::f32})
            for (const auto bins : {10U, 256U, 700U}) {
                const Options options{.knobs = {.variant = Variant::local_atomic}};
                const auto decision = choose(profile, problem_of(sample, bins), options);
                CAPTURE(to_string(decision));
                const auto groups = unit.local_bytes / detail::local_bytes_taken(unit, decision.local_bytes);
                CHECK(2 * groups * decision.work_group_size >= unit.work_items);
                CHECK(decision.work_groups <= groups * unit.units);
                CHECK(decision.replicas <= unit.banks);
            }
    }
}

TEST_CASE("compute units: sizes are those in the makers' documents") {
    const auto unit = [](std::string_view key) { return detail::compute_unit(profile_named(key)); };
    CHECK(unit("amd_firepro_s7150").local_bytes == 65536); // the driver gives half of it to a work-group
    CHECK(unit("amd_rx_vega_64").local_bytes == 65536);
    CHECK(unit("amd_rx_6800_xt").local_bytes == 131072); // the unit is a work-group processor
    CHECK(unit("amd_rx_6800_xt").units == 36);
    CHECK(detail::local_bytes_taken(unit("amd_rx_6800_xt"), 17000) == 17408);
    CHECK(unit("amd_rx_6700_xt_rusticl").local_bytes == 65536);
    CHECK(unit("intel_arc_a750").units == 56); // the card has 448 execution units, 8 per unit
    CHECK(unit("intel_arc_a750").banks == 16);
    const auto taken = [&](std::uint64_t bytes) {
        return detail::local_bytes_taken(unit("intel_arc_a750"), bytes);
    };
    CHECK(taken(17000) == 32768);
    CHECK(taken(32768) == 32768);
    CHECK(taken(~std::uint64_t{0}) == ~std::uint64_t{0});
    CHECK(detail::local_bytes_taken(unit("nvidia_h200"), 17000) == 18024);
    CHECK(unit("pocl_x86").units == 2); // an AMD processor, but not a GPU
}

TEST_CASE("choose: replicas that just do not fit are halved, not refused") {
    Problem rgb{.sample = SampleType::u8, .axes = {}};
    rgb.axes.assign(3, identity_bins(256));
    const auto decision = choose(profile_named("nvidia_rtx_4070_laptop"), rgb);
    CAPTURE(to_string(decision));
    CHECK(decision.variant == Variant::local_atomic);
    // 32 replicas of 768 bins take 96 KiB. The rest has no room for both the spare row and the cells in which
    // the counts of values are summed.
    CHECK(decision.replicas == 16);
}
