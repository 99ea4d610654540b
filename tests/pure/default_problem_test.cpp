// default_problem(): the bins that are used if none are given.

#include "histo_cl/default_problem.hpp"
#include "histo_cl/reference.hpp"
#include "random_problems.hpp"
#include "support/counters.hpp"
#include "support/error.hpp"
#include "support/extremes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <doctest/doctest.h>
#include <limits>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

EvenBins even_axis(const Problem& problem) {
    REQUIRE(problem.axes.size() == 1);
    return std::get<EvenBins>(problem.axes[0]);
}

/// Checks that the problem is valid and has 256 bins over [lower, upper], with an inclusive last edge.
template <class Samples>
void check_closed(const Samples& samples, const Number& lower, const Number& upper) {
    const auto problem = default_problem(samples);
    CAPTURE(to_string(problem));
    CHECK(even_axis(problem).count == 256);
    CHECK(even_axis(problem).lower == lower);
    CHECK(even_axis(problem).upper == upper);
    CHECK(problem.last_edge == LastEdge::inclusive);
    CHECK(problem.counter == CounterType::u64);
    CHECK_NOTHROW(problem.validate());
}

template <class T>
void check_each_value() {
    using Limits = std::numeric_limits<T>;
    const auto problem = default_problem(std::vector<T>{3, 1});
    CHECK(problem.sample == sample_type_of<T>());
    CHECK(even_axis(problem).count == 1U << (8 * sizeof(T)));
    CHECK(even_axis(problem).lower == Number(Limits::min()));
    CHECK(even_axis(problem).upper == Number(Limits::max() + 1));
    CHECK(problem.last_edge == LastEdge::exclusive);
    const std::vector<T> ends{Limits::min(), Limits::max(), Limits::max()};
    const auto counts = reference_histogram(problem, std::span<const T>(ends)).counts;
    CHECK(counts.front() == 1);
    CHECK(counts.back() == 2);
}

template <class T>
T with_bits(std::uint64_t bits) {
    using Bits = std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint32_t>;
    return std::bit_cast<T>(static_cast<Bits>(bits));
}

/// Checks that every finite sample is counted. Unless all finite samples are equal, also checks that the
/// least is in the first bin, and the greatest in the last bin.
template <class T>
void check_all_counted(const std::vector<T>& samples) {
    const auto problem = default_problem(samples);
    CAPTURE(to_string(problem));
    const auto edges = problem.edges();
    std::vector<double> finite;
    for (const auto sample : samples)
        if (const auto value = static_cast<double>(value_of(sample)); std::isfinite(value))
            finite.push_back(value);
    REQUIRE(!finite.empty());
    const auto counts = reference_histogram(problem, std::span<const T>(samples)).counts;
    std::uint64_t counted = 0;
    for (const auto count : counts)
        counted += count;
    CHECK(counted == finite.size());
    const auto [minimum, maximum] = std::ranges::minmax(finite);
    if (minimum == maximum) {
        CHECK(edges.front() <= minimum);
        CHECK(edges.back() >= minimum);
        CHECK(edges.front() < edges.back());
        return;
    }
    CHECK(edges.front() == minimum);
    CHECK(edges.back() == maximum);
    CHECK(counts.front() > 0);
    CHECK(counts.back() > 0);
}

} // namespace

TEST_SUITE_BEGIN("default_problem");

TEST_CASE("integers of 8 and 16 bits: a bin for each value") {
    check_each_value<std::uint8_t>();
    check_each_value<std::int8_t>();
    check_each_value<std::uint16_t>();
    check_each_value<std::int16_t>();
    CHECK(even_axis(default_problem(std::vector<std::byte>(3))).count == 256);
    CHECK(even_axis(default_problem(std::array<std::int16_t, 0>{})).count == 65536);
}

