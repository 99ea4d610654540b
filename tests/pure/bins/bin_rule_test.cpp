#include "bin_model.hpp"
#include "problem/rule/bin_rule.hpp"
#include "random_problems.hpp"
#include "reference/reference.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

// The arithmetic of kernels/bin/bin_*.cl, compared with the reference's bin rule.

using namespace histo_cl;
using detail::bin_rule;
using detail::BinRule;

namespace {

/// For each sign, the NaN with the least bits and the NaN with the greatest bits.
template <class T>
std::vector<T> every_nan() {
    if constexpr (std::is_floating_point_v<T>) {
        using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
        const auto infinity = std::bit_cast<Bits>(std::numeric_limits<T>::infinity());
        const auto sign = Bits{1} << (8 * sizeof(T) - 1);
        std::vector<T> all;
        for (const Bits bits : {infinity + 1, sign - 1, (infinity | sign) + 1, ~Bits{0}})
            all.push_back(std::bit_cast<T>(bits));
        return all;
    }
    return {};
}

template <class T, class Machine>
void check(const Problem& problem, const BinRule& rule, const std::vector<T>& samples,
           const std::vector<std::uint32_t>& expected) {
    BinModel<T, Machine> kernel(problem, 0, rule);
    std::uint64_t iterations = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const auto cell = kernel(samples[i]);
        iterations = std::max(iterations, kernel.watched().iterations);
        if (cell != expected[i]) {
            CAPTURE(static_cast<int>(rule.mode));
            CAPTURE(Number(value_of(samples[i])).to_string());
            REQUIRE(cell == expected[i]);
        }
    }
    CHECK(iterations <= detail::max_iterations(problem, 0));
}

/// Whether a rule computes with floats.
bool has_line(const BinRule& rule) {
    return rule.mode == BinRule::Mode::scale || rule.grid == BinRule::Grid::line;
}

/// Checks NaNs, the samples next to `edges` of the edges, and `others` random samples. If T has 8 or 16 bits,
/// checks all of its values.
template <class T>
void check(RandomProblems& random, const Problem& problem, std::size_t edges, std::size_t others) {
    INFO("seed ", random.seed(), ": ", to_string(problem));
    const BinRule rule = bin_rule(problem, 0);
    std::vector<T> samples;
    if constexpr (sizeof(T) <= 2)
        samples = every_value<T>();
    else
        samples = random.samples<T>(problem, edges, others);
    for (const T nan : every_nan<T>())
        samples.push_back(nan);
    std::vector<std::uint32_t> expected(samples.size());
    reference::cell_finder(problem, 0)(std::as_bytes(std::span(samples)).data(), sizeof(T), 0, expected);
    check<T, Gradual>(problem, rule, samples, expected);
    if constexpr (std::is_floating_point_v<T>)
        if (has_line(rule)) {
            check<T, GradualFusing>(problem, rule, samples, expected);
            check<T, Flushing>(problem, rule, samples, expected);
            check<T, FlushingFusing>(problem, rule, samples, expected);
            check<T, WatchedHost>(problem, rule, samples, expected);
        }
    if constexpr (std::same_as<T, double>) {
        const BinRule without_doubles = bin_rule(problem, 0, false);
        CHECK(!has_line(without_doubles));
        check<T, Gradual>(problem, without_doubles, samples, expected);
    }
}

template <class T>
Problem problem_of(const Binning& binning) {
    return {.sample = sample_type_of<T>(), .axes = {binning}};
}

/// The problem, combined with each last edge and each policy.
std::vector<Problem> under_all_policies(Problem problem) {
    std::vector<Problem> problems;
    for (const auto last_edge : {LastEdge::exclusive, LastEdge::inclusive})
        for (const auto policy : {OutOfRange::dropped, OutOfRange::clamped, OutOfRange::counted}) {
            problem.last_edge = last_edge;
            problem.out_of_range = policy;
            problems.push_back(problem);
        }
    return problems;
}

} // namespace

