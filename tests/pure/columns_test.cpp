#include "problem/split.hpp"
#include "support/counters.hpp"
#include "support/error.hpp"
#include "variants/counters.hpp"

#include <histo_cl/histo_cl.hpp>

#include <array>
#include <cstdint>
#include <doctest/doctest.h>
#include <span>
#include <string_view>
#include <vector>

// Many channels, several weights per element, counts in addition to sums, and lists of indices: which
// problems are valid, their passes, and the reference.

namespace histo_cl::test {
namespace {

Problem columns(std::size_t axes, std::uint32_t bins = 4) {
    return {.axes = std::vector<Binning>(axes, identity_bins(bins))};
}

Problem boosting() {
    auto problem = columns(6);
    problem.weights.type = SampleType::f32;
    problem.weights.vectors = 2;
    problem.weights.counts = true;
    problem.weights.narrow = true;
    problem.counter = CounterType::f64;
    return problem;
}

DeviceProfile gpu(std::uint64_t local_memory) {
    DeviceProfile device;
    device.name = "a GPU";
    device.type = DeviceType::gpu;
    device.compute_units = 100;
    device.max_work_group_size = 1024;
    device.wave_width = 32;
    device.local_memory_bytes = local_memory;
    device.local_memory_dedicated = true;
    device.global_memory_bytes = std::uint64_t{1} << 34U;
    device.max_allocation_bytes = std::uint64_t{1} << 32U;
    device.int64_atomics = true;
    return device;
}

} // namespace

TEST_SUITE("columns") {
    TEST_CASE("columns: which problems are valid") {
        columns(max_channels, 2).validate();
        check_invalid({"65537 axes: allowed are 1 to 65536"},
                      [] { columns(max_channels + 1, 2).validate(); });
        auto problem = boosting();
        problem.validate();
        problem.weights.type = SampleType::f16;
        problem.validate();
        problem = columns(2);
        problem.axes[0] = identity_bins(1);
        problem.validate();
        const auto refused = [](std::string_view words, auto change) {
            auto wrong = boosting();
            change(wrong);
            check_invalid({words}, [&] { wrong.validate(); });
        };
        refused("weights.vectors 5", [](Problem& p) { p.weights.vectors = 5; });
        refused("weights.vectors 0", [](Problem& p) { p.weights.vectors = 0; });
        refused("weights.narrow with squared", [](Problem& p) { p.weights.squares = true; });
        refused("weights.narrow of f64", [](Problem& p) { p.weights.type = SampleType::f64; });
        refused("indices of i32", [](Problem& p) { p.layout.indices = SampleType::i32; });
        refused("weights.listed without indices", [](Problem& p) { p.weights.listed = true; });
        refused("6 separate channels", [](Problem& p) { p.layout.order = Order::separate; });
        refused("indices of elements in rows", [](Problem& p) {
            p.layout.indices = SampleType::u32;
            p.layout.rows = true;
        });
        refused("weights.counts without", [](Problem& p) {
            p = columns(6);
            p.weights.counts = true;
        });
        check_invalid({"536870912 counters in a histogram, with all its sums"},
                      [] { columns(65536, 8192).validate(); });
    }

    TEST_CASE("columns: to_string() describes a problem, and each cell has a counter per count and sum") {
        auto problem = boosting();
        problem.layout.indices = SampleType::u32;
        CHECK(
            to_string(problem) ==
            "u8 samples into channels 0 to 5: 4 even bins over [0, 4), 6 interleaved channels, counts and 2 "
            "narrow f32 weights, of elements by u32 indices, f64 counters");
        CHECK(problem.cells() == 24);
        CHECK(problem.counters_per_cell() == 3);
        CHECK(problem.counters() == 72);
    }

    TEST_CASE("columns: passes count up to four channels side by side") {
        auto problem = boosting();
        problem.layout = {.channels = 9, .active = {0, 1, 2, 3, 4, 7}};
        const auto all = detail::passes(problem);
        // Four channels, then one, then one that is not next to it.
        REQUIRE(all.passes.size() == 3);
        CHECK(all.problems.size() == 2); // the last two passes share a problem
        const auto& last = all.passes.back();
        CHECK(last.first_channel == 7);
        CHECK(last.first_cell == 20);
        CHECK(all.problems[last.problem].counters() == 3 * 4);
        CHECK(all.problems[last.problem].layout.stride == 9);
        CHECK(!detail::takes_passes(columns(4)));
        CHECK(detail::takes_passes(columns(5)));
    }

    TEST_CASE("columns: all sums of up to four channels are counted in one pass") {
        auto problem = boosting();
        problem.axes.erase(problem.axes.begin() + 3, problem.axes.end());
        problem.sample = SampleType::f32;
        problem.weights.narrow = false;
        problem.weights.squares = true;
        const auto decision = choose(gpu(200 * 1024), problem);
        CHECK(!decision.columns);
        CHECK(decision.passes == 1);
        CHECK(decision.window_bins == 5 * 12);
        // Counts and two vectors have three times the room of one sum, unless the caller limits it.
        const auto limit = [&](const Options& options) {
            return detail::counts_limit(gpu(200 * 1024), options, detail::sums_per_cell(problem));
        };
        CHECK(limit({}) == 3U * (64U << 20U));
        CHECK(limit({.workspace_limit = 1000}) == 1000);
    }

    TEST_CASE("columns: the reference counts and sums listed rows") {
        auto problem = boosting();
        problem.layout.indices = SampleType::u64;
        std::vector<std::uint8_t> table(6 * 4);
        for (std::size_t row = 0; row < 4; ++row)
            table[row * 6 + 2] = static_cast<std::uint8_t>(row); // column 2 has the number of the row
        const std::vector<float> first{1, 2, 4, 8};
        const std::vector<float> second{-1, 0.5F, 0, 3};
        const std::vector<std::uint64_t> list{3, 1, 3};
        const std::array<HostArray, 2> weights{first, second};
        HostData data{.samples = table, .weight_vectors = weights, .indices = list};
        const auto sums = test::counters_in<double>(reference_histogram(problem, data));
        const auto of = [&](std::size_t sum) {
            return std::vector<double>(sums.begin() + static_cast<std::ptrdiff_t>(sum * 24 + 8),
                                       sums.begin() + static_cast<std::ptrdiff_t>(sum * 24 + 12));
        };
        CHECK(of(0) == std::vector<double>{0, 1, 0, 2});
        CHECK(of(1) == std::vector<double>{0, 2, 0, 16});
        CHECK(of(2) == std::vector<double>{0, 0.5, 0, 6});

        const std::vector<std::uint64_t> beyond{3, 4};
        data.indices = std::as_bytes(std::span(beyond));
        check_invalid({"index 1 is 4: there are 4 elements, counted from 0"},
                      [&] { return reference_histogram(problem, data); });
    }

    TEST_CASE("columns: narrow weights have 29 bits, ties to even") {
        Problem problem = boosting();
        problem.axes = {identity_bins(1)};
        problem.weights.vectors = 1;
        problem.weights.counts = false;
        const std::vector<std::uint8_t> samples(4);
        // The unit is 2^-28, in which 1 has 29 bits. Half a unit is rounded to 0, three halves to 2.
        const auto sum = [&](float small) {
            const std::vector<float> weights{1, small, 0, 0};
            return reference_histogram(problem, {.samples = std::as_bytes(std::span(samples)),
                                                 .weights = std::as_bytes(std::span(weights))})
                .sums.front();
        };
        CHECK(sum(0x1p-28F) == 1 + 0x1p-28);
        CHECK(sum(0x1p-29F) == 1);
        CHECK(sum(0x1.8p-28F) == 1 + 0x1p-27);
    }

    TEST_CASE("columns: bytes are counted in one launch, all else in passes") {
        const auto problem = boosting();
        const auto large = choose(gpu(200 * 1024), problem);
        CHECK(large.columns);
        CHECK(large.axes == 8);
        CHECK(large.paired); // two columns of 16 values share a table
        CHECK(large.axes * large.replicas == 2 * 32);
        auto few = problem;
        few.max_samples = 1000;
        CHECK(!choose(gpu(200 * 1024), few).paired);
        CHECK(!choose(gpu(64 * 1024), problem).paired);
        CHECK(to_string(large).find("columns (a table holds 16 values of 8 of 6 channels)") == 0);
        auto bytes = problem;
        bytes.axes.assign(28, identity_bins(256));
        CHECK(choose(gpu(200 * 1024), bytes).local_bytes == 5 * 256 * 32 * 4);
        CHECK(choose(gpu(64 * 1024), bytes).local_bytes == 5 * 256 * 8 * 4);

        // Four weights per element need two limbs each, so there is half the number of slots.
        auto four = bytes;
        four.weights.vectors = 4;
        CHECK(choose(gpu(200 * 1024), four).local_bytes == 9 * 256 * 16 * 4);
        CHECK(choose(gpu(200 * 1024), four).loads_in_flight == 2);

        auto quantized = bytes; // an integer takes one word, a float two
        quantized.weights.type = SampleType::i8;
        quantized.weights.narrow = false;
        quantized.counter = CounterType::i64;
        const auto of_bytes = choose(gpu(64 * 1024), quantized);
        CHECK(of_bytes.local_bytes == 3 * 256 * 16 * 4);
        CHECK(of_bytes.samples_per_launch == (131'072 - 4) * of_bytes.work_groups);
        quantized.weights.type = SampleType::i16;
        CHECK(choose(gpu(64 * 1024), quantized).samples_per_launch == 65'536 * of_bytes.work_groups);
        quantized.weights.type = SampleType::i32; // two limbs, with carries between them
        CHECK(choose(gpu(64 * 1024), quantized).local_bytes == 5 * 256 * 8 * 4);
        quantized.weights.type = SampleType::f64; // three limbs
        quantized.counter = CounterType::f64;
        CHECK(choose(gpu(64 * 1024), quantized).local_bytes == 7 * 256 * 8 * 4);
        const auto why_passes = [&](auto change) {
            auto changed = quantized;
            change(changed);
            return choose(gpu(64 * 1024), changed).reason;
        };
        check_has(why_passes([](Problem& p) { p.weights.squares = true; }), {"squared weights"});

        auto wide = problem;
        wide.sample = SampleType::u16;
        const auto in_passes = choose(gpu(64 * 1024), wide);
        CHECK(!in_passes.columns);
        CHECK(in_passes.passes == 2);
        check_has(in_passes.reason, {"not as columns: u16 samples have too many values"});
        CHECK(choose(gpu(64 * 1024), problem, {.knobs = {.variant = Variant::local_atomic}}).passes == 2);
        CHECK_THROWS_AS(static_cast<void>(choose(gpu(64 * 1024), wide, {.knobs = {.merge = Merge::host}})),
                        Error);
    }
}

} // namespace histo_cl::test
