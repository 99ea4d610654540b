// Counting on the calling thread, compared with the reference.

#include "conformance/random_job.hpp"
#include "engines/thread/count.hpp"
#include "histo_cl/histogram.hpp"
#include "histo_cl/reference.hpp"
#include "problem/weights.hpp"
#include "random_problems.hpp"
#include "support/counters.hpp"
#include "support/random.hpp"
#include "support/random_expression.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <optional>
#include <span>
#include <vector>

using namespace histo_cl;
using detail::count_on_calling_thread;
using detail::Finders;

namespace {

/// Checks the counts of the samples, and of a misaligned copy of them.
void check(const Problem& problem, const HostData& data) {
    const detail::CheckedProblem checked(problem);
    const Finders finders(problem);
    const auto expected = reference_histogram(problem, data);
    std::vector<std::byte> shifted(data.samples.bytes.size() + 1);
    std::ranges::copy(data.samples.bytes, shifted.begin() + 1);
    auto misaligned = data;
    misaligned.samples = std::span(shifted).subspan(1);
    for (const auto& given : {data, misaligned})
        CHECK(count_on_calling_thread(problem, detail::check_data(checked, given), finders) == expected);
}

template <class T>
void check_flat(RandomProblems& random, const Problem& problem, std::size_t edges, std::size_t others) {
    INFO("seed ", random.seed(), ": ", to_string(problem));
    const auto samples = random.samples<T>(problem, edges, others);
    check(problem, {.samples = std::as_bytes(std::span(samples)), .shape = {.count = samples.size()}});
}

/// A problem with up to four separate axes, or up to three joint axes, and samples in any layout.
template <class T>
Problem with_layout(RandomProblems& random) {
    auto problem = random.any_problem<T>(20);
    problem.counter = CounterType::u64;
    const auto channels = static_cast<std::uint32_t>(random.between(1, 4));
    const auto axes = random.between(1, channels);
    problem.joint = (axes == 2 || axes == 3) && random.one_in(2);
    while (problem.axes.size() < axes) {
        auto wider = problem;
        wider.axes.push_back(random.any_problem<T>(20).axes[0]);
        if (is_valid(wider)) // otherwise the axis does not allow this last edge, or cannot be joint
            problem = wider;
    }
    auto& layout = problem.layout;
    layout.channels = channels;
    for (std::uint32_t axis = 0; axis < axes; ++axis)
        layout.active.push_back((axis + 1) % channels);
    layout.order = random.one_in(2) ? Order::planar : Order::interleaved;
    const auto min_stride = (layout.order == Order::planar ? 1 : channels) * sizeof(T);
    if (random.one_in(2)) layout.stride = min_stride + random.below(3) * sizeof(T);
    layout.rows = random.one_in(2);
    layout.mask = random.one_in(2);
    problem.validate();
    return problem;
}

} // namespace

TEST_CASE_TEMPLATE("the calling thread counts what the reference counts", T, ALL_SAMPLES) {
    RandomProblems random(4321);
    for (int round = 0; round < 300; ++round)
        check_flat<T>(random, random.any_problem<T>(64), 65, 50);
    for (int round = 0; round < 8; ++round) // the tables for one block of samples cannot hold so many bins
        check_flat<T>(random, random.any_problem<T>(1 << 16), 1 << 14, 1000);
}

TEST_CASE_TEMPLATE("the calling thread counts every layout, also into custom bins", T, ALL_SAMPLES) {
    RandomProblems random(71);
    test::RandomExpressions make(sample_type_of<T>(), true, random);
    for (int round = 0; round < 160; ++round) {
        auto problem = with_layout<T>(random);
        const auto job = test::random_job(problem, {.elements = 6000}, random);
        if (random.one_in(3)) {
            problem.last_edge = LastEdge::exclusive;
            for (auto& axis : problem.axes)
                if (random.one_in(2)) axis = custom_bins(7, make.any(static_cast<int>(random.below(4))));
        }
        INFO("round ", round, ": ", to_string(problem), ": ", job.text);
        test::counts_by(problem, job, [&](const HostData& data) {
            check(problem, data);
            return std::vector<std::uint64_t>();
        });
    }
}