TEST_CASE("each kind of problem gets the fastest mode that is exact for it") {
    using Mode = BinRule::Mode;
    const auto mode = [](SampleType sample, const Binning& binning) {
        return bin_rule({.sample = sample, .axes = {binning}}).mode;
    };
    CHECK(mode(SampleType::u8, even_bins(256, 0, 256)) == Mode::shift);
    CHECK(mode(SampleType::i8, even_bins(16, -128, 128)) == Mode::shift);
    CHECK(mode(SampleType::u64, even_bins(max_bins, 0, 0x1p64)) == Mode::shift);
    CHECK(mode(SampleType::i32, even_bins(3, -0.5, 2.5)) == Mode::multiply);
    CHECK(mode(SampleType::u8, even_bins(7, 0, 12)) == Mode::multiply);
    CHECK(mode(SampleType::u64, even_bins(3, 0, 0x1p64)) == Mode::multiply);
    CHECK(mode(SampleType::f32, even_bins(128, 0, 255)) == Mode::scale);
    CHECK(mode(SampleType::f64, even_bins(10, -0.1, 0.7)) == Mode::scale);
    // The range has fewer floats than bins.
    CHECK(mode(SampleType::f32, even_bins(64, 1, 1 + 0x1p-20)) == Mode::scale);
    CHECK(mode(SampleType::f32, even_bins(1 << 23, 0, 0.7)) == Mode::search);
    CHECK(mode(SampleType::u16, edge_bins({1, 2, 4, 8, 16, 100})) == Mode::search);
    CHECK(mode(SampleType::u16, edge_bins({16, 32, 48, 50})) == Mode::shift);
    CHECK(mode(SampleType::i32, edge_bins({-7, 0, 7, 14, 21, 28})) == Mode::multiply);
    CHECK(mode(SampleType::f64, edge_bins({-7, 0, 7, 14, 21, 28})) == Mode::scale);
    CHECK(mode(SampleType::i8, edge_bins({0, 100})) == Mode::search); // one bin only
    CHECK(mode(SampleType::f32, edge_bins({1, 2, 4})) == Mode::search);
    CHECK(mode(SampleType::f16, even_bins(128, 0, 255)) == Mode::search);
    CHECK(mode(SampleType::bf16, even_bins(128, 0, 255)) == Mode::search);
    CHECK(mode(SampleType::u16, log_bins(9, 1, 1e5)) == Mode::search);
    CHECK(mode(SampleType::u16, circular_bins(6, 30, 360)) == Mode::multiply);
    CHECK(mode(SampleType::u8, circular_bins(8, 3, 64)) == Mode::shift);
    CHECK(mode(SampleType::f64, circular_bins(6, 30, 360)) == Mode::search);
    CHECK(mode(SampleType::f32, custom_bins(6, "x")) == Mode::custom);
    CHECK(mode(SampleType::u8, even_bins(4, 256, 300)) == Mode::none);
    CHECK(mode(SampleType::i8, edge_bins({0.25, 0.5, 0.75})) == Mode::none);
}

TEST_CASE_TEMPLATE("the kernels' bin is the reference's, few bins", T, ALL_SAMPLES) {
    RandomProblems random(1234);
    for (int round = 0; round < (sizeof(T) == 2 ? 60 : 600); ++round)
        check<T>(random, random.any_problem<T>(64), 65, 50);
}

TEST_CASE_TEMPLATE("the kernels' bin is the reference's, up to 2^16 bins", T, ALL_SAMPLES) {
    RandomProblems random(99);
    for (int round = 0; round < 12; ++round)
        check<T>(random, random.any_problem<T>(1 << 16), 1 << 16, 1000);
}

