#include "histo_cl/error.hpp"
#include "histo_cl/problem.hpp"

#include <bit>
#include <cstdint>
#include <doctest/doctest.h>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

using namespace histo_cl;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double quiet_nan = std::numeric_limits<double>::quiet_NaN();

/// The problem is refused by validate() and edges() alike, in words that hold all of `parts`.
void check_refused(const Problem& problem, std::initializer_list<std::string_view> parts) {
    const auto message_of = [](const auto& call) -> std::string {
        try {
            call();
        } catch (const Error& error) {
            CHECK(error.status() == Status::invalid_argument);
            CHECK(error.opencl_code() == 0);
            CHECK(error.build_log().empty());
            return error.what();
        }
        return "nothing was thrown";
    };
    const std::string message = message_of([&] { problem.validate(); });
    CAPTURE(message);
    for (const std::string_view part : parts) {
        CAPTURE(part);
        CHECK(message.find(part) != std::string::npos);
    }
    CHECK(message_of([&] { (void)problem.edges(); }) == message);
}

void check_refused(SampleType sample, const Binning& binning, std::initializer_list<std::string_view> parts) {
    check_refused({.sample = sample, .binning = binning}, parts);
}

std::vector<double> edges(SampleType sample, const Binning& binning) {
    return Problem{.sample = sample, .binning = binning}.edges();
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

TEST_CASE("the default problem is bytes into 256 bins") {
    const Problem problem;
    CHECK_NOTHROW(problem.validate());
    CHECK(problem.bins() == 256);
    CHECK(problem.edges().front() == 0);
    CHECK(problem.edges()[97] == 97);
    CHECK(problem.edges().back() == 256);
    CHECK(to_string(problem) == "u8 samples into 256 even bins over [0, 256), u32 counters");
}

TEST_CASE("bin counts from 1 to 2^24") {
    CHECK_NOTHROW(Problem{.binning = even_bins(1, 0, 256)}.validate());
    CHECK_NOTHROW(Problem{.binning = even_bins(max_bins, 0, 256)}.validate());
    check_refused(SampleType::u8, even_bins(0, 0, 256), {"0 bins", "1 to 16777216"});
    check_refused(SampleType::f32, even_bins(max_bins + 1, 0, 256), {"16777217 bins", "1 to 16777216"});
    Problem by_edges{.sample = SampleType::u32, .binning = EdgeBins{}};
    auto& edges = std::get<EdgeBins>(by_edges.binning).edges;
    edges.reserve(std::size_t{max_bins} + 2);
    for (std::uint32_t i = 0; i <= max_bins; ++i)
        edges.emplace_back(i);
    CHECK_NOTHROW(by_edges.validate());
    edges.emplace_back(max_bins + 1);
    check_refused(by_edges, {"16777217 bins", "1 to 16777216"});
}

TEST_CASE("a range must not be empty") {
    check_refused(SampleType::u8, even_bins(4, 7, 7), {"[7, 7)", "lower must be less than upper"});
    check_refused(SampleType::f64, even_bins(4, 1.5, -2), {"[1.5, -2)", "lower must be less than upper"});
    // Equal as doubles, and yet not empty; reversed, and yet equal as doubles.
    constexpr std::int64_t big = std::int64_t{1} << 53;
    CHECK_NOTHROW(Problem{.sample = SampleType::i64, .binning = even_bins(1, big, big + 1)}.validate());
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
        CHECK_NOTHROW(Problem{.sample = sample, .binning = even_bins(4, -0x1p64, 0x1p64)}.validate());
        CHECK_NOTHROW(Problem{.sample = sample, .binning = even_bins(4, -0.5, 0x1p-20)}.validate());
        check_refused(sample, even_bins(4, 0.1, 1), {"lower bound 0.1", "multiples of 2^-20"});
        check_refused(sample, even_bins(4, 0, 0x1p-21),
                      {"upper bound 4.76837158203125e-07", "multiples of 2^-20"});
        check_refused(sample, even_bins(4, 0, 0x1.0000000000001p64),
                      {"upper bound 18446744073709555712", "within -2^64 and 2^64"});
        check_refused(sample, even_bins(4, -1e300, 0), {"lower bound -1e+300", "within -2^64 and 2^64"});
    }
    CHECK_NOTHROW(Problem{.sample = SampleType::f32, .binning = even_bins(4, 0.1, 1)}.validate());
}

