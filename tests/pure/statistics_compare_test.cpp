// Comparisons of histograms: the values of OpenCV and SciPy, and properties of each metric.

#include "data/statistics_goldens.hpp"
#include "histo_cl/statistics/compare.hpp"
#include "histo_cl/statistics/distribution.hpp"
#include "random_counts.hpp"
#include "support/error.hpp"
#include "support/extremes.hpp"

#include <cmath>
#include <limits>
#include <numbers>

using namespace histo_cl;
using namespace histo_cl::test;

TEST_SUITE_BEGIN("statistics");

TEST_CASE("comparisons have the values of OpenCV and SciPy") {
    for (const auto& golden : goldens::comparisons) {
        for (std::size_t i = 0; i < all_metrics.size(); ++i) {
            CAPTURE(name(all_metrics[i]));
            CHECK(compare(golden.a, golden.b, all_metrics[i]) ==
                  doctest::Approx(golden.values[i]).epsilon(1e-12));
        }
        CHECK(earth_movers_distance(golden.a, golden.b, golden.edges) ==
              doctest::Approx(golden.earth_movers_of_edges).epsilon(1e-12));
    }
}

TEST_CASE("comparisons by hand") {
    const U32 a{4, 0, 0};
    const U64 b{0, 0, 2};
    CHECK(compare(a, b, Metric::correlation) == doctest::Approx(-0.5));
    CHECK(compare(a, b, Metric::chi_square) == 4);
    CHECK(compare(a, b, Metric::chi_square_alternative) == 12);
    CHECK(compare(a, b, Metric::intersection) == 0);
    CHECK(compare(a, b, Metric::bhattacharyya) == 1);
    CHECK(compare(a, b, Metric::kullback_leibler) == doctest::Approx(4 * std::log(4e10)));
    CHECK(compare(a, b, Metric::jensen_shannon) == doctest::Approx(std::sqrt(std::numbers::ln2)));
    CHECK(compare(a, b, Metric::kolmogorov_smirnov) == 1);
    CHECK(compare(a, b, Metric::earth_movers) == 2);
    CHECK(earth_movers_distance(a, b, Doubles{0, 2, 3, 9}) == 5); // from the centre 1 to the centre 6
    // A constant histogram has no variance.
    CHECK(compare(U32{5, 5}, U32{1, 2}, Metric::correlation) == 1);
    // Negative weights.
    CHECK(compare(I64{1, -1}, I64{-2, 2}, Metric::correlation) == -1);
    CHECK(compare(Doubles{1, -1}, Doubles{0, 1}, Metric::chi_square) == 1 - 4);
    CHECK(compare(I64{3, -1}, I64{1, 1}, Metric::intersection) == 0);
}

TEST_CASE("the correlation of nearly equal counts and of tiny counts keeps its digits") {
    const auto correlation = [](const auto& a, const auto& b) { return compare(a, b, Metric::correlation); };
    // Densities over [0, 1e5) of counts whose correlation is −1/3.
    const auto densities = [](const U32& counts) {
        return density(counts, Doubles{0, 25e3, 50e3, 75e3, 1e5});
    };
    const U32 a{2, 1, 1, 1};
    const U32 b{1, 2, 1, 1};
    CHECK(correlation(a, b) == -1.0 / 3);
    CHECK(correlation(densities(a), densities(b)) == doctest::Approx(-1.0 / 3).epsilon(1e-12));
    for (const auto offset : {std::uint64_t{1} << 32U, std::uint64_t{1} << 53U, ~std::uint64_t{0} - 2}) {
        const auto above = [&](const U32& counts) {
            U64 all;
            for (const auto count : counts)
                all.push_back(offset + count);
            return all;
        };
        CHECK(correlation(above(a), above(b)) == -1.0 / 3);
        CHECK(correlation(above(a), b) == -1.0 / 3);
        CHECK(correlation(above(a), above(a)) == 1);
        CHECK(correlation(above(a), U32{1, 2, 2, 2}) == -1);
    }
    CHECK(correlation(I64{i64_max, i64_min, i64_max}, U64{u64_max, 0, u64_max}) == 1);
    CHECK(correlation(I64{i64_min, i64_min + 1}, U64{u64_max - 1, u64_max - 2}) == -1);
    // Doubles with an offset: their differences are exact.
    const Doubles far{0x1p52 + 2, 0x1p52 + 1, 0x1p52 + 1, 0x1p52 + 1};
    CHECK(correlation(far, b) == doctest::Approx(-1.0 / 3).epsilon(1e-12));
    CHECK(correlation(far, far) == 1);
    CHECK(correlation(Doubles(3, 0.1), Doubles{1, 2, 3}) == 1);
}

