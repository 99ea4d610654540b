#include "histo_cl/error.hpp"
#include "histo_cl/problem.hpp"
#include "support/error.hpp"
#include "support/extremes.hpp"
#include "support/problems.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <doctest/doctest.h>
#include <initializer_list>
#include <limits>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace histo_cl;
using test::check_invalid;
using test::inf;
using test::of_bytes;
using test::quiet_nan;

namespace {

using Doubles = std::vector<double>;

/// Checks that validate() and edges() reject the problem, each with all of `parts` in its message.
void check_refused(const Problem& problem, std::initializer_list<std::string_view> parts) {
    check_invalid(parts, [&] { problem.validate(); });
    check_invalid(parts, [&] { return problem.edges(); });
}

void check_refused(SampleType sample, const Binning& binning, std::initializer_list<std::string_view> parts) {
    check_refused({.sample = sample, .axes = {binning}}, parts);
}

void check_valid(SampleType sample, const Binning& binning) {
    CHECK_NOTHROW(Problem{.sample = sample, .axes = {binning}}.validate());
}

std::vector<double> edges(SampleType sample, const Binning& binning) {
    return Problem{.sample = sample, .axes = {binning}}.edges();
}

/// A sum that depends on each value's bits and on their order.
template <class Bits, class Value>
std::uint64_t checksum(const std::vector<double>& values) {
    std::uint64_t sum = 0;
    for (const double value : values)
        sum = sum * 6364136223846793005U + std::bit_cast<Bits>(static_cast<Value>(value)) +
              1442695040888963407U;
    return sum;
}

} // namespace

TEST_CASE("a problem has no bins by default") {
    check_refused(Problem{}, {"no axes", "even_bins(256, 0, 256)"});
    CHECK_NOTHROW(of_bytes.validate());
    CHECK(of_bytes.counters() == 256);
    CHECK(of_bytes.edges()[97] == 97);
    CHECK(of_bytes.edges().back() == 256);
    CHECK(to_string(of_bytes) == "u8 samples into 256 even bins over [0, 256), u32 counters");
}

TEST_CASE("numbers of bins from 1 to 2^24 are valid") {
    CHECK_NOTHROW(Problem{.axes = {even_bins(1, 0, 256)}}.validate());
    CHECK_NOTHROW(Problem{.axes = {even_bins(max_bins, 0, 256)}}.validate());
    check_refused(SampleType::u8, even_bins(0, 0, 256), {"0 bins", "1 to 16777216"});
    check_refused(SampleType::f32, even_bins(max_bins + 1, 0, 256), {"16777217 bins", "1 to 16777216"});
    const std::size_t wide = (std::size_t{1} << 32U) + 8; // is 8 if cut to 32 bits
    check_invalid({"4294967304 bins", "1 to 16777216"}, [&] { return even_bins(wide, 0, 256); });
    check_invalid({"4294967304 bins"}, [&] { return custom_bins(wide, "x"); });
    const auto by_edges = [](std::uint32_t bins) {
        std::vector<std::uint32_t> edges(std::size_t{bins} + 1);
        std::iota(edges.begin(), edges.end(), 0U);
        return Problem{.sample = SampleType::u32, .axes = {edge_bins(edges)}};
    };
    CHECK_NOTHROW(by_edges(max_bins).validate());
    check_refused(by_edges(max_bins + 1), {"16777217 bins", "1 to 16777216"});
}

TEST_CASE("copies of EdgeBins share their edges") {
    const auto bins = edge_bins({1, 2.5, 4});
    const Problem problem{.sample = SampleType::f32, .axes = {bins}};
    const auto copy = problem;
    CHECK(std::get<EdgeBins>(copy.axes[0]).edges.data() == bins.edges.data());
    CHECK(bins == edge_bins({1, 2.5, 4}));
    CHECK_FALSE(bins == edge_bins({1, 2.5}));
    CHECK_FALSE(bins == edge_bins({1, 2.5, 5}));
    CHECK(Edges().empty());
    CHECK(Edges() == Edges(std::vector<Number>()));
    CHECK_FALSE(Edges() == bins.edges);
}

TEST_CASE("thousands of edges are checked as few are") {
    const auto refused_at = [](std::size_t wrong, const Number& edge, const Number& second) {
        std::vector<Number> edges(5000, second);
        for (std::size_t i = 1; i < edges.size(); ++i)
            edges[i] = second.kind() == Number::Kind::f64   ? Number(static_cast<double>(i))
                       : second.kind() == Number::Kind::u64 ? Number(std::uint64_t{i})
                                                            : Number(static_cast<std::int64_t>(i));
        edges[0] = -1;
        edges[wrong] = edge;
        check_refused(SampleType::f64, edge_bins(edges), {"edge " + std::to_string(wrong)});
    };
    for (const Number& kind : {Number(1.0), Number(std::uint64_t{1}), Number(std::int64_t{1})})
        for (const std::size_t wrong : {1U, 2U, 7U, 4998U, 4999U})
            for (const Number& edge : {Number(-2), Number(-2.0), Number(-1.0), Number(std::nan(""))}) {
                CAPTURE(wrong);
                refused_at(wrong, edge, kind);
            }
    // The first wrong edge is reported.
    std::vector<Number> edges{std::nan(""), 1.0, 2.0};
    check_refused(SampleType::f64, edge_bins(edges), {"edge 0 is NaN"});
    edges = {std::uint64_t{3}, std::uint64_t{3}};
    check_refused(SampleType::u64, edge_bins(edges), {"edge 1 (3)"});
    // Integers that are equal as doubles, and integers among doubles.
    constexpr std::int64_t big = std::int64_t{1} << 53;
    check_valid(SampleType::i64, edge_bins({big, big + 1}));
    check_valid(SampleType::i64, edge_bins({0.5, big, big + 1}));
}