TEST_CASE("wider integers: from the least to the greatest") {
    check_closed(std::vector<std::uint32_t>{7, 3, 900, 5}, 3, 900);
    check_closed(std::vector<std::int32_t>{-7, 3}, -7, 3);
    using U64 = std::numeric_limits<std::uint64_t>;
    using I64 = std::numeric_limits<std::int64_t>;
    check_closed(std::vector<std::uint64_t>{U64::max(), 0}, 0, U64::max());
    check_closed(std::vector<std::int64_t>{I64::max(), I64::min()}, I64::min(), I64::max());
    const auto one_more = (std::uint64_t{1} << 53U) + 1; // not a double
    check_closed(std::vector<std::uint64_t>{one_more, one_more + 1}, one_more, one_more + 1);
}

TEST_CASE("equal integers: half of 1 on either side, or 1 where a double has no halves") {
    check_closed(std::vector<std::uint32_t>{0, 0}, -0.5, 0.5);
    check_closed(std::vector<std::int32_t>{-9}, -9.5, -8.5);
    check_closed(std::vector<std::uint32_t>{~0U}, 4294967294.5, 4294967295.5);
    const auto large = std::uint64_t{1} << 60U;
    check_closed(std::vector<std::uint64_t>{large}, large - 1, large + 1);
    using U64 = std::numeric_limits<std::uint64_t>;
    using I64 = std::numeric_limits<std::int64_t>;
    check_closed(std::vector<std::uint64_t>{U64::max()}, U64::max() - 1, U64::max());
    check_closed(std::vector<std::int64_t>{I64::max()}, I64::max() - 1, I64::max());
    check_closed(std::vector<std::int64_t>{I64::min()}, I64::min(), I64::min() + 1);
}

TEST_CASE("floats: from the least to the greatest finite sample") {
    check_closed(std::vector<float>{1.5F, -2.25F, 0.0F}, -2.25, 1.5);
    check_closed(std::vector<double>{quiet_nan, 1e300, inf, -inf, -1e-300}, -1e-300, 1e300);
    check_closed(std::vector<float>{-std::numeric_limits<float>::max(), std::numeric_limits<float>::max()},
                 -std::numeric_limits<float>::max(), std::numeric_limits<float>::max());
    // The halves 1, -2, inf, NaN and 0.5.
    check_closed(std::vector<Half>{{0x3C00}, {0xC000}, {0x7C00}, {0x7E01}, {0x3800}}, -2, 1);
    check_closed(std::vector<Half>{{0xFBFF}, {0x7BFF}, {0xFC00}}, -65504, 65504);
    check_closed(std::vector<Half>{{0x8001}, {0x8002}}, -0x1p-23, -0x1p-24);
    // The bfloat16s 1, -2, inf, NaN and 0.5.
    check_closed(std::vector<Bfloat16>{{0x3F80}, {0xC000}, {0x7F80}, {0x7FC1}, {0x3F00}}, -2, 1);
    check_closed(std::vector<Bfloat16>{{0x8001}, {0x8002}}, -0x1p-132, -0x1p-133);
}

TEST_CASE("equal floats: half of 1 on either side, or about the distance to their neighbours") {
    check_closed(std::vector<float>{3.0F, 3.0F, 3.0F}, 2.5, 3.5);
    check_closed(std::vector<double>{-0.0, 0.0}, -0.5, 0.5);
    check_closed(std::vector<Half>{{0x8000}, {0x0000}}, -0.5, 0.5);
    check_closed(std::vector<float>{0x1p30F}, 0x1p30 - 0x1p7, 0x1p30 + 0x1p7);
    check_closed(std::vector<double>{-0x1p80}, -0x1p80 - 0x1p28, -0x1p80 + 0x1p28);
    check_closed(std::vector<Half>{{0x6800}}, 2048 - 2, 2048 + 2);
    constexpr double largest = std::numeric_limits<double>::max();
    check_closed(std::vector<double>{largest}, largest - largest * 0x1p-52, largest);
    check_closed(std::vector<Half>{{0xFBFF}}, -65504, -65504 + 65504 * 0x1p-10);
    check_closed(std::vector<Bfloat16>{{0x4380}}, 256 - 2, 256 + 2);
}