TEST_CASE_TEMPLATE("the kernels' bin is the reference's, edges of joint bins, not rounded", T, Half, Bfloat16,
                   float, double) {
    RandomProblems random(17);
    for (int round = 0; round < (sizeof(T) == 2 ? 40 : 400); ++round) {
        auto problem = random.any_problem<T>(200);
        problem.axes.push_back(even_bins(2, 0, 1));
        problem.joint = true;
        check<T>(random, problem, 200, 50);
    }
}

TEST_CASE_TEMPLATE("the kernels' bin is the reference's, the most bins", T, std::uint32_t, std::int64_t,
                   float, double) {
    RandomProblems random(5);
    check<T>(random, problem_of<T>(even_bins(max_bins, 0, max_bins)), 20000, 20000);
    check<T>(random, problem_of<T>(even_bins(max_bins - 1, -1, 4e9)), 20000, 20000);
}

/// The minimum and maximum finite samples as bounds. For integers, the upper bound is the maximum plus 1.
template <class T>
std::pair<double, double> whole_range() {
    if constexpr (NarrowFloat<T>) {
        return {-format_of<T>.largest, format_of<T>.largest};
    } else {
        using Limits = std::numeric_limits<T>;
        return {static_cast<double>(Limits::lowest()),
                is_real<T> ? static_cast<double>(Limits::max()) : std::ldexp(1.0, Limits::digits)};
    }
}

TEST_CASE_TEMPLATE("the kernels' bin is the reference's, whole ranges", T, ALL_SAMPLES) {
    RandomProblems random(7);
    const auto [lower, upper] = whole_range<T>();
    for (const std::uint32_t count : {1U, 2U, 3U, 7U, 255U, 256U, 257U, 1000U, 65535U, 65536U})
        for (const double part : {1.0, 0.5, 0.25, 0.1875}) {
            if (std::isinf(upper * part - lower * part)) continue; // wider than a double can represent
            auto problem = problem_of<T>(even_bins(count, lower * part, upper * part));
            problem.out_of_range = OutOfRange::counted;
            check<T>(random, problem, 1 << 16, 1000);
            problem.last_edge = LastEdge::inclusive;
            check<T>(random, problem, 1 << 16, 1000);
        }
}

TEST_CASE_TEMPLATE("the kernels' bin is the reference's, bins of 2^n samples wider than the type", T,
                   std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t, std::int32_t,
                   std::uint64_t, std::int64_t) {
    RandomProblems random(8);
    for (int bits = 0; bits <= 64; ++bits)
        for (const std::uint32_t count : {1U, 4U})
            if (const double upper = std::ldexp(count, bits); upper <= 0x1p64) {
                auto problem = problem_of<T>(even_bins(count, 0, upper));
                check<T>(random, problem, 100, 100);
                problem.last_edge = LastEdge::inclusive;
                check<T>(random, problem, 100, 100);
            }
}

TEST_CASE_TEMPLATE("out-of-range policies where few samples or none are in range", T, ALL_SAMPLES) {
    RandomProblems random(12);
    const auto [lower, upper] = whole_range<T>();
    const std::vector<Binning> binnings{
        even_bins(1, lower, lower + 1), // for wide floats lower + 1 is lower
        even_bins(4, 0, 256),
        edge_bins({0.25, 0.5, 0.75}),
        edge_bins({-0x1p70, -0x1p69}),
        edge_bins({0x1p69, 0x1p70}),
        edge_bins({Number(-HUGE_VAL), 0, Number(HUGE_VAL)}),
        edge_bins({upper, upper + upper / 4}),
        edge_bins({0, 0x1p-1000}),
    };
    for (const auto& binning : binnings)
        for (const auto& problem : under_all_policies(problem_of<T>(binning)))
            if (is_valid(problem)) check<T>(random, problem, 10, 100);
}