TEST_CASE("a range must not be empty") {
    check_refused(SampleType::u8, even_bins(4, 7, 7), {"[7, 7)", "lower must be less than upper"});
    check_refused(SampleType::f64, even_bins(4, 1.5, -2), {"[1.5, -2)", "lower must be less than upper"});
    // Bounds that are equal as doubles, but not empty. Then bounds that are reversed, but equal as doubles.
    constexpr std::int64_t big = std::int64_t{1} << 53;
    check_valid(SampleType::i64, even_bins(1, big, big + 1));
    check_refused(SampleType::i64, even_bins(1, big + 1, big), {"[9007199254740993, 9007199254740992)"});
}

TEST_CASE("bounds must be finite numbers") {
    for (const SampleType sample : {SampleType::i16, SampleType::f32, SampleType::f64}) {
        check_refused(sample, even_bins(4, quiet_nan, 1), {"lower bound nan", "must be finite"});
        check_refused(sample, even_bins(4, 0, quiet_nan), {"upper bound nan", "must be finite"});
        check_refused(sample, even_bins(4, -inf, 1), {"lower bound -inf", "must be finite"});
        check_refused(sample, even_bins(4, 0, inf), {"upper bound inf", "must be finite"});
    }
}

TEST_CASE("bounds of integer samples: multiples of 2^-20 within 2^64 of zero") {
    for (const SampleType sample : {SampleType::u8, SampleType::i64}) {
        check_valid(sample, even_bins(4, -0x1p64, 0x1p64));
        check_valid(sample, even_bins(4, -0.5, 0x1p-20));
        check_refused(sample, even_bins(4, 0.1, 1), {"lower bound 0.1", "multiples of 2^-20"});
        check_refused(sample, even_bins(4, 0, 0x1p-21),
                      {"upper bound 4.76837158203125e-07", "multiples of 2^-20"});
        check_refused(sample, even_bins(4, 0, 0x1.0000000000001p64),
                      {"upper bound 18446744073709555712", "within -2^64 and 2^64"});
        check_refused(sample, even_bins(4, -1e300, 0), {"lower bound -1e+300", "within -2^64 and 2^64"});
    }
    check_valid(SampleType::f32, even_bins(4, 0.1, 1));
}

TEST_CASE("bounds of float samples must be finite and distinct in their type") {
    check_refused(SampleType::f32, even_bins(4, 0, 1e39),
                  {"upper bound 1e+39", "largest f32", "3.4028234663852886e+38"});
    check_refused(SampleType::f32, even_bins(4, 1, 1 + 0x1p-30), {"[1, 1.0000000009313226)", "the same f32"});
    check_valid(SampleType::f64, even_bins(4, 1, 1 + 0x1p-30));
    constexpr std::int64_t big = std::int64_t{1} << 53;
    check_refused(SampleType::f64, even_bins(1, big, big + 1), {"the same f64"});
    check_refused(SampleType::f64, even_bins(2, -1.5e308, 1.5e308),
                  {"[-1.5e+308, 1.5e+308)", "largest double"});
    check_refused(SampleType::f64, even_bins(4, 0, 0x1p-1074),
                  {"[0, 5e-324)", "4 bins", "2.2250738585072014e-308"});
    check_valid(SampleType::f64, even_bins(1, 0, 0x1p-1022));
    check_valid(SampleType::f16, even_bins(4, -65504, 65504));
    check_refused(SampleType::f16, even_bins(4, 0, 65505), {"upper bound 65505", "largest f16, 65504"});
    check_refused(SampleType::f16, even_bins(4, 2048, 2049), {"[2048, 2049)", "the same f16"});
    // Edges of joint axes stay doubles.
    CHECK_NOTHROW(Problem{
        .sample = SampleType::f16, .axes = {even_bins(4, 2048, 2049), even_bins(4, 0, 1)}, .joint = true}
                      .validate());
    check_valid(SampleType::bf16, even_bins(4, -3e38, 3e38));
    check_refused(SampleType::bf16, even_bins(4, 0, 3.4e38),
                  {"upper bound 3.4e+38", "largest bf16, 3.3895313892515355e+38"});
    check_refused(SampleType::bf16, even_bins(4, 256, 257), {"[256, 257)", "the same bf16"});
}

