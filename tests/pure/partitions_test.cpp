// For which problems samples are queued by partitions of the bins, and how many samples a round holds.

#include "data/profiles.hpp"
#include "support/text.hpp"
#include "variants/partitions.hpp"

#include <histo_cl/decision.hpp>
#include <histo_cl/error.hpp>

#include <algorithm>
#include <cstdint>
#include <doctest/doctest.h>
#include <optional>
#include <string>

using namespace histo_cl;
using namespace histo_cl::detail;
using histo_cl::test::contains;
using histo_cl::test::profile_named;
using histo_cl::test::real_profiles;

namespace {

Problem with_bins(std::uint32_t bins, std::uint64_t max_samples = 0) {
    return {.sample = SampleType::f32, .axes = {even_bins(bins, 0, 1)}, .max_samples = max_samples};
}

Problem with_weights(std::uint32_t bins, std::uint64_t max_samples = 0) {
    auto problem = with_bins(bins, max_samples);
    problem.weights.type = SampleType::f32;
    problem.counter = CounterType::f64;
    return problem;
}

constexpr std::uint32_t many = 1U << 21U;

std::string why_not_partitioned(const Decision& decision) {
    const auto found = std::ranges::find(decision.rejections, Variant::partitioned, &Rejection::variant);
    return found == decision.rejections.end() ? "" : found->reason;
}

} // namespace