TEST_CASE_TEMPLATE("bins found by a line: extreme ranges and numbers of bins", T, float, double) {
    RandomProblems random(21);
    const double denormal = std::numeric_limits<T>::denorm_min();
    const double normal = std::numeric_limits<T>::min();
    const std::vector<std::pair<double, double>> ranges{
        {0, 1},
        {-0.0, 1},
        {0, 7},
        {-1, 1},
        {-3, 1},
        {-7, 0},
        {-1e30, 1e30},
        {1000, 1001},
        {0.1, 0.7},
        {-0.5, 255.5},
        {1, 2},
        {0, 1e-30},
        {0, 0x1p28},
        {-1e6, -1e6 + 3},
        {0, 17 * normal},
        {0, 100 * denormal},
        {-3 * denormal, 1},
        {-1, 5 * denormal},
        {denormal, 1},
        {-1, -0.0},
        {3, 1e5},
    };
    std::size_t range = 0;
    for (const auto& [lower, upper] : ranges) {
        const std::uint32_t max_bin_count = ++range % 4 == 0 ? 1U << 21U
                                            : range % 4 == 1 ? (1U << 22U) + 1
                                                             : 1000U;
        for (const std::uint32_t count : {1U, 2U, 3U, 7U, 100U, 4096U, 65536U, max_bin_count})
            for (const bool joint : {false, true}) {
                auto problem = problem_of<T>(even_bins(count, lower, upper));
                problem.last_edge = random.one_in(2) ? LastEdge::inclusive : LastEdge::exclusive;
                problem.out_of_range = OutOfRange::counted;
                if (joint && count > 100) continue;
                if (joint) problem.axes.push_back(even_bins(2, 0, 1));
                problem.joint = joint;
                // The problem is invalid if a bin is narrower than the smallest normal double.
                if (is_valid(problem)) check<T>(random, problem, 500, 500);
            }
    }
}

namespace {

/// The share of `samples` random samples, uniform in the range, that are compared with a threshold.
template <class T>
double looks(const EvenBins& bins, std::size_t samples, bool doubles = true) {
    const auto problem = problem_of<T>(bins);
    const auto rule = bin_rule(problem, 0, doubles);
    REQUIRE(rule.mode == (doubles ? BinRule::Mode::scale : BinRule::Mode::multiply));
    BinModel<T> kernel(problem, 0, rule);
    RandomProblems random(22);
    for (std::size_t i = 0; i < samples; ++i)
        static_cast<void>(
            kernel(static_cast<T>(random.real(bins.lower.to_double(), bins.upper.to_double()))));
    return static_cast<double>(kernel.watched().looks) / static_cast<double>(samples);
}

} // namespace