TEST_CASE("ranges that the float type can tell apart and hold") {
    check_refused(SampleType::f32, even_bins(4, 0, 1e39),
                  {"upper bound 1e+39", "largest f32", "3.4028234663852886e+38"});
    check_refused(SampleType::f32, even_bins(4, 1, 1 + 0x1p-30), {"[1, 1.0000000009313226)", "the same f32"});
    CHECK_NOTHROW(Problem{.sample = SampleType::f64, .binning = even_bins(4, 1, 1 + 0x1p-30)}.validate());
    constexpr std::int64_t big = std::int64_t{1} << 53;
    check_refused(SampleType::f64, even_bins(1, big, big + 1), {"the same f64"});
    check_refused(SampleType::f64, even_bins(2, -1.5e308, 1.5e308),
                  {"[-1.5e+308, 1.5e+308)", "largest double"});
    check_refused(SampleType::f64, even_bins(4, 0, 0x1p-1074),
                  {"[0, 5e-324)", "4 bins", "2.2250738585072014e-308"});
    CHECK_NOTHROW(Problem{.sample = SampleType::f64, .binning = even_bins(1, 0, 0x1p-1022)}.validate());
}

TEST_CASE("edges must be two at least, numbers, and rise") {
    for (const SampleType sample : {SampleType::u8, SampleType::f64}) {
        check_refused(sample, EdgeBins{}, {"0 given", "at least 2"});
        check_refused(sample, edge_bins({5}), {"1 given", "at least 2"});
        check_refused(sample, edge_bins({0.0, quiet_nan, 2.0}), {"edge 1 is NaN"});
        check_refused(sample, edge_bins({quiet_nan, 1.0}), {"edge 0 is NaN"});
        check_refused(sample, edge_bins({0, 1, 1, 2}), {"edge 2 (1)", "edge 1 (1)", "rise strictly"});
        check_refused(sample, edge_bins({0, 3, 2}), {"edge 2 (2)", "edge 1 (3)", "rise strictly"});
        check_refused(sample, edge_bins({0.0, -0.0}), {"edge 1 (-0)", "edge 0 (0)", "rise strictly"});
        check_refused(sample, edge_bins({inf, inf}), {"edge 1 (inf)", "edge 0 (inf)", "rise strictly"});
        CHECK_NOTHROW(Problem{.sample = sample, .binning = edge_bins({-inf, inf})}.validate());
        // Edges are compared exactly: these rise although their doubles are equal.
        constexpr std::int64_t big = std::int64_t{1} << 53;
        CHECK_NOTHROW(Problem{.sample = sample, .binning = edge_bins({big, big + 1})}.validate());
    }
}

TEST_CASE("a u32 counter must hold max_samples") {
    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
    CHECK_NOTHROW(Problem{.max_samples = most}.validate());
    CHECK_NOTHROW(Problem{.counter = CounterType::u64, .max_samples = most + 1}.validate());
    check_refused(Problem{.max_samples = most + 1},
                  {"4294967296", "u32 counter", "at most 4294967295", "u64"});
}