TEST_SUITE("partitions") {
    TEST_CASE("samples are queued if a round holds four million") {
        auto h200 = profile_named("nvidia_h200");
        const auto decision = choose(h200, with_bins(many));
        CHECK(decision.variant == Variant::partitioned);
        CHECK(decision.branches);
        CHECK(decision.workspace_bytes <= 512U << 20U);
        CHECK(contains(to_string(decision), "skewed:    as by hot_bin_cache"));

        const auto little_workspace = choose(h200, with_bins(many), {.workspace_limit = 8U << 20U});
        CHECK(little_workspace.variant == Variant::hot_bin_cache);
        CHECK(contains(why_not_partitioned(little_workspace), "rounds of"));
        const auto few_samples = choose(h200, with_bins(many, 1U << 21U));
        CHECK(few_samples.variant == Variant::hot_bin_cache);
        CHECK(contains(why_not_partitioned(few_samples), "rounds of 2097152 samples"));
        CHECK(choose(h200, with_bins(262'144)).variant == Variant::partitioned);
        // Up to 3 windows, local_windowed is as fast as partitions, however skewed the samples are.
        const auto few_windows = choose(h200, with_bins(170'000));
        CHECK(few_windows.variant == Variant::local_windowed);
        CHECK(contains(why_not_partitioned(few_windows), "3 windows of local memory"));
        h200.global_memory_bytes = 128U << 20U;
        CHECK(contains(why_not_partitioned(choose(h200, with_bins(many))), "rounds of"));
        CHECK(choose(h200, with_bins(many), {.workspace_limit = 512U << 20U}).variant ==
              Variant::partitioned);
    }

    TEST_CASE("samples are not queued where local memory has room only for small work-groups") {
        const auto decision = choose(profile_named("amd_mi300x"), with_bins(many));
        CHECK(decision.variant != Variant::partitioned);
        CHECK(contains(why_not_partitioned(decision), "work-groups of 32"));
        CHECK(
            choose(profile_named("amd_mi300x"), with_bins(many), {.knobs = {.variant = Variant::partitioned}})
                .work_group_size == 32);
    }

    TEST_CASE("bin numbers within a partition fit a queue, whatever the local memory") {
        auto device = profile_named("nvidia_h200");
        for (std::uint64_t local = 1U << 10U; local <= 1U << 26U; local *= 2)
            for (const std::uint32_t bins :
                 {9U, 1U << 16U, 1U << 21U, (1U << 23U) - 1, (1U << 23U) + 1, 1U << 24U}) {
                CAPTURE(local);
                CAPTURE(bins);
                device.local_memory_bytes = local;
                device.local_memory_reach_bytes = 0;
                for (const auto variant :
                     {std::optional<Variant>(Variant::partitioned), std::optional<Variant>()})
                    try {
                        const auto decision =
                            choose(device, with_bins(bins), {.knobs = {.variant = variant}});
                        if (decision.variant != Variant::partitioned) continue;
                        CHECK(decision.partitions >= min_partitions);
                        CHECK(partition_bits(bins, decision.partitions) <= max_partition_bits);
                    } catch (const Error& error) {
                        CHECK(error.status() == Status::unsupported);
                    }
            }
        device.local_memory_bytes = 1U << 20U;
        CHECK(choose(device, with_bins((1U << 23U) + 1), {.knobs = {.variant = Variant::partitioned}})
                  .partitions == 256);
    }

    TEST_CASE("weights are queued on a GPU if their bins exceed local memory") {
        const auto h200 = profile_named("nvidia_h200");
        for (const std::uint32_t bins : {65'536U, 1'000'000U, many}) {
            CAPTURE(bins);
            const auto decision = choose(h200, with_weights(bins));
            CHECK(decision.variant == Variant::partitioned);
            CHECK(decision.work_group_size >= 256);
            CHECK(decision.work_groups >= 132); // at least one for each compute unit
            CHECK(queued_bytes(with_weights(bins)) == 6);
            CHECK(decision.local_bytes >=
                  partition_local_bytes(with_weights(bins), decision.work_group_size, decision.partitions));
            // The sums of a partition fit in local memory.
            const auto sums = 4ULL * words_per_local_sum(with_weights(bins))
                              << partition_bits(bins, decision.partitions);
            CHECK(sums <= h200.local_memory_reach_bytes);
        }
        CHECK(choose(h200, with_weights(10'000)).variant == Variant::local_atomic);
        CHECK(contains(why_not_partitioned(choose(h200, with_weights(many, 1U << 20U))), "rounds of"));
        CHECK(choose(profile_named("amd_mi300x"), with_weights(many)).variant != Variant::partitioned);

        auto squares = with_weights(65'536);
        squares.weights.squares = true;
        const auto decision = choose(h200, squares);
        CHECK(decision.variant != Variant::partitioned);
        CHECK(contains(why_not_partitioned(decision), "several sums"));
    }

    TEST_CASE("a work-item loads no more weights at once than fit its buffers") {
        const auto h200 = profile_named("nvidia_h200");
        for (const auto type : {SampleType::u8, SampleType::u16, SampleType::f32, SampleType::f64}) {
            auto problem = with_weights(65'536);
            problem.sample = type;
            if (!is_float(type)) problem.axes = {even_bins(65'536, 0, 256)};
            const auto decision = choose(h200, problem, {.knobs = {.variant = Variant::partitioned}});
            const auto samples = 16 / bytes(type) * decision.loads_in_flight;
            CHECK(samples <= samples_before_flush(problem));
            CHECK(decision.loads_in_flight == (type == SampleType::u8 ? 1 : 2));
        }
    }

    TEST_CASE("one round holds 2^28 samples by default on an H200") {
        const auto decision = choose(profile_named("nvidia_h200"), with_bins(many));
        const auto problem = with_bins(many);
        CHECK(rounds(problem, decision, decision.workspace_bytes, 1ULL << 28U).number == 1);
        CHECK(rounds(problem, decision, decision.workspace_bytes, 1ULL << 29U).number == 2);
    }

    TEST_CASE("the queues of all rounds hold all samples, and fit the workspace") {
        constexpr std::uint64_t line = 64;
        for (const auto& named : real_profiles())
            for (const auto& problem : {with_bins(many), with_weights(many / 4)})
                for (std::uint64_t limit = 1U << 20U; limit <= 1U << 29U; limit *= 2)
                    for (std::uint64_t samples = 1; samples <= 1ULL << 31U; samples = samples * 3 + 1) {
                        if (named.profile.type != DeviceType::gpu) continue;
                        CAPTURE(named.profile.name);
                        CAPTURE(limit);
                        CAPTURE(samples);
                        const Options options{.knobs = {.variant = Variant::partitioned},
                                              .workspace_limit = limit};
                        Decision decision;
                        try {
                            decision = choose(named.profile, problem, options);
                        } catch (const Error& error) {
                            CHECK(error.status() == Status::unsupported);
                            continue;
                        }
                        const auto queues = std::uint64_t{decision.work_groups} * decision.partitions;
                        const auto bytes = partition_workspace(problem, decision, samples);
                        CHECK(bytes <= std::min(limit, decision.workspace_bytes));
                        const auto [room, number] = rounds(problem, decision, bytes, samples);
                        CHECK(room % line == 0);
                        CHECK(queued_bytes(problem) * room * queues < bytes);
                        CHECK(number * (room + line / 2) * queues >= samples);
                        CHECK((number == 1 || (number - 1) * (room + line / 2) * queues < samples + queues));
                    }
    }
}