TEST_CASE("there must be at least two edges, which rise strictly, and none is NaN") {
    for (const SampleType sample : {SampleType::u8, SampleType::f64}) {
        check_refused(sample, EdgeBins{}, {"0 given", "at least 2"});
        check_refused(sample, edge_bins({5}), {"1 given", "at least 2"});
        check_refused(sample, edge_bins({0.0, quiet_nan, 2.0}), {"edge 1 is NaN"});
        check_refused(sample, edge_bins({quiet_nan, 1.0}), {"edge 0 is NaN"});
        check_refused(sample, edge_bins({0, 1, 1, 2}), {"edge 2 (1)", "edge 1 (1)", "strictly increasing"});
        check_refused(sample, edge_bins({0, 3, 2}), {"edge 2 (2)", "edge 1 (3)", "strictly increasing"});
        check_refused(sample, edge_bins({0.0, -0.0}), {"edge 1 (-0)", "edge 0 (0)", "strictly increasing"});
        check_refused(sample, edge_bins({inf, inf}), {"edge 1 (inf)", "edge 0 (inf)", "strictly increasing"});
        check_valid(sample, edge_bins({-inf, inf}));
        // Edges are compared exactly: these rise although their doubles are equal.
        constexpr std::int64_t big = std::int64_t{1} << 53;
        check_valid(sample, edge_bins({big, big + 1}));
    }
}

TEST_CASE("logarithmic bins: 0 < lower < upper, and edges that rise") {
    for (const SampleType sample : {SampleType::u8, SampleType::f32}) {
        check_valid(sample, log_bins(3, 1, 1000));
        check_valid(sample, log_bins(600, 0x1p-1074, 0x1p1023));
        check_refused(sample, log_bins(0, 1, 10), {"0 bins", "1 to 16777216"});
        check_refused(sample, log_bins(3, 0, 10), {"[0, 10)", "above 0"});
        check_refused(sample, log_bins(3, -1, 10), {"[-1, 10)", "above 0"});
        check_refused(sample, log_bins(3, 10, 10), {"[10, 10)", "lower must be less than upper"});
        check_refused(sample, log_bins(3, quiet_nan, 10), {"lower bound nan", "finite"});
        check_refused(sample, log_bins(3, 1, inf), {"upper bound inf", "logarithmic", "finite"});
        // Between 1 and 1 + 2^-52 there is no double for an edge.
        check_refused(sample, log_bins(2, 1, 1 + 0x1p-52), {"2 logarithmic bins", "does not rise"});
        check_valid(sample, log_bins(1, 1, 1 + 0x1p-52));
    }
    // The bounds differ as integers, but are equal as doubles.
    constexpr std::int64_t big = std::int64_t{1} << 53;
    check_refused(SampleType::i64, log_bins(1, big, big + 1), {"edge 1 (9007199254740992)", "in double"});
}

TEST_CASE("circular bins of integers: whole numbers within bounds") {
    constexpr std::uint64_t two_63 = std::uint64_t{1} << 63;
    check_valid(SampleType::u8, circular_bins(5, -180, 360));
    check_valid(SampleType::u8, circular_bins(5, -0x1p63, 0x1p31));
    check_valid(SampleType::i32, circular_bins(5, two_63, 1));
    check_valid(SampleType::u64, circular_bins(5, 0, 0x1p62));
    check_refused(SampleType::u8, circular_bins(0, 0, 360), {"0 bins"});
    check_refused(SampleType::u8, circular_bins(4, 0.5, 360), {"lower bound 0.5", "whole number"});
    check_refused(SampleType::u8, circular_bins(4, two_63 + 1, 360),
                  {"lower bound 9223372036854775809", "-2^63 and 2^63"});
    check_refused(SampleType::u8, circular_bins(4, -0x1.0000000000001p63, 360), {"lower bound -92"});
    check_refused(SampleType::u8, circular_bins(4, 0, 0), {"period 0", "above 0"});
    check_refused(SampleType::u8, circular_bins(4, 0, -3), {"period -3", "above 0"});
    check_refused(SampleType::u8, circular_bins(4, 0, quiet_nan), {"period nan", "finite"});
    check_refused(SampleType::u8, circular_bins(4, 0, inf), {"period inf", "finite"});
    check_refused(SampleType::u8, circular_bins(4, -inf, 1), {"lower bound -inf", "finite"});
    check_refused(SampleType::i16, circular_bins(4, 0, 1.5), {"period 1.5", "i16", "2^31"});
    check_refused(SampleType::u32, circular_bins(4, 0, 0x1p31 + 1), {"period 2147483649", "u32", "2^31"});
    check_refused(SampleType::i64, circular_bins(4, 0, 0x1.0000000000001p62), {"i64", "2^62"});
}

TEST_CASE("circular bins of floats: a period that the type can represent") {
    check_valid(SampleType::f16, circular_bins(5, 0, 360));
    check_valid(SampleType::f32, circular_bins(5, -3.14159265358979, 6.28318530717959));
    check_valid(SampleType::f64, circular_bins(5, -8e307, 1.7e308));
    check_valid(SampleType::f64, circular_bins(5, 0.1, 0x1p-50));
    check_refused(SampleType::f16, circular_bins(4, 0, 65536),
                  {"lower + period 65536", "largest f16, 65504"});
    check_refused(SampleType::f32, circular_bins(4, -1e39, 1), {"lower bound -1e+39", "largest f32"});
    check_refused(SampleType::f64, circular_bins(4, 1e308, 1e308), {"lower + period inf", "largest f64"});
    check_refused(SampleType::f32, circular_bins(4, 0x1p24, 1), {"period 1", "f32", "the same"});
    check_refused(SampleType::f16, circular_bins(4, -50000, 100000), {"period 100000", "largest f16"});
    check_refused(SampleType::f64, circular_bins(4, 0, 0x1p-1074), {"4 bins", "2.2250738585072014e-308"});
}

