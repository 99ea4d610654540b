// Moments: compared with values computed by hand and by NumPy and SciPy, and exact where documented.

#include "data/statistics_goldens.hpp"
#include "histo_cl/statistics/moments.hpp"
#include "histo_cl/statistics/percentiles.hpp"
#include "random_counts.hpp"
#include "support/error.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <vector>

using namespace histo_cl;
using namespace histo_cl::test;
using detail::nearest_ratio;
using detail::WideInteger;

namespace {

void check_close(const Moments& got, const Moments& expected, double within) {
    const auto check = [&](double a, double b) {
        if (std::isnan(b))
            CHECK(std::isnan(a));
        else
            CHECK(a == doctest::Approx(b).epsilon(within));
    };
    check(got.mean, expected.mean);
    check(got.variance, expected.variance);
    check(got.skewness, expected.skewness);
    check(got.kurtosis, expected.kurtosis);
}

void check_no_moments(const Moments& got) {
    const auto nan = std::nan("");
    check_close(got, {nan, nan, nan, nan}, 1e-15);
}

} // namespace

TEST_SUITE_BEGIN("statistics");

TEST_CASE("wide integers: products and signs") {
    constexpr WideInteger big = ~std::uint64_t{0};
    static_assert(big * big - (big - 1) * (big + 1) == WideInteger(1));
    static_assert(-big * big + big * big == WideInteger());
    static_assert((WideInteger(-3) * 5).negative());
    static_assert(WideInteger(-3) * -5 == WideInteger(15));
    static_assert(WideInteger(std::numeric_limits<std::int64_t>::min()) + big + 1 ==
                  WideInteger(std::uint64_t{1} << 63U));
}

TEST_CASE("wide integers: a ratio is rounded once, to the nearest double, ties to even") {
    CHECK(nearest_ratio(1, 3) == 1.0 / 3);
    CHECK(nearest_ratio(-22, 7) == -22.0 / 7);
    CHECK(nearest_ratio(0, 7) == 0);
    CHECK(nearest_ratio((std::uint64_t{1} << 53U) + 1, 1) == 0x1p53);
    CHECK(nearest_ratio((std::uint64_t{1} << 53U) + 3, 1) == 0x1p53 + 4);
    const WideInteger beyond = ((std::uint64_t{1} << 53U) + 1) * WideInteger(std::uint64_t{1} << 60U);
    CHECK(nearest_ratio(beyond, 1) == 0x1p113);
    CHECK(nearest_ratio(beyond + 1, 1) == 0x1p113 + 0x1p61);
    CHECK(nearest_ratio(1, beyond) == doctest::Approx(0x1p-113).epsilon(1e-15));
    CHECK(std::isnan(nearest_ratio(0, 0)));
    CHECK(nearest_ratio(-1, 0) == -std::numeric_limits<double>::infinity());
    Random random(1);
    for (int i = 0; i < 1000; ++i) {
        const auto a = static_cast<std::int64_t>(random.bits()) >> (10 + random.below(53));
        const auto b = static_cast<std::int64_t>(random.bits()) >> (10 + random.below(50));
        if (b != 0) CHECK(nearest_ratio(a, b) == static_cast<double>(a) / static_cast<double>(b));
    }
}

TEST_CASE("wide integers: the nearest double, sums of products, and division") {
    Random random(2);
    for (int i = 0; i < 2000; ++i) {
        const auto a = random.bits() >> random.below(64);
        const auto b = random.bits() >> random.below(64);
        const auto c = random.bits() >> random.below(64);
        detail::BasicWideInteger<256> sum;
        WideInteger expected;
        for (const auto& [x, y] : {std::pair{a, b}, std::pair{b, c}, std::pair{c, c}}) {
            sum.add_product(x, y);
            expected += WideInteger(x) * WideInteger(y);
        }
        CHECK(sum.nearest_double() == nearest_ratio(expected, 1));
        auto quotient = sum;
        const auto rest = quotient.divide(100);
        CHECK(quotient * 100 + rest == sum);
        CHECK((-sum).nearest_double() == -nearest_ratio(expected, 1));
        CHECK((WideInteger(a) * WideInteger(b) * WideInteger(c) + 1).nearest_double() ==
              nearest_ratio(WideInteger(a) * WideInteger(b) * WideInteger(c) + 1, 1));
    }
    CHECK(WideInteger().nearest_double() == 0);
    CHECK((WideInteger(~0ULL) * 2).nearest_double() == 0x1p65);
}