TEST_CASE("comparisons do not change if all counts of a histogram are multiplied, by 1e-300 to 1e300") {
    const Doubles a{4, 1, 0, 7, 2, 9};
    const Doubles b{1, 5, 3, 0, 2, 8};
    for (const auto scale : {1e-300, 1e-160, 1e-20, 1e20, 1e160, 1e300}) {
        CAPTURE(scale);
        for (const auto metric : {Metric::correlation, Metric::bhattacharyya, Metric::jensen_shannon,
                                  Metric::kolmogorov_smirnov, Metric::earth_movers}) {
            CAPTURE(name(metric));
            const auto expected = doctest::Approx(compare(a, b, metric)).epsilon(1e-13);
            CHECK(compare(times(a, scale), b, metric) == expected);
            CHECK(compare(times(a, scale), times(b, 1 / scale), metric) == expected);
            CHECK(compare(a, times(b, scale), metric) == expected);
        }
        // If both histograms are scaled, these values are scaled alike.
        for (const auto metric : {Metric::chi_square, Metric::chi_square_alternative, Metric::intersection})
            CHECK(compare(times(a, scale), times(b, scale), metric) / scale ==
                  doctest::Approx(compare(a, b, metric)).epsilon(1e-13));
        const Doubles filled{4, 1, 2};
        const Doubles other{4.25, 7, 1};
        CHECK(compare(times(filled, scale), times(other, scale), Metric::kullback_leibler) / scale ==
              doctest::Approx(compare(filled, other, Metric::kullback_leibler)).epsilon(1e-13));
    }
}

TEST_CASE("the distances of nearly equal histograms are not lost to rounding") {
    // The shares are (1 ± t) / 2 and 1 / 2. The expected distance is the first term of its series in t.
    const auto check = [](const auto& a, const auto& b, double t) {
        CAPTURE(t);
        CHECK(compare(a, b, Metric::bhattacharyya) == doctest::Approx(t / std::sqrt(8.0)).epsilon(1e-6));
        CHECK(compare(a, b, Metric::jensen_shannon) == doctest::Approx(t / std::sqrt(8.0)).epsilon(1e-6));
        CHECK(compare(a, b, Metric::kolmogorov_smirnov) == doctest::Approx(t / 2).epsilon(1e-12));
        CHECK(compare(a, b, Metric::earth_movers) == doctest::Approx(t / 2).epsilon(1e-12));
        const auto n = static_cast<double>(a[0]);
        CHECK(compare(a, b, Metric::chi_square) == doctest::Approx(2 * n * t * t).epsilon(1e-6));
        CHECK(compare(a, b, Metric::chi_square_alternative) == doctest::Approx(2 * n * t * t).epsilon(1e-6));
        CHECK(compare(a, b, Metric::kullback_leibler) == doctest::Approx(n * t * t).epsilon(1e-6));
    };
    constexpr auto n = std::uint64_t{1} << 62U;
    for (const std::uint64_t apart : {1ULL, 3ULL, 1ULL << 20U, 1ULL << 40U})
        check(U64{n, n}, U64{n + apart, n - apart}, static_cast<double>(apart) / static_cast<double>(n));
    for (const auto t : {0x1p-52, 0x1p-40, 0x1p-24})
        check(Doubles{1, 1}, Doubles{1 + t, 1 - t}, t);
    // The distance between a histogram and a multiple of it is 0.
    for (const auto metric :
         {Metric::bhattacharyya, Metric::jensen_shannon, Metric::kolmogorov_smirnov, Metric::earth_movers}) {
        CHECK(compare(U64{n / 3, 7, n / 5}, U64{3 * (n / 3), 21, 3 * (n / 5)}, metric) == 0);
        CHECK(compare(Doubles{0.1, 0.7, 0.2}, Doubles{0.1, 0.7, 0.2}, metric) == 0);
        CHECK(compare(U64{u64_max}, U32{1}, metric) == 0);
    }
}