TEST_CASE("custom bins: a valid expression, and at least one bin") {
    CHECK_NOTHROW(Problem{.axes = {custom_bins(4, "x >> 6")}}.validate());
    CHECK_NOTHROW(Problem{.axes = {custom_bins(4, "x\n>>\n6")}}.validate());
    check_refused(SampleType::u8, custom_bins(0, "x"), {"0 bins"});
    check_refused(SampleType::u8, custom_bins(4, ""), {"the expression of custom bins, column 1"});
    check_refused(SampleType::u8, custom_bins(4, "x + y"), {"column 5", "\"y\""});
    check_refused(SampleType::f32, custom_bins(4, "x % 2"), {"column 3", "integers"});
    check_invalid({"axis 1: the expression of custom bins, column 3"}, [] {
        Problem{.axes = {custom_bins(4, "x"), custom_bins(4, "x ")}, .layout = {.channels = 2}}.validate();
        Problem{.axes = {custom_bins(4, "x"), custom_bins(4, "x x")}, .layout = {.channels = 2}}.validate();
    });
}

TEST_CASE("the number of axes is checked, and errors name the wrong axis") {
    const Binning bins = even_bins(4, 0, 256);
    const auto of = [&](std::size_t axes, bool joint) {
        return Problem{.axes = std::vector<Binning>(axes, bins), .joint = joint};
    };
    for (const std::size_t axes : {1U, 2U, 3U, 4U})
        CHECK_NOTHROW(of(axes, false).validate());
    for (const std::size_t axes : {2U, 3U})
        CHECK_NOTHROW(of(axes, true).validate());
    check_refused(of(0, false), {"no axes", "even_bins"});
    check_refused(of(65537, false), {"65537 axes", "1 to 65536"});
    check_refused(of(1, true), {"1 axis", "joint", "2 or 3"});
    check_refused(of(4, true), {"4 axes", "joint", "2 or 3"});
    check_refused({.axes = {bins, even_bins(4, 7, 7)}}, {"axis 1: the range [7, 7) is empty"});
    check_refused({.axes = {EdgeBins{}, bins}}, {"axis 0: too few edges"});
}

TEST_CASE("the counters of a histogram") {
    Problem problem{.axes = {even_bins(4, 0, 256), edge_bins({0, 1, 2, 3})}};
    const auto check = [&](std::uint64_t first, std::uint64_t second, std::uint64_t cells,
                           std::uint64_t counters) {
        CHECK_NOTHROW(problem.validate());
        CHECK(problem.extent(0) == first);
        CHECK(problem.extent(1) == second);
        CHECK(problem.cells() == cells);
        CHECK(problem.counters() == counters);
    };
    check(4, 3, 7, 7);
    problem.joint = true;
    check(4, 3, 12, 12);
    problem.out_of_range = OutOfRange::clamped;
    check(4, 3, 12, 12);
    problem.out_of_range = OutOfRange::counted;
    check(7, 6, 42, 42);
    problem.weights.type = SampleType::f32;
    problem.counter = CounterType::f64;
    problem.weights.squares = true;
    check(7, 6, 42, 84);
    problem.joint = false;
    check(7, 6, 13, 26);
}

TEST_CASE("no more than 2^24 counters, however they come about") {
    const auto even = [](std::uint32_t count) { return Binning(even_bins(count, 0, 256)); };
    CHECK_NOTHROW(Problem{.axes = {even(4096), even(4096)}, .joint = true}.validate());
    check_refused({.axes = {even(4096), even(4097)}, .joint = true}, {"16781312 counters", "16777216"});
    check_refused({.axes = {even(max_bins), even(max_bins), even(max_bins)}, .joint = true},
                  {"2^64 or more counters", "16777216"});
    check_refused({.axes = {even(max_bins - 1), even(2)}}, {"16777217 counters", "16777216"});
    CHECK_NOTHROW(Problem{.axes = {even(max_bins - 3)}, .out_of_range = OutOfRange::counted}.validate());
    check_refused({.axes = {even(max_bins - 2)}, .out_of_range = OutOfRange::counted},
                  {"16777217 counters", "16777216"});
    Problem squares{.axes = {even(max_bins / 2)},
                    .weights = {.type = SampleType::u32, .squares = true},
                    .counter = CounterType::u64};
    CHECK_NOTHROW(squares.validate());
    squares.axes = {even(max_bins / 2 + 1)};
    check_refused(squares, {"16777218 counters", "with those of squares", "16777216"});
}

