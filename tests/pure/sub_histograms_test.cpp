// The layout of sub-histograms in local memory, the sizes of blocks, and the launches that need no fill
// because their work-groups merge by arrival.

#include "data/profiles.hpp"
#include "variants/blocks.hpp"
#include "variants/counters.hpp"
#include "variants/draft.hpp"

#include <histo_cl/decision.hpp>

#include <cstdint>
#include <doctest/doctest.h>

using namespace histo_cl;
using namespace histo_cl::detail;
using histo_cl::test::profile_named;
using histo_cl::test::real_profiles;

namespace {

Problem flat_problem(SampleType sample, std::uint32_t bins) {
    return {.sample = sample, .axes = {even_bins(bins, 0, 256)}};
}

Problem with_channels(SampleType sample, std::uint32_t channels) {
    Problem problem{.sample = sample, .axes = {}, .layout = {.channels = channels}};
    for (std::uint32_t channel = 0; channel < channels; ++channel)
        problem.axes.push_back(even_bins(16, 0, 16));
    return problem;
}

struct Block {
    std::uint64_t elements;
    std::uint32_t vectors;
    bool operator==(const Block&) const = default;
};

Block block_of(const Problem& problem, std::uint32_t load_bytes) {
    return {elements_per_load(problem, load_bytes), sample_vectors(problem, load_bytes)};
}

} // namespace

TEST_SUITE("sub-histograms") {
    TEST_CASE("local memory holds the rows of all bins and the spare row, on every device") {
        for (const auto& named : real_profiles())
            for (const auto sample : {SampleType::u8, SampleType::i16, SampleType::f32})
                for (std::uint32_t bins = 1; bins < 60'000; bins += bins / 3 + 1) {
                    CAPTURE(named.profile.name);
                    CAPTURE(bins);
                    const auto problem = flat_problem(sample, bins);
                    const auto decision = choose(named.profile, problem, {});
                    if (decision.variant != Variant::local_atomic) continue;
                    const auto scale = row_scale(problem, decision);
                    CHECK(scale >= 1024);
                    CHECK(sub_histogram_bytes(decision.window_bins, 1, decision.replicas, scale) <=
                          decision.local_bytes);
                }
    }

    TEST_CASE("rows are stretched where work-items can collide in banks, as far as memory allows") {
        const auto& h200 = profile_named("nvidia_h200");
        const auto scale_of = [&](std::uint32_t bins, const Options& options) {
            const auto problem = flat_problem(SampleType::f32, bins);
            const auto decision = choose(h200, problem, options);
            CHECK(decision.variant == Variant::local_atomic);
            return row_scale(problem, decision);
        };
        CHECK(scale_of(2048, {}) == 1062);
        CHECK(scale_of(2048, {.knobs = {.replicas = 8}}) == 1062);
        CHECK(scale_of(256, {.knobs = {.replicas = 16}}) == 1024);
        CHECK(scale_of(256, {.knobs = {.replicas = 32}}) == 1024);
        CHECK(scale_of(16'384, {}) == 1062);
        // With 112 KiB each, two work-groups share a compute unit. With 116 KiB each, they would not.
        CHECK(scale_of(28'700, {}) == 1028);
        CHECK(scale_of(57'500, {}) == 1033);
    }

    TEST_CASE("replicas are used where they are faster") {
        const auto& h200 = profile_named("nvidia_h200");
        const auto replicas_of = [&](const Problem& problem) { return choose(h200, problem, {}).replicas; };
        CHECK(replicas_of(flat_problem(SampleType::u8, 256)) == 32);
        CHECK(replicas_of(flat_problem(SampleType::f32, 256)) == 1);
        CHECK(replicas_of(flat_problem(SampleType::f32, 16'384)) == 1);
        auto channels = with_channels(SampleType::i16, 4);
        CHECK(replicas_of(channels) == 32);
        for (auto& axis : channels.axes)
            axis = even_bins(2048, 0, 2048);
        CHECK(replicas_of(channels) == 1);
        channels = {.sample = SampleType::i16, .axes = {even_bins(8192, 0, 8192)}};
        CHECK(replicas_of(channels) == 4);
    }

    TEST_CASE("a block is the elements of one vector, if the vector holds whole elements") {
        CHECK(block_of(with_channels(SampleType::i8, 1), 16) == Block{16, 1});
        CHECK(block_of(with_channels(SampleType::i8, 2), 16) == Block{8, 1});
        CHECK(block_of(with_channels(SampleType::i8, 3), 16) == Block{16, 3});
        CHECK(block_of(with_channels(SampleType::i8, 4), 16) == Block{4, 1});
        CHECK(block_of(with_channels(SampleType::i8, 4), 4) == Block{1, 1});
        CHECK(block_of(with_channels(SampleType::i16, 4), 16) == Block{2, 1});
        CHECK(block_of(with_channels(SampleType::i16, 4), 4) == Block{2, 4});
        CHECK(block_of(with_channels(SampleType::f32, 4), 16) == Block{1, 1});
        CHECK(block_of(with_channels(SampleType::f32, 3), 16) == Block{4, 3});
        CHECK(block_of(with_channels(SampleType::f64, 4), 16) == Block{2, 4});
        CHECK(block_of(with_channels(SampleType::f64, 3), 16) == Block{2, 3});
        CHECK(block_of(with_channels(SampleType::f32, 4), 1) == Block{1, 4});
        auto planar = with_channels(SampleType::i8, 4);
        planar.layout.order = Order::planar;
        CHECK(block_of(planar, 16) == Block{16, 4});
    }

    TEST_CASE("few work-groups merge by arrival, so that no fill is needed before") {
        const auto& h200 = profile_named("nvidia_h200");
        const auto arrives = [&](std::uint32_t bins, std::uint32_t groups, const Options& options = {}) {
            const auto problem = flat_problem(SampleType::f32, bins);
            return overwrites_counts(problem, choose(h200, problem, options), groups);
        };
        CHECK(arrives(256, 264));
        CHECK(arrives(4096, 264));
        CHECK(arrives(8192, 64));
        CHECK_FALSE(arrives(8192, 65));
        CHECK(arrives(16'384, 32));
        CHECK_FALSE(arrives(16'384, 33));
        CHECK_FALSE(arrives(16'385, 1));
        CHECK(arrives(40'000, 132, {.knobs = {.merge = Merge::last_group}}));
        CHECK_FALSE(arrives(256, 1, {.knobs = {.merge = Merge::atomic}}));
    }

    TEST_CASE("a work-group that counts a histogram of a batch alone overwrites its counts") {
        const auto overwrites = [](const Problem& problem, std::uint32_t groups,
                                   const Options& options = {}) {
            return overwrites_counts(problem, choose(profile_named("pocl_x86"), problem, options), groups);
        };
        auto problem = flat_problem(SampleType::u16, 256);
        CHECK_FALSE(overwrites(problem, 1, {.knobs = {.merge = Merge::atomic}}));
        problem.batch = Batch::segments;
        CHECK(overwrites(problem, 1));
        CHECK_FALSE(overwrites(problem, 2));
        CHECK_FALSE(overwrites(problem, 1, {.knobs = {.variant = Variant::global_atomic}}));
        problem.weights.type = SampleType::f32;
        problem.counter = CounterType::f64;
        CHECK_FALSE(overwrites(problem, 1)); // its sums are wide
    }
}