TEST_CASE("comparisons of empty histograms and zero totals are NaN, 0 or 1") {
    const U32 zero{0, 0};
    const U32 some{1, 2};
    for (const auto metric :
         {Metric::bhattacharyya, Metric::jensen_shannon, Metric::kolmogorov_smirnov, Metric::earth_movers}) {
        CHECK(std::isnan(compare(zero, some, metric)));
        CHECK(std::isnan(compare(U32{}, U32{}, metric)));
    }
    for (const auto metric :
         {Metric::chi_square, Metric::chi_square_alternative, Metric::intersection, Metric::kullback_leibler})
        CHECK(compare(U32{}, U32{}, metric) == 0);
    CHECK(compare(U32{}, U32{}, Metric::correlation) == 1);
    CHECK(compare(zero, some, Metric::chi_square) == 0);
    CHECK(std::isnan(earth_movers_distance(zero, some, Doubles{0, 1, 2})));
}

TEST_CASE("comparisons on random counts: identity, symmetry, scale and range") {
    on_random_counts([](const U64& a, Random& random) {
        auto b = a;
        for (auto& count : b)
            if (random.one_in(2)) count = random.below(1000) + 1;
        CHECK(compare(a, a, Metric::correlation) == doctest::Approx(1).epsilon(1e-9));
        CHECK(compare(a, a, Metric::intersection) == static_cast<double>(total(a)));
        for (const auto metric : {Metric::chi_square, Metric::chi_square_alternative,
                                  Metric::kullback_leibler, Metric::kolmogorov_smirnov, Metric::earth_movers})
            CHECK(compare(a, a, metric) == 0);
        for (const auto metric : {Metric::bhattacharyya, Metric::jensen_shannon})
            CHECK(std::fabs(compare(a, a, metric)) < 1e-7);
        for (const auto metric : {Metric::correlation, Metric::chi_square_alternative, Metric::intersection,
                                  Metric::bhattacharyya, Metric::jensen_shannon, Metric::kolmogorov_smirnov,
                                  Metric::earth_movers})
            CHECK(compare(a, b, metric) == doctest::Approx(compare(b, a, metric)).epsilon(1e-12));
        for (const auto metric : {Metric::correlation, Metric::bhattacharyya, Metric::jensen_shannon,
                                  Metric::kolmogorov_smirnov, Metric::earth_movers})
            CHECK(compare(times(a, 3), b, metric) == doctest::Approx(compare(a, b, metric)).epsilon(1e-7));
        const auto statistic = compare(a, b, Metric::kolmogorov_smirnov);
        CHECK(statistic >= 0);
        CHECK(statistic <= 1);
        CHECK(compare(a, b, Metric::earth_movers) >= statistic);
        CHECK(std::fabs(compare(a, b, Metric::correlation)) <= 1 + 1e-9);
        const auto unit_bins = rising<Doubles>(a.size() + 1);
        CHECK(earth_movers_distance(a, b, unit_bins) == compare(a, b, Metric::earth_movers));
    });
}

TEST_CASE("comparisons of unequal sizes, unknown metrics and invalid counts are refused") {
    const U32 two{1, 2};
    check_invalid({"2 counts and 3", "equally many"}, [&] {
        return compare(two, U32{1, 2, 3}, Metric::correlation);
    });
    check_invalid({"metric 9", "0 to 8"}, [&] { return compare(two, two, static_cast<Metric>(9)); });
    check_invalid({"-1", "negative"}, [&] { return compare(two, I64{1, -1}, Metric::bhattacharyya); });
    check_invalid({"-1", "negative"}, [&] { return compare(I64{1, -1}, two, Metric::earth_movers); });
    const Doubles nan{1, std::abs(std::nan(""))};
    check_invalid({"nan", "finite"}, [&] { return compare(two, nan, Metric::intersection); });
    check_invalid({"2 edges", "2 counts"}, [&] { return earth_movers_distance(two, two, Doubles{0, 1}); });
    const Doubles open{0, 1, std::numeric_limits<double>::infinity()};
    check_invalid({"infinite"}, [&] { return earth_movers_distance(two, two, open); });
}

TEST_SUITE_END();