TEST_CASE("axes count channels that the element has") {
    const Binning bins = even_bins(4, 0, 256);
    const std::vector<Binning> two{bins, bins};
    const Problem plain{.axes = two};
    CHECK(plain.channels() == 2);
    CHECK(plain.channel(1) == 1);
    const Problem chosen{.axes = two, .layout = {.channels = 4, .active = {3, 0}}};
    CHECK_NOTHROW(chosen.validate());
    CHECK(chosen.channels() == 4);
    CHECK(chosen.channel(0) == 3);
    CHECK(chosen.channel(1) == 0);
    // One channel may be counted on two axes.
    CHECK_NOTHROW(Problem{.axes = two, .layout = {.channels = 1, .active = {0, 0}}}.validate());
    check_refused({.axes = two, .layout = {.channels = 65537}}, {"65537 channels", "1 to 65536"});
    check_refused({.axes = two, .layout = {.channels = 1}}, {"axis 1 counts channel 1", "has 1 channel,"});
    check_refused({.axes = two, .layout = {.active = {0, 2}}}, {"axis 1 counts channel 2", "2 channels"});
    check_refused({.axes = two, .layout = {.active = {0}}}, {"1 active channel for 2 axes"});
    check_refused({.axes = two, .layout = {.channels = 4, .active = {0, 1, 2}}},
                  {"3 active channels for 2 axes"});
}

TEST_CASE("a stride holds the element and is a multiple of the sample's size") {
    Problem problem{
        .sample = SampleType::u16, .axes = {even_bins(4, 0, 256)}, .layout = {.channels = 3, .stride = 6}};
    CHECK_NOTHROW(problem.validate());
    problem.layout.stride = 1000000;
    CHECK_NOTHROW(problem.validate());
    problem.layout.stride = 4;
    check_refused(problem, {"stride 4 B", "multiple of 2 B", "at least 6 B"});
    problem.layout.stride = 7;
    check_refused(problem, {"stride 7 B", "multiple of 2 B"});
    problem.layout.order = Order::planar;
    problem.layout.stride = 2;
    CHECK_NOTHROW(problem.validate());
    problem.layout.stride = 1;
    check_refused(problem, {"stride 1 B", "at least 2 B"});
}

TEST_CASE("each kind of batch requires its layout") {
    CHECK_NOTHROW(
        Problem{.axes = {identity_bins(256)}, .layout = {.rows = true}, .batch = Batch::tiles}.validate());
    CHECK_NOTHROW(Problem{.axes = {identity_bins(256)}, .batch = Batch::segments}.validate());
    CHECK_NOTHROW(Problem{.axes = {identity_bins(256)}, .batch = Batch::ragged}.validate());
    check_refused({.axes = {identity_bins(256)}, .batch = Batch::tiles}, {"tiles", "rows"});
    check_refused({.axes = {identity_bins(256)}, .layout = {.rows = true}, .batch = Batch::segments},
                  {"segments", "flat"});
    check_refused({.axes = {identity_bins(256)}, .layout = {.rows = true}, .batch = Batch::ragged},
                  {"ragged", "flat"});
}

TEST_CASE("each type of weights requires one type of counter") {
    constexpr std::array sums{
        std::pair(SampleType::u8, CounterType::u64),  std::pair(SampleType::i8, CounterType::i64),
        std::pair(SampleType::u16, CounterType::u64), std::pair(SampleType::i16, CounterType::i64),
        std::pair(SampleType::u32, CounterType::u64), std::pair(SampleType::i32, CounterType::i64),
        std::pair(SampleType::f16, CounterType::f64), std::pair(SampleType::bf16, CounterType::f64),
        std::pair(SampleType::f32, CounterType::f64), std::pair(SampleType::f64, CounterType::f64)};
    for (const auto& [weights, needed] : sums)
        for (const auto counter : {CounterType::u32, CounterType::u64, CounterType::i64, CounterType::f64,
                                   CounterType::f32, CounterType::u8, CounterType::u16}) {
            const Problem problem{
                .axes = {identity_bins(256)}, .weights = {.type = weights}, .counter = counter};
            if (counter == needed || (counter == CounterType::f32 && is_float(weights)))
                CHECK_NOTHROW(problem.validate());
            else
                check_refused(problem, {name(counter), name(weights), name(needed)});
        }
    for (const SampleType weights : all_sample_types)
        if (std::ranges::find(sums, weights, [](const auto& sum) { return sum.first; }) == sums.end())
            check_refused({.axes = {identity_bins(256)}, .weights = {.type = weights}},
                          {name(weights), "u32, i32, f16, bf16, f32 and f64"});
    check_refused({.axes = {identity_bins(256)}, .counter = CounterType::f64},
                  {"f64 counters without weights", "u8, u16, u32 and u64"});
    check_refused({.axes = {identity_bins(256)}, .counter = CounterType::i64},
                  {"i64 counters without weights", "u8, u16, u32 and u64"});
    check_refused({.axes = {identity_bins(256)}, .counter = CounterType::f32},
                  {"f32 counters without weights", "u8, u16, u32 and u64"});
    check_refused({.axes = {identity_bins(256)}, .weights = {.type = SampleType::f16}},
                  {"u32 counters", "f64 or f32"});
    check_refused({.axes = {identity_bins(256)}, .weights = {.order = static_cast<CounterOrder>(2)}},
                  {"weights.order 2", "by_sum and by_cell"});
    check_refused({.axes = {identity_bins(256)}, .weights = {.squares = true}},
                  {"squared weights without weights"});
    check_refused({.axes = {identity_bins(256)}, .weights = {.stride = 8}},
                  {"weights.stride 8 without weights"});
    check_refused(
        {.axes = {identity_bins(256)}, .layout = {.rows = true}, .weights = {.per = WeightPer::row}},
        {"weights.per row without weights"});
    Problem weighed{.axes = {identity_bins(256)},
                    .weights = {.type = SampleType::u32, .stride = 6},
                    .counter = CounterType::u64};
    check_refused(weighed, {"weights.stride 6 B", "multiple", "4 B"});
    weighed.weights.stride = 0;
    weighed.weights.per = WeightPer::column;
    check_refused(weighed, {"weights.per column of a flat layout", "layout.rows"});
    weighed.layout.rows = true;
    CHECK_NOTHROW(weighed.validate());
    weighed.weights.per = static_cast<WeightPer>(3);
    check_refused(weighed, {"weights.per 3 is not a WeightPer"});
    // Sums of integers are modulo 2^64, so the number of elements is not limited.
    CHECK_NOTHROW(Problem{.axes = {identity_bins(256)},
                          .weights = {.type = SampleType::u32},
                          .counter = CounterType::u64,
                          .max_samples = std::uint64_t{1} << 40}
                      .validate());
}