TEST_CASE("a last bin may be far wider than the others") {
    for (const Number first : {Number(1), Number(2), Number(1 << 20)}) {
        const Problem problem{.sample = SampleType::u64,
                              .axes = {edge_bins({0, first, Number(1'000'000'000'000)})}};
        std::vector<std::uint64_t> samples;
        for (unsigned shift = 0; shift < 40; ++shift)
            for (const std::uint64_t factor : {1U, 3U, 0x2cU})
                samples.push_back(factor << shift);
        check(problem, {.samples = std::as_bytes(std::span(samples))});
    }
}

TEST_CASE("the calling thread counts batches, and sums and extremes of weights") {
    test::Random random(5);
    std::vector<std::optional<SampleType>> weight_types{std::nullopt};
    for (const auto& row : detail::weight_types)
        weight_types.push_back(row.type);
    int counted = 0;
    for (const auto& weights : weight_types)
        for (const auto batch : {Batch::one, Batch::segments, Batch::ragged, Batch::tiles})
            for (int variation = 0; variation < 10; ++variation) {
                Problem problem{
                    .sample = random.pick(std::array{SampleType::u8, SampleType::f32, SampleType::i64}),
                    .axes = {even_bins(17, 0, 100), even_bins(5, 0, 50)},
                    .layout = {.rows = batch == Batch::tiles || random.one_in(3), .mask = random.one_in(2)},
                    .batch = batch,
                    .weights = {.type = weights}};
                problem.counter = *detail::wide_counter(problem);
                if (problem.counter == CounterType::f64 && random.one_in(2))
                    problem.counter = CounterType::f32;
                if (random.one_in(2)) problem.weights.order = CounterOrder::by_cell;
                problem.joint = random.one_in(3);
                if (batch == Batch::segments || batch == Batch::ragged) problem.layout.rows = false;
                const bool extreme = weights && variation >= 8;
                if (extreme)
                    problem.weights.accumulator =
                        variation == 8 ? Accumulator::minimum : Accumulator::maximum;
                if (weights && variation % 2 == 1 && !extreme) problem.weights.squares = true;
                if (weights && variation > 3 && (!extreme || random.one_in(2))) problem.weights.counts = true;
                if (weights && variation > 4) problem.weights.vectors = 3;
                if (weights && variation % 3 == 1) problem.weights.stride = 3 * bytes(*weights);
                if (weights && problem.layout.rows)
                    problem.weights.per =
                        random.pick(std::array{WeightPer::element, WeightPer::row, WeightPer::column});
                if (weights && !extreme && is_float(*weights) && variation % 4 >= 2)
                    problem.weights.bound = {.maximum = detail::FloatFormat(*weights).largest,
                                             .elements = 1000};
                if (!is_valid(problem) || !detail::only_on_device(problem).empty()) continue;
                ++counted;
                for (int i = 0; i < 4; ++i) {
                    const auto job = test::random_job(problem, {.elements = 700, .counters = 20'000}, random);
                    INFO(to_string(problem), ": ", job.text);
                    const auto counts = test::counts_by(problem, job, [&](const HostData& data) {
                        return test::bits_of(histogram(problem, data, {.calling_thread = true}));
                    });
                    CHECK(counts == test::expected_counts(problem, job));
                }
            }
    CHECK(counted > 200);
}

TEST_CASE("only_on_device() names what only a device counts") {
    CHECK(detail::only_on_device({}).empty());
    CHECK(detail::only_on_device({.axes = {identity_bins(256)}, .layout = {.indices = SampleType::u32}}) ==
          "elements by their indices");
    CHECK(detail::only_on_device({.axes = {identity_bins(256)}, .layout = {.nibbles = Nibbles::low_first}}) ==
          "nibbles, or planes of several channels");
    CHECK(detail::only_on_device({.axes = {identity_bins(256)}, .layout = {.plane_channels = 2}}) ==
          "nibbles, or planes of several channels");
}