TEST_CASE("no finite samples: bins from 0 to 1") {
    check_closed(std::vector<float>{}, 0, 1);
    check_closed(std::vector<std::uint64_t>{}, 0, 1);
    check_closed(std::vector<double>{quiet_nan, inf}, 0, 1);
    check_closed(std::vector<Half>{{0x7C00}, {0xFFFF}}, 0, 1);
}

TEST_CASE_TEMPLATE("all finite samples are counted, whatever their bits", T, Half, Bfloat16, float,
                   std::int32_t) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        CAPTURE(seed);
        RandomProblems random(seed);
        // The first sample is finite. In about every fourth round all samples are equal.
        std::vector<T> samples{nearest_sample<T>(random.real(-6e4, 6e4))};
        const bool same = random.one_in(4);
        for (auto more = random.below(30); more > 0; --more)
            samples.push_back(same ? samples[0] : with_bits<T>(random.bits()));
        check_all_counted(samples);
    }
}

TEST_CASE("bytes that are not whole samples are refused") {
    const std::array<std::byte, 6> six{};
    check_invalid({"6 B", "f32", "4 B"}, [&] { return default_problem({SampleType::f32, six}); });
    // Samples may have any alignment.
    const auto shifted = default_problem({SampleType::f32, std::span(six).subspan(1, 4)});
    CHECK(even_axis(shifted).lower == Number(-0.5));
}

TEST_CASE("extremes are exact, are those of the finite samples, and have the sign of the type") {
    const auto of = []<class T>(const std::vector<T>& samples) { return sample_extremes(samples); };
    const auto one_more = (std::uint64_t{1} << 53U) + 1; // not a double
    CHECK(of(std::vector<std::uint64_t>{one_more, 7}) == SampleExtremes{7, one_more});
    CHECK(of(std::vector<std::int8_t>{-3, -128, 5}) == SampleExtremes{-128, 5});
    CHECK(of(std::vector<double>{quiet_nan, 2, -inf, -0.5}) == SampleExtremes{-0.5, 2.0});
    CHECK(of(std::vector<Half>{{0x3C00}, {0xC000}, {0x7C00}}) == SampleExtremes{-2.0, 1.0});
    CHECK(!of(std::vector<double>{inf}).has_value());
    CHECK(!of(std::vector<std::uint8_t>{}).has_value());
}

TEST_CASE("the problem for extremes is the problem for the samples") {
    const std::vector<std::int32_t> integers{-7, 3};
    CHECK(default_problem(SampleType::i32, SampleExtremes{-7, 3}) == default_problem(integers));
    const std::vector<float> equal{2.5F};
    CHECK(default_problem(SampleType::f32, SampleExtremes{2.5, 2.5}) == default_problem(equal));
    const std::vector<std::uint64_t> largest{~std::uint64_t{0}};
    CHECK(default_problem(SampleType::u64, SampleExtremes{largest[0], largest[0]}) ==
          default_problem(largest));
    CHECK(default_problem(SampleType::f64, std::nullopt) == default_problem(std::vector<double>{}));
    CHECK(default_problem(SampleType::u8, std::nullopt) == default_problem(std::vector<std::uint8_t>{9}));
}

TEST_CASE("extremes that samples of the type cannot have are refused") {
    const auto refused = [](SampleType type, const SampleExtremes& extremes,
                            std::initializer_list<std::string_view> words) {
        check_invalid(words, [&] { return default_problem(type, extremes); });
    };
    refused(SampleType::u32, {5, 4}, {"least", "5", "greatest", "4"});
    refused(SampleType::u32, {-1, 4}, {"-1", "u32"});
    refused(SampleType::i32, {0, 0.5}, {"0.5", "i32"});
    refused(SampleType::f32, {0, 1e300}, {"1e+300", "f32"});
    refused(SampleType::f64, {0, inf}, {"inf", "f64"});
    refused(SampleType::f64, {quiet_nan, 0}, {"nan", "f64"});
    refused(static_cast<SampleType>(99), {0, 1}, {"99"});
}

TEST_SUITE_END();