TEST_CASE("a u32 counter must hold max_samples") {
    constexpr std::uint64_t maximum = std::numeric_limits<std::uint32_t>::max();
    CHECK_NOTHROW(Problem{.axes = {identity_bins(256)}, .max_samples = maximum}.validate());
    CHECK_NOTHROW(
        Problem{.axes = {identity_bins(256)}, .counter = CounterType::u64, .max_samples = maximum + 1}
            .validate());
    check_refused(Problem{.axes = {identity_bins(256)}, .max_samples = maximum + 1},
                  {"4294967296", "u32 counter", "at most 4294967295", "u64"});
}

TEST_CASE("float edges are numpy.linspace's, bit by bit") {
    CHECK(edges(SampleType::f64, even_bins(10, -1, 1)) ==
          Doubles{-1, -0x1.999999999999ap-1, -0x1.3333333333333p-1, -0x1.9999999999998p-2,
                  -0x1.9999999999998p-3, 0, 0x1.99999999999a0p-3, 0x1.999999999999cp-2, 0x1.3333333333334p-1,
                  0x1.999999999999ap-1, 1});
    CHECK(edges(SampleType::f64, even_bins(7, 0.1, 0.7)) ==
          Doubles{0x1.999999999999ap-4, 0x1.7c57c57c57c58p-3, 0x1.15f15f15f15f2p-2, 0x1.6db6db6db6db6p-2,
                  0x1.c57c57c57c57cp-2, 0x1.0ea0ea0ea0ea1p-1, 0x1.3a83a83a83a83p-1, 0x1.6666666666666p-1});
    CHECK(edges(SampleType::f64, even_bins(3, -1e300, 1e-300)) ==
          Doubles{-0x1.7e43c8800759cp+996, -0x1.fdafb60009cd0p+995, -0x1.fdafb60009cd0p+994,
                  0x1.56e1fc2f8f359p-997});
    // Integer bounds are rounded to double first, as numpy does.
    CHECK(edges(SampleType::f64, even_bins(3, std::numeric_limits<std::int64_t>::min(),
                                           std::numeric_limits<std::int64_t>::max())) ==
          Doubles{-0x1p+63, -0x1.5555555555556p+61, 0x1.5555555555554p+61, 0x1p+63});
    // numpy.linspace(…).astype(numpy.float32)
    CHECK(edges(SampleType::f32, even_bins(7, 0.1, 0.7)) ==
          Doubles{0x1.99999ap-4, 0x1.7c57c6p-3, 0x1.15f16p-2, 0x1.6db6dcp-2, 0x1.c57c58p-2, 0x1.0ea0eap-1,
                  0x1.3a83a8p-1, 0x1.666666p-1});
    CHECK(edges(SampleType::f32, even_bins(10, 0, 7)) ==
          Doubles{0, 0x1.666666p-1, 0x1.666666p+0, 0x1.0ccccc0p+1, 0x1.666666p+1, 3.5, 0x1.0ccccc0p+2,
                  0x1.39999ap+2, 0x1.666666p+2, 0x1.933334p+2, 7});
    CHECK(edges(SampleType::f32, even_bins(6, 16777216, 16777219)) ==
          Doubles{16777216, 16777216, 16777216, 16777218, 16777218, 16777218, 16777220});
    // The edges are rounded once, to halves.
    CHECK(edges(SampleType::f16, even_bins(4, 0, 0.7)) ==
          Doubles{0, 0x1.668p-3, 0x1.668p-2, 0x1.0ccp-1, 0x1.668p-1});
    // The checksum is that of numpy.linspace(-0.3, 1.7, 100001).
    CHECK(checksum<std::uint64_t, double>(edges(SampleType::f64, even_bins(100000, -0.3, 1.7))) ==
          0x8f8221d09aa23560U);
    CHECK(checksum<std::uint32_t, float>(edges(SampleType::f32, even_bins(100000, -0.3, 1.7))) ==
          0xc7004ca9bcd185abU);
}