TEST_CASE("bins found by a line: few samples are compared with a threshold") {
    CHECK(looks<float>(even_bins(256, 0, 1), 10'000) == 0);
    CHECK(looks<float>(even_bins(1U << 21U, 0, 1), 10'000) == 0);
    CHECK(looks<float>(even_bins(65536, 0, 1 << 28), 10'000) == 0);
    CHECK(looks<float>(even_bins(65536, 1, 2), 10'000) == 0);
    CHECK(looks<float>(even_bins(256, 0, 0.7), 100'000) < 0.0003);
    CHECK(looks<float>(even_bins(256, -1, 1), 100'000) < 0.0003);
    CHECK(looks<float>(even_bins(4096, 0, 1000), 100'000) < 0.002);
    CHECK(looks<float>(even_bins(65536, 0, 1000), 100'000) < 0.006);
    CHECK(looks<double>(even_bins(1U << 21U, 0, 1000), 100'000) == 0);
    // At the ends of the range there is no neighbouring bin.
    for (const double end : {-5.0, 0.0, 3.0}) {
        const auto problem = problem_of<float>(even_bins(37, end, end + 2));
        const auto rule = bin_rule(problem, 0);
        BinModel<float> kernel(problem, 0, rule);
        CHECK(kernel(static_cast<float>(end)) == 0);
        CHECK(kernel(std::nextafter(static_cast<float>(end + 2), -10.F)) == 36);
        CHECK(kernel.watched().looks == 0);
    }
}

namespace {

/// The mean number of search steps for samples in bins that are drawn uniformly.
template <class T>
double steps(const Problem& problem, BinRule::Grid grid, bool doubles = true) {
    const auto rule = bin_rule(problem, 0, doubles);
    CHECK(rule.mode == BinRule::Mode::search);
    CHECK(rule.grid == grid);
    const auto edges = problem.edges();
    BinModel<T> kernel(problem, 0, rule);
    RandomProblems random(24);
    std::uint64_t iterations = 0;
    constexpr std::size_t samples = 20'000;
    for (std::size_t i = 0; i < samples; ++i) {
        const auto bin = random.below(edges.size() - 1);
        static_cast<void>(kernel(static_cast<T>(random.real(edges[bin], edges[bin + 1]))));
        iterations += kernel.watched().iterations;
    }
    return static_cast<double>(iterations) / samples;
}

} // namespace

TEST_CASE("searches: with a grid few steps remain") {
    using Grid = BinRule::Grid;
    CHECK(steps<float>(problem_of<float>(log_bins(2048, 1, 1000)), Grid::offsets) < 1);
    CHECK(steps<double>(problem_of<double>(log_bins(300, 1e-5, 1e9)), Grid::offsets) < 1);
    CHECK(steps<std::uint32_t>(problem_of<std::uint32_t>(log_bins(300, 1, 1e9)), Grid::octaves) < 1.5);
    CHECK(steps<std::int64_t>(problem_of<std::int64_t>(log_bins(300, 1, 1e18)), Grid::octaves) < 1.5);
    RandomProblems random(25);
    std::vector<double> edges;
    for (int i = 0; i < 2000; ++i)
        edges.push_back(random.real(-1, 1));
    std::ranges::sort(edges);
    CHECK(steps<float>(problem_of<float>(edge_bins(edges)), Grid::line) < 2);
    CHECK(steps<double>(problem_of<double>(edge_bins(edges)), Grid::line) < 2);
    CHECK(steps<double>(problem_of<double>(edge_bins(edges)), Grid::fixed, false) < 2);
    for (auto& edge : edges)
        edge = std::floor(edge * 1e9);
    CHECK(steps<std::int32_t>(problem_of<std::int32_t>(edge_bins(edges)), Grid::offsets) < 2);
    CHECK(steps<std::uint16_t>(problem_of<std::uint16_t>(edge_bins({1, 2, 4, 9, 100})), Grid::none) <= 2);
}

TEST_CASE_TEMPLATE("searches: a grid of many bins, most without a sample", T, std::uint16_t, std::int32_t) {
    RandomProblems random(26);
    std::vector<Number> edges;
    for (int i = 0; i <= 30'000; ++i)
        edges.emplace_back(1e-12 * i * i * i);
    const auto problem = problem_of<T>(edge_bins(edges));
    CHECK(bin_rule(problem, 0).grid != BinRule::Grid::none);
    check<T>(random, problem, 2000, 1000);
}

TEST_CASE_TEMPLATE("edges at the ends of the integers and beyond, of any kind", T, std::int32_t,
                   std::uint32_t, std::int64_t, std::uint64_t, double) {
    constexpr double inf = std::numeric_limits<double>::infinity();
    constexpr auto minimum = std::numeric_limits<std::int64_t>::min();
    constexpr auto maximum = std::numeric_limits<std::int64_t>::max();
    constexpr std::uint64_t half = std::uint64_t{1} << 63U;
    const std::vector<Number> all{-inf,
                                  -0x1p70,
                                  -0x1p64,
                                  -0x1p63,
                                  minimum + 1,
                                  -0x1p31,
                                  -2'147'483'647,
                                  -1.5,
                                  -0.5,
                                  0.25,
                                  1,
                                  0x1p31 - 0.5,
                                  0x1p32 - 0.5,
                                  std::uint64_t{1} << 32U,
                                  maximum,
                                  0x1p63,
                                  half + 1,
                                  std::numeric_limits<std::uint64_t>::max(),
                                  0x1p64,
                                  0x1p70,
                                  inf};
    RandomProblems random(31);
    for (auto first = all.begin(); first != all.end(); ++first)
        for (std::ptrdiff_t edges = 2; edges <= std::min<std::ptrdiff_t>(all.end() - first, 12); ++edges)
            for (const auto last_edge : {LastEdge::exclusive, LastEdge::inclusive}) {
                auto problem = problem_of<T>(edge_bins(std::vector<Number>(first, first + edges)));
                problem.out_of_range = OutOfRange::counted;
                problem.last_edge = last_edge;
                check<T>(random, problem, 12, 20);
            }
}

TEST_CASE("multiplications: exact where they can be, and then without thresholds") {
    const auto rule = [](SampleType sample, const EvenBins& bins) {
        const auto found = bin_rule({.sample = sample, .axes = {bins}});
        CHECK(found.mode == BinRule::Mode::multiply);
        CHECK((found.near_next == 0) == found.thresholds.empty());
        return found;
    };
    using Product = BinRule::Product;
    const auto u8 = rule(SampleType::u8, even_bins(7, 0, 12));
    CHECK((u8.product == Product::bits_32 && u8.near_next == 0));
    const auto i16 = rule(SampleType::i16, even_bins(997, -29'000, 30'001));
    CHECK((i16.product == Product::bits_64 && i16.shift == 32 && i16.near_next == 0));
    const auto u32 = rule(SampleType::u32, even_bins(997, 0, 4'294'967'291.0));
    CHECK((u32.product == Product::bits_64 && u32.multiplier >> 32U == 0 && u32.near_next >= 0xFFF00000));
    const auto i64 = rule(SampleType::i64, even_bins(1000, -1e6, 1e6)); // offsets fit 32 bits
    CHECK((i64.product == Product::bits_64 && i64.near_next == 0));
    const auto wide = rule(SampleType::i64, even_bins(1000, -1e12, 1e12));
    CHECK((wide.product == Product::bits_128 && wide.near_next == 0));
    const auto widest = rule(SampleType::u64, even_bins(999'983, 5, 0x1p64));
    CHECK((widest.product == Product::bits_128 && widest.near_next != 0));
}

TEST_CASE(
    "fixed point of doubles: narrow where that is enough, and few samples are compared with a threshold") {
    const auto rule = [](const EvenBins& bins) {
        return bin_rule({.sample = SampleType::f64, .axes = {bins}}, 0, false);
    };
    const auto whole = rule(even_bins(256, 0, 1));
    CHECK((whole.fixed.bits == 32 && whole.near_next == 0 && whole.thresholds.empty()));
    CHECK(rule(even_bins(256, 0.1, 0.7)).fixed.bits == 32);
    CHECK(rule(even_bins(1000, -3, 7)).fixed.bits == 32);
    CHECK(rule(even_bins(1U << 21U, -0.3, 1)).fixed.bits == 64);
    CHECK(rule(even_bins(100, 1e6, 1e6 + 1)).fixed.bits == 64);
    // The range has fewer doubles than bins.
    CHECK(rule(even_bins(1000, 1e15, 1e15 + 1)).mode == BinRule::Mode::search);
    CHECK(rule(even_bins(3, 0, 1e-310)).mode == BinRule::Mode::search);
    CHECK(looks<double>(even_bins(256, 0.1, 0.7), 100'000, false) < 0.0003);
    CHECK(looks<double>(even_bins(1U << 21U, 0, 1000), 100'000, false) < 0.0003);
}

TEST_CASE_TEMPLATE("edges that are nearly even", T, ALL_SAMPLES) {
    RandomProblems random(23);
    for (const std::size_t bins : {2U, 3U, 10U, 256U, 3000U})
        for (const double width : {1.0, 2.0, 0.75, 7.0, 12.34, 1000.0, 1e6, 1e15})
            for (const double lower : {0.0, -100.0, 33.25, -1e4})
                for (const double jitter : {0.0, 0.01, 0.4}) {
                    std::vector<Number> edges;
                    for (std::size_t i = 0; i <= bins; ++i)
                        edges.emplace_back(lower + width * (static_cast<double>(i) + random.real(0, jitter)));
                    for (auto& edge : edges)
                        if (jitter > 0.3) edge = std::floor(edge.to_double());
                    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
                    auto problem = problem_of<T>(edge_bins(edges));
                    problem.out_of_range = OutOfRange::counted;
                    problem.last_edge = random.one_in(2) ? LastEdge::inclusive : LastEdge::exclusive;
                    if (!is_valid(problem)) continue; // fewer than two edges remain
                    check<T>(random, problem, sizeof(T) == 2 ? 2 : 100, 100);
                }
}

TEST_CASE("float ranges of denormals") {
    RandomProblems random(11);
    for (const double width : {0x1p-147, 0x1p-130, 0x1.8p-126, 0x1p-120})
        for (const double lower : {0.0, -0x1p-149, -0x1p-131, 0x1p-127, -0x1.8p-126, 0x1p-110})
            for (const std::uint32_t count : {1U, 4U, 10U, 1000U})
                if (static_cast<float>(lower) < static_cast<float>(lower + width)) {
                    check<float>(random, problem_of<float>(even_bins(count, lower, lower + width)), 1000,
                                 100);
                    check<float>(random, problem_of<float>(circular_bins(count, lower, width)), 1000, 100);
                }
}

TEST_CASE_TEMPLATE("circular floats: periods from the least to the greatest exponent", T, float, double) {
    RandomProblems random(13);
    using Limits = std::numeric_limits<T>;
    for (int exponent = Limits::min_exponent - Limits::digits + 1; exponent < Limits::max_exponent;
         exponent += sizeof(T) == 4 ? 1 : 7)
        for (const double lower : {0.0, -0.5, 3.25}) {
            const double period = std::ldexp(1 + random.real(0, 0.99), exponent);
            const auto problem = problem_of<T>(circular_bins(5, lower * period, period));
            // The problem is invalid if lower + period is beyond the type, or if a bin is narrower than the
            // smallest normal double.
            if (is_valid(problem)) check<T>(random, problem, 6, 40);
        }
}

TEST_CASE_TEMPLATE("circular bins narrower than the floats' distance: the greatest edge not above x", T, Half,
                   Bfloat16) {
    RandomProblems random(14);
    for (const double lower : {0.0, -1197.0, 1197.0, -2048.0, 33.25, -0.0625})
        for (const double period : {1.0, 2.0, 7.0})
            for (const std::uint32_t count : {1U, 5U, 5000U}) {
                const auto problem = problem_of<T>(circular_bins(count, lower, period));
                if (is_valid(problem)) // otherwise too few samples are in the range
                    check<T>(random, problem, count, 0);
            }
    check<float>(random, problem_of<float>(circular_bins(max_bins, -180, 360)), 20000, 20000);
}

TEST_CASE_TEMPLATE("circular integers: the longest periods", T, std::uint8_t, std::int8_t, std::uint32_t,
                   std::int32_t, std::uint64_t, std::int64_t) {
    RandomProblems random(15);
    const std::int64_t longest = std::int64_t{1} << (sizeof(T) == 8 ? 62 : 31);
    for (const std::int64_t period : {longest, longest - 1, longest / 2 + 1})
        for (const Number& lower : {Number(0), Number(-0x1p63), Number(0x1p63), Number(-1), Number(1000003)})
            for (const std::uint32_t count : {1U, 3U, 256U, 65537U})
                check<T>(random, problem_of<T>(circular_bins(count, lower, period)), 300, 300);
}