TEST_CASE("float edges are numpy.linspace's, bit by bit") {
    using Edges = std::vector<double>;
    CHECK(edges(SampleType::f64, even_bins(10, -1, 1)) ==
          Edges{-1, -0x1.999999999999ap-1, -0x1.3333333333333p-1, -0x1.9999999999998p-2,
                -0x1.9999999999998p-3, 0, 0x1.99999999999a0p-3, 0x1.999999999999cp-2, 0x1.3333333333334p-1,
                0x1.999999999999ap-1, 1});
    CHECK(edges(SampleType::f64, even_bins(7, 0.1, 0.7)) ==
          Edges{0x1.999999999999ap-4, 0x1.7c57c57c57c58p-3, 0x1.15f15f15f15f2p-2, 0x1.6db6db6db6db6p-2,
                0x1.c57c57c57c57cp-2, 0x1.0ea0ea0ea0ea1p-1, 0x1.3a83a83a83a83p-1, 0x1.6666666666666p-1});
    CHECK(edges(SampleType::f64, even_bins(3, -1e300, 1e-300)) ==
          Edges{-0x1.7e43c8800759cp+996, -0x1.fdafb60009cd0p+995, -0x1.fdafb60009cd0p+994,
                0x1.56e1fc2f8f359p-997});
    // Integer bounds are rounded to double first, as numpy does.
    CHECK(edges(SampleType::f64, even_bins(3, std::numeric_limits<std::int64_t>::min(),
                                           std::numeric_limits<std::int64_t>::max())) ==
          Edges{-0x1p+63, -0x1.5555555555556p+61, 0x1.5555555555554p+61, 0x1p+63});
    // numpy.linspace(…).astype(numpy.float32)
    CHECK(edges(SampleType::f32, even_bins(7, 0.1, 0.7)) == Edges{0x1.99999ap-4, 0x1.7c57c6p-3, 0x1.15f16p-2,
                                                                  0x1.6db6dcp-2, 0x1.c57c58p-2, 0x1.0ea0eap-1,
                                                                  0x1.3a83a8p-1, 0x1.666666p-1});
    CHECK(edges(SampleType::f32, even_bins(10, 0, 7)) ==
          Edges{0, 0x1.666666p-1, 0x1.666666p+0, 0x1.0ccccc0p+1, 0x1.666666p+1, 3.5, 0x1.0ccccc0p+2,
                0x1.39999ap+2, 0x1.666666p+2, 0x1.933334p+2, 7});
    CHECK(edges(SampleType::f32, even_bins(6, 16777216, 16777219)) ==
          Edges{16777216, 16777216, 16777216, 16777218, 16777218, 16777218, 16777220});
    // The same sum over the bits of numpy.linspace(-0.3, 1.7, 100001).
    CHECK(checksum<std::uint64_t, double>(edges(SampleType::f64, even_bins(100000, -0.3, 1.7))) ==
          0x8f8221d09aa23560U);
    CHECK(checksum<std::uint32_t, float>(edges(SampleType::f32, even_bins(100000, -0.3, 1.7))) ==
          0xc7004ca9bcd185abU);
}

TEST_CASE("integer edges are the nearest doubles") {
    using Edges = std::vector<double>;
    CHECK(edges(SampleType::u8, even_bins(7, 0, 12)) ==
          Edges{0, 12.0 / 7, 24.0 / 7, 36.0 / 7, 48.0 / 7, 60.0 / 7, 72.0 / 7, 12});
    CHECK(edges(SampleType::i8, even_bins(3, -128, 128)) == Edges{-128, -128.0 / 3, 128.0 / 3, 128});
    CHECK(edges(SampleType::i32, even_bins(3, -0.5, 2.5)) == Edges{-0.5, 0.5, 1.5, 2.5});
    CHECK(edges(SampleType::u64, even_bins(4, 0, 0x1p64)) == Edges{0, 0x1p62, 0x1p63, 0x1.8p63, 0x1p64});
    CHECK(edges(SampleType::u64, even_bins(3, 0, 0x1p64)) ==
          Edges{0, 0x1.5555555555555p62, 0x1.5555555555555p63, 0x1p64});
    // 1/3 of 2^-20.
    CHECK(edges(SampleType::u8, even_bins(3, 0, 0x1p-20)) ==
          Edges{0, 0x1.5555555555555p-22, 0x1.5555555555555p-21, 0x1p-20});
    // Edge 1 is 2^53 + 1 + 2^-24, just above the middle of two doubles; 2^53 + 1 itself is a tie, to even.
    constexpr std::int64_t big = std::int64_t{1} << 53;
    CHECK(edges(SampleType::i64, even_bins(max_bins, big + 1, big + 2))[0] == 0x1p53);
    CHECK(edges(SampleType::i64, even_bins(max_bins, big + 1, big + 2))[1] == 0x1p53 + 2);
    // The edges given are the edges in use.
    CHECK(edges(SampleType::u8, edge_bins({-inf, 0.1, 3.0, 1e300})) == Edges{-inf, 0.1, 3, 1e300});
    CHECK(edges(SampleType::i64, edge_bins({big, big + 3})) == Edges{0x1p53, 0x1p53 + 4});
}