TEST_CASE("integer edges are the nearest doubles") {
    CHECK(edges(SampleType::u8, even_bins(7, 0, 12)) ==
          Doubles{0, 12.0 / 7, 24.0 / 7, 36.0 / 7, 48.0 / 7, 60.0 / 7, 72.0 / 7, 12});
    CHECK(edges(SampleType::i8, even_bins(3, -128, 128)) == Doubles{-128, -128.0 / 3, 128.0 / 3, 128});
    CHECK(edges(SampleType::i32, even_bins(3, -0.5, 2.5)) == Doubles{-0.5, 0.5, 1.5, 2.5});
    CHECK(edges(SampleType::u64, even_bins(4, 0, 0x1p64)) == Doubles{0, 0x1p62, 0x1p63, 0x1.8p63, 0x1p64});
    CHECK(edges(SampleType::u64, even_bins(3, 0, 0x1p64)) ==
          Doubles{0, 0x1.5555555555555p62, 0x1.5555555555555p63, 0x1p64});
    // Edge 1 is a third of 2^-20.
    CHECK(edges(SampleType::u8, even_bins(3, 0, 0x1p-20)) ==
          Doubles{0, 0x1.5555555555555p-22, 0x1.5555555555555p-21, 0x1p-20});
    // Edge 1 is 2^53 + 1 + 2^-16, just above the middle of two doubles; 2^53 + 1 itself is a tie.
    constexpr std::int64_t big = std::int64_t{1} << 53;
    const auto many = edges(SampleType::i64, even_bins(1 << 16, big + 1, big + 2));
    CHECK(many[0] == 0x1p53);
    CHECK(many[1] == 0x1p53 + 2);
    // Explicit edges are used as given.
    CHECK(edges(SampleType::u8, edge_bins({-inf, 0.1, 3.0, 1e300})) == Doubles{-inf, 0.1, 3, 1e300});
    CHECK(edges(SampleType::i64, edge_bins({big, big + 3})) == Doubles{0x1p53, 0x1p53 + 4});
}

TEST_CASE("circular edges: even ones over one period") {
    CHECK(edges(SampleType::u8, circular_bins(7, -3, 12)) ==
          Doubles{-3, -9.0 / 7, 3.0 / 7, 15.0 / 7, 27.0 / 7, 39.0 / 7, 51.0 / 7, 9});
    CHECK(edges(SampleType::f64, circular_bins(4, -180, 360)) == Doubles{-180, -90, 0, 90, 180});
    CHECK(edges(SampleType::f32, circular_bins(2, -3.141592653589793, 6.283185307179586)) ==
          Doubles{-0x1.921fb6p+1, 0, 0x1.921fb6p+1});
    // The period begins at 0x1.99999ap-4. Its length is the rounded distance of the rounded ends:
    // 0x1.3333340p-2.
    CHECK(edges(SampleType::f32, circular_bins(1, 0.1, 0.3)) == Doubles{0x1.99999ap-4, 0x1.99999a8p-2});
    CHECK_THROWS_AS((void)Problem{.axes = {custom_bins(4, "x / 64")}}.edges(), Error);
}

TEST_CASE("joint edges are not rounded to the samples' type") {
    const Problem apart{.sample = SampleType::f32, .axes = {even_bins(2, 0.1, 0.7), even_bins(1, 0.1, 2)}};
    Problem joint = apart;
    joint.joint = true;
    CHECK(apart.edges(0) == Doubles{0x1.99999ap-4, 0x1.99999ap-2, 0x1.666666p-1});
    CHECK(joint.edges(0) == Doubles{0.1, 0.4, 0.7});
    CHECK(joint.edges(1) == Doubles{0.1, 2});
    // The bounds are rounded even if the axis is joint.
    const CircularBins circle = circular_bins(2, 0.1, 0.7);
    CHECK(Problem{.sample = SampleType::f32, .axes = {circle, circle}, .joint = true}.edges(0) ==
          edges(SampleType::f32, circle));
    CHECK(edges(SampleType::f32, circle).back() == 0.7999999895691872);
    check_invalid({"axis 2: the problem has 2 axes, counted from 0"}, [&] { return joint.edges(2); });
}

TEST_CASE("binnings have names, and has_custom_bins() finds custom bins") {
    const std::vector<Binning> binnings{even_bins(4, 0, 8),       edge_bins({1, 2, 4}), log_bins(4, 1, 10),
                                        circular_bins(4, 0, 360), custom_bins(4, "x"),  HalfWidths{}};
    const std::vector<std::string> names{"even", "edges", "log", "circular", "custom", "half_widths"};
    REQUIRE(binnings.size() == all_binning_kinds.size());
    for (std::size_t i = 0; i < binnings.size(); ++i) {
        CHECK(kind_of(binnings[i]) == all_binning_kinds[i]);
        CHECK(name(kind_of(binnings[i])) == names[i]);
        CHECK(has_custom_bins({.axes = {binnings[0], binnings[i]}}) == (names[i] == "custom"));
    }
}