TEST_CASE("moments by hand") {
    // -1, 1, 1, 1 have the mean 1/2, the variance 3/4, m3 = -3/4 and m4 = 21/16.
    const auto skewed = integer_moments(U32{1, 0, 3}, -1);
    CHECK(skewed.mean == 0.5);
    CHECK(skewed.variance == 0.75);
    CHECK(skewed.skewness == doctest::Approx(-0.75 / std::pow(0.75, 1.5)).epsilon(1e-15));
    CHECK(skewed.kurtosis == -2.0 / 3);
    CHECK(integer_moments(Doubles{0.25, 0, 0.75}, -1).kurtosis == doctest::Approx(skewed.kurtosis));
    CHECK(moments(U32{1, 1}, Doubles{0, 2, 6}) == Moments{2.5, 2.25, 0, -2});
    const auto one = integer_moments(U32{0, 5, 0}, 10);
    CHECK(one.mean == 11);
    CHECK(one.variance == 0);
    CHECK(std::isnan(one.skewness));
    CHECK(std::isnan(one.kurtosis));
    check_no_moments(integer_moments(U32{0, 0}));
    check_no_moments(integer_moments(Doubles{}));
    check_no_moments(moments(U32{0, 0}, Doubles{0, 1, 2}));
}

TEST_CASE("moments: an infinite edge matters only to bins with samples") {
    constexpr auto infinity = std::numeric_limits<double>::infinity();
    const Doubles open{-infinity, 0, 1, infinity};
    CHECK(moments(U32{0, 3, 0}, open).mean == 0.5);
    check_no_moments(moments(U32{0, 3, 1}, open));
}

TEST_CASE("moments of negative weights") {
    // The value 0 has the weight 3, and 2 has −1: total 2, mean −1, m2 = (3 · 1 − 9) / 2 = −3.
    const auto signed_sums = integer_moments(I64{3, 0, -1});
    CHECK(signed_sums.mean == -1);
    CHECK(signed_sums.variance == -3);
    CHECK(std::isnan(signed_sums.skewness));
    check_close(integer_moments(Doubles{3, 0, -1}), signed_sums, 1e-15);
    // If all weights are negative, the distribution is the same.
    check_close(integer_moments(I64{-1, 0, -3, -9}), integer_moments(U32{1, 0, 3, 9}), 1e-15);
    check_no_moments(integer_moments(I64{5, -5}));
}

TEST_CASE("moments have the values of NumPy and SciPy") {
    for (const auto& golden : goldens::moments) {
        const auto from = [](const std::array<double, 4>& all) {
            return Moments{all[0], all[1], all[2], all[3]};
        };
        check_close(moments(golden.counts, golden.edges), from(golden.by_centres), 1e-12);
        check_close(integer_moments(golden.counts, -7), from(golden.of_integers_from_minus_7), 1e-12);
    }
}

TEST_CASE("moments of integers are exact where doubles are not") {
    // One of 2^63 samples differs. This changes the mean by 2^-63, which is lost, and the variance is 2^-63.
    const U64 many{(1ULL << 63U) - 1, 1};
    const auto got = integer_moments(many, std::int64_t{1} << 62U);
    CHECK(got.mean == 0x1p62);
    CHECK(got.variance == 0x1p-63);
    CHECK(got.skewness == doctest::Approx(0x1p31 * std::sqrt(2.0)).epsilon(1e-15));
    // An offset of the values changes only the mean.
    const U64 few{3, 1, 4, 1, 5};
    const auto near = integer_moments(few);
    const auto far = integer_moments(few, std::int64_t{1} << 60U);
    CHECK(far.mean == 0x1p60);
    CHECK(far.variance == near.variance);
    CHECK(far.skewness == near.skewness);
    CHECK(far.kurtosis == near.kurtosis);
    // Totals beyond 64 bits.
    const auto wide = integer_moments(U64{~0ULL, ~0ULL});
    CHECK(wide == Moments{0.5, 0.25, 0, -2});
}