TEST_CASE("to_string() describes problems") {
    const Binning bins = even_bins(4, 0, 256);
    CHECK(to_string(Binning(log_bins(1, 1, 1000))) == "1 logarithmic bin over [1, 1000)");
    CHECK(to_string(Binning(circular_bins(36, -180, 360))) == "36 circular bins from -180 with period 360");
    CHECK(to_string(Binning(custom_bins(4, "x\n>> 6"))) == "4 custom bins by \"x >> 6\"");
    CHECK(to_string(Binning(custom_bins(4, std::string(61, 'x')))) ==
          "4 custom bins by \"" + std::string(60, 'x') + "…\"");
    CHECK(
        to_string(Problem{.axes = {bins}, .layout = {.channels = 3, .active = {2}, .stride = 12}}) ==
        "u8 samples into channel 2: 4 even bins over [0, 256), 3 interleaved channels, an element each 12 B, "
        "u32 counters");
    CHECK(to_string(Problem{.axes = {bins, edge_bins({0, 1})}, .last_edge = LastEdge::inclusive}) ==
          "u8 samples into channel 0: 4 even bins over [0, 256); channel 1: 1 bin by edges {0, 1}, last edge "
          "inclusive, 2 interleaved channels, u32 counters");
    CHECK(
        to_string(Problem{.sample = SampleType::f16,
                          .axes = {bins, bins},
                          .joint = true,
                          .out_of_range = OutOfRange::counted,
                          .layout = {.order = Order::planar, .rows = true, .mask = true},
                          .batch = Batch::tiles,
                          .weights = {.type = SampleType::f32, .squares = true},
                          .counter = CounterType::f64,
                          .max_samples = 9}) ==
        "f16 samples jointly into channel 0: 4 even bins over [0, 256) × channel 1: 4 even bins over [0, "
        "256), "
        "out of range counted, 2 planar channels, in rows, with a mask, in a batch of tiles, f32 weights and "
        "their squares, f64 counters, at most 9 samples at once");
    CHECK(
        to_string(Problem{
            .axes = {identity_bins(256)},
            .layout = {.rows = true},
            .weights =
                {.type = SampleType::f32, .counts = true, .vectors = 2, .stride = 16, .per = WeightPer::row},
            .counter = CounterType::f64}) ==
        "u8 samples into 256 even bins over [0, 256), in rows, counts and 2 f32 weights (one each 16 B) per "
        "row, f64 counters");
    CHECK(to_string(Problem{.axes = {bins},
                            .weights = {.type = SampleType::f16, .order = CounterOrder::by_cell},
                            .counter = CounterType::f32}) ==
          "u8 samples into 4 even bins over [0, 256), f16 weights, f32 counters by cell");
}

TEST_CASE("the edges of integers are integers, however large") {
    const auto numbers = [](SampleType type, const Binning& binning) {
        return Problem{.sample = type, .axes = {binning}}.edge_numbers();
    };
    using Numbers = std::vector<Number>;
    using Limits = std::numeric_limits<std::int64_t>;
    constexpr auto large = std::int64_t{1} << 60;
    constexpr auto unsigned_max = std::numeric_limits<std::uint64_t>::max();
    const auto found = numbers(SampleType::i64, even_bins(3, large + 1, large + 4));
    CHECK(found == Numbers{large + 1, large + 2, large + 3, large + 4});
    CHECK(std::ranges::all_of(found, [](const Number& edge) { return edge.kind() == Number::Kind::i64; }));
    CHECK(numbers(SampleType::i64, even_bins(3, -large - 4, -large - 1)) ==
          Numbers{-large - 4, -large - 3, -large - 2, -large - 1});
    CHECK(numbers(SampleType::u64, even_bins(3, unsigned_max - 2, 0x1p64)) ==
          Numbers{unsigned_max - 2, unsigned_max - 1, unsigned_max, 0x1p64});
    CHECK(numbers(SampleType::i64, even_bins(4, Limits::min(), std::uint64_t{1} << 63)) ==
          Numbers{Limits::min(), -(std::int64_t{1} << 62), 0, std::int64_t{1} << 62, std::uint64_t{1} << 63});
    CHECK(numbers(SampleType::i64, circular_bins(3, large + 1, 3)) ==
          Numbers{large + 1, large + 2, large + 3, large + 4});
    CHECK(numbers(SampleType::i64, edge_bins({large, large + 1})) == Numbers{large, large + 1});
    // An edge between integers is a double if a double lies between them, else the next integer.
    CHECK(numbers(SampleType::u8, even_bins(4, 0, 10)) == Numbers{0, 2.5, 5, 7.5, 10});
    CHECK(numbers(SampleType::i64, even_bins(2, large, large + 1)) == Numbers{large, large + 1, large + 1});
    // Edges for floats are doubles.
    CHECK(numbers(SampleType::f32, even_bins(2, 0, 1)) == Numbers{0.0, 0.5, 1.0});
    check_invalid({"custom bins have no edges"},
                  [&] { return numbers(SampleType::u8, custom_bins(4, "x / 64")); });
}