TEST_CASE("moments on random counts: exact sums, doubles and centres agree") {
    on_random_counts([](const U64& counts, Random& random) {
        const auto exact = integer_moments(counts, 3);
        const Doubles doubles(counts.begin(), counts.end());
        check_close(integer_moments(doubles, 3), exact, 1e-9);
        Doubles edges(counts.size() + 1);
        for (std::size_t i = 0; i < edges.size(); ++i)
            edges[i] = static_cast<double>(i) + 2.5;
        check_close(moments(counts, edges), exact, 1e-9);
        // Scaling and shifting change only the mean and the variance.
        const auto scale = random.real(0.5, 2);
        for (auto& edge : edges)
            edge = edge * scale + 1;
        const auto scaled = moments(counts, edges);
        check_close(scaled,
                    {exact.mean * scale + 1, exact.variance * scale * scale, exact.skewness, exact.kurtosis},
                    1e-9);
        if (std::isnan(exact.kurtosis)) return;
        // Pearson's inequality.
        CHECK(exact.kurtosis + 3 >= exact.skewness * exact.skewness + 1 - 1e-9);
    });
}

TEST_CASE("skewness and kurtosis do not change if counts or edges are multiplied by 1e-300 to 1e300") {
    const Doubles counts{4, 1, 0, 0, 3, 2};
    const Doubles edges{0, 1, 2, 3, 4, 5, 6};
    const auto expected = moments(counts, edges);
    for (const auto scale : {1e-300, 1e-160, 1e160, 1e300}) {
        CAPTURE(scale);
        check_close(moments(times(counts, scale), edges), expected, 1e-13);
        const auto wide = moments(times(counts, scale), times(edges, scale));
        CHECK(wide.mean / scale == doctest::Approx(expected.mean).epsilon(1e-13));
        CHECK(wide.skewness == doctest::Approx(expected.skewness).epsilon(1e-12));
        CHECK(wide.kurtosis == doctest::Approx(expected.kurtosis).epsilon(1e-13));
    }
}

TEST_CASE("edges of 64-bit integers that doubles cannot tell apart have exact distances") {
    using Edges = std::vector<Number>;
    for (const auto first : {Number(std::int64_t{1} << 60), Number(std::uint64_t{1} << 63),
                             Number(std::numeric_limits<std::int64_t>::min())}) {
        CAPTURE(first.to_string());
        const bool is_u64 = first.kind() == Number::Kind::u64;
        Edges edges;
        for (unsigned i = 0; i < 4; ++i)
            edges.push_back(is_u64 ? Number(first.u64() + i) : Number(first.i64() + i));
        const auto found = moments(U32{1, 1, 2}, edges);
        const auto exact = integer_moments(U32{1, 1, 2});
        CHECK(found.mean == first.to_double());
        check_close({exact.mean, found.variance, found.skewness, found.kurtosis}, exact, 1e-15);
        CHECK(integer_moments(Doubles{1, 1, 2}, std::int64_t{1} << 60).variance == exact.variance);
        const std::array<double, 1> median{50};
        const auto half = percentiles(U32{1, 1, 2}, edges, median).front();
        CHECK(half == Percentile{first.to_double(), first.to_double(), first.to_double()});
    }
    CHECK(integer_moments(U32{1, 1}, ~std::uint64_t{0} - 1).mean == 0x1p64);
    check_invalid({"edge 2", "edge 1"}, [] {
        constexpr auto big = std::int64_t{1} << 60;
        static_cast<void>(moments(U32{1, 1}, Edges{big, big + 1, big + 1}));
    });
    CHECK(distance(std::numeric_limits<std::int64_t>::min(), ~std::uint64_t{0}) == 0x1.8p64);
    CHECK(distance(std::int64_t{-1}, ~std::uint64_t{0}) == 0x1p64);
    CHECK(distance((std::int64_t{1} << 60) + 3, 0x1p60) == -3);
    CHECK(distance(-3, -5) == -2);
    CHECK(distance(0.5, 2) == 1.5);
}

TEST_CASE("moments of counts that are not finite, or without their edges, are refused") {
    check_invalid({"nan", "bin 1", "finite"}, [] {
        return integer_moments(Doubles{1, std::abs(std::nan(""))});
    });
    check_invalid({"2 edges", "2 counts"}, [] { return moments(U32{1, 2}, Doubles{0, 1}); });
}

TEST_SUITE_END();
