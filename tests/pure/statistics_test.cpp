// statistics.hpp: values computed by hand, and comparisons with direct definitions on random counts.

#include "histo_cl/statistics.hpp"
#include "random_counts.hpp"
#include "support/error.hpp"
#include "support/extremes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <optional>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

Doubles values_of(const std::vector<Percentile>& percentiles) {
    Doubles values;
    for (const auto& each : percentiles)
        values.push_back(each.value);
    return values;
}

/// The share of samples below x if the samples of each bin are spread evenly over it.
double share_below(const U64& counts, const Doubles& edges, double x) {
    double below = 0;
    for (std::size_t bin = 0; bin < counts.size(); ++bin)
        below += static_cast<double>(counts[bin]) *
                 std::clamp((x - edges[bin]) / (edges[bin + 1] - edges[bin]), 0.0, 1.0);
    return below / static_cast<double>(total(counts));
}

} // namespace

TEST_SUITE_BEGIN("statistics");

TEST_CASE("totals and cumulative sums are exact beyond 32 bits, for every type of counts and range") {
    constexpr std::array<std::uint32_t, 3> full{0xffffffff, 1, 5};
    static_assert(total(full) == 0x1'0000'0005);
    CHECK(cumulative_sum(full) == U64{0xffffffff, 0x1'0000'0000, 0x1'0000'0005});
    CHECK(cumulative_sum(std::span(full).first(2)) == U64{0xffffffff, 0x1'0000'0000});
    CHECK(cumulative_sum(U64{1ULL << 63U, (1ULL << 63U) - 1}) == U64{1ULL << 63U, ~0ULL});
    CHECK(cumulative_sum(I64{3, -5, 1}) == I64{3, -2, -1});
    CHECK(cumulative_sum(Doubles{0.5, 0.25, -1}) == Doubles{0.5, 0.75, -0.25});
    CHECK(cumulative_sum(U32{}).empty());
    CHECK(total(U32{}) == 0);
}

TEST_CASE("density: by hand, and an integral of 1") {
    // 8 samples: 2 in a bin of width 1, and 6 in a bin of width 3.
    CHECK(density(U32{2, 6}, Doubles{0, 1, 4}) == Doubles{0.25, 0.25});
    CHECK(density(Doubles{0.5, 1.5}, Doubles{0, 2, 4}) == Doubles{0.125, 0.375});
    CHECK(density(U32{1, 1, 2}, Doubles{-inf, 0, 1, inf}) == Doubles{0, 0.25, 0});
    CHECK(density(U32{}, Doubles{7}).empty());
    for (const auto value : density(U32{0, 0}, Doubles{0, 1, 2}))
        CHECK(std::isnan(value));
    on_random_counts([](const U64& counts, Random& random) {
        const auto edges = random_edges(random, counts.size());
        const auto densities = density(counts, edges);
        double integral = 0;
        for (std::size_t bin = 0; bin < counts.size(); ++bin) {
            integral += densities[bin] * (edges[bin + 1] - edges[bin]);
            CHECK((densities[bin] == 0) == (counts[bin] == 0));
        }
        CHECK(integral == doctest::Approx(1).epsilon(1e-12));
    });
}

TEST_CASE("percentiles by hand: even within a bin, between its edges, and over empty bins") {
    const U32 counts{0, 4, 0, 4, 0};
    const Doubles edges{0, 10, 20, 30, 40, 50};
    CHECK(values_of(percentiles(counts, edges, Doubles{0, 25, 50, 75, 100})) == Doubles{10, 15, 20, 35, 40});
    CHECK(percentile(counts, edges, 62.5) == Percentile{32.5, 30, 40});
    CHECK(percentile(counts, edges, 62.5).bound() == 7.5);
    CHECK(percentile(counts, edges, 50).bound() == 10);
    CHECK(percentile(Doubles{0.5, 1.5}, Doubles{0, 1, 2}, 25) == Percentile{1, 0, 1});
    const Doubles open{-inf, 0, 1, inf};
    CHECK(values_of(percentiles(U32{1, 2, 1}, open, Doubles{0, 10, 50, 90, 100})) ==
          Doubles{-inf, -inf, 0.5, inf, inf});
    CHECK(percentile(U32{1, 2, 1}, open, 0).bound() == inf);
    for (const auto& none :
         {percentile(U32{0, 0}, Doubles{0, 1, 2}, 50), percentile(U32{}, Doubles{0}, 50)}) {
        CHECK(std::isnan(none.value));
        CHECK(std::isnan(none.lower));
        CHECK(std::isnan(none.upper));
    }
    CHECK(percentiles(counts, edges, {}).empty());
}

TEST_CASE("bins of one value have NumPy's percentiles of method inverted_cdf") {
    using Bins = std::vector<std::optional<std::size_t>>;
    // numpy.percentile([0, 0, 2, 3, 3, 3, 3, 4], ..., method="inverted_cdf")
    CHECK(percentile_bins(U32{2, 0, 1, 4, 1}, Doubles{0, 25, 26, 37.5, 50, 87.5, 88, 100}) ==
          Bins{0, 0, 2, 2, 3, 3, 4, 4});
    CHECK(percentile_bins(Doubles{0, 0.25, 0.25}, Doubles{0, 50, 51}) == Bins{1, 1, 2});
    CHECK(percentile_bins(U32{0, 0}, Doubles{50}) == Bins{std::nullopt});
    CHECK(percentile_bins(I64{}, Doubles{50}) == Bins{std::nullopt});
    // k/n in percent, rounded to a double, means k samples, whether it was rounded up or down.
    for (const std::size_t n : {7U, 100U, 1000U, 3001U}) {
        const U32 ones(n, 1);
        for (std::size_t k = 1; k <= n; k += 1 + n / 50) {
            const auto percent = 100 * static_cast<double>(k) / static_cast<double>(n);
            CHECK(percentile_bins(ones, Doubles{percent}).front() == k - 1);
            CHECK(percentile(ones, rising<Doubles>(n + 1), percent).value ==
                  doctest::Approx(static_cast<double>(k)).epsilon(1e-12));
        }
    }
}

TEST_CASE("percentiles compare totals beyond 2^53 as integers") {
    constexpr auto big = std::uint64_t{1} << 53U;
    const auto bin = [](const auto& counts, double percent) {
        return percentile_bins(counts, Doubles{percent}).front();
    };
    CHECK(percentile(U64{big, 1}, rising<Doubles>(3), 100) == Percentile{2, 1, 2});
    CHECK(bin(I64{static_cast<std::int64_t>(big), 1}, 100) == 1);
    CHECK(bin(U64{1, ~0ULL - 1}, 0) == 0);
    CHECK(bin(U64{~0ULL - 1, 1}, 100) == 1);
    CHECK(bin(U64{~0ULL}, 50) == 0);
    // A half of 2^63 + 2 is 2^62 + 1.
    CHECK(bin(U64{(1ULL << 62U) + 1, (1ULL << 62U) + 1}, 50) == 0);
    CHECK(bin(U64{1ULL << 62U, (1ULL << 62U) + 2}, 50) == 1);
    CHECK(bin(U64{1, ~0ULL - 1}, 1e-300) == 0);
    CHECK(bin(U64{1, ~0ULL - 1}, 1e-17) == 1);
    const U64 counts{1, (1ULL << 63U), 1, (1ULL << 63U) - 3};
    CHECK(values_of(percentiles(counts, rising<Doubles>(5), Doubles{0, 25, 50, 75, 100})) ==
          Doubles{0, 1.5, 2, 3.5, 4});
}

TEST_CASE("percentiles do not change if all counts are multiplied") {
    const Doubles shares{0.25, 0, 0.5, 0.125, 0.125};
    const Doubles percents{0, 1, 25, 40, 75, 99.9, 100};
    for (const auto scale : {0x1p-1060, 0x1p-1000, 0x1p-56, 0x1p30, 0x1p1000, 0x1p1023}) {
        const auto scaled = times(shares, scale);
        const auto expected = percentiles(shares, rising<Doubles>(6), percents);
        const auto got = percentiles(scaled, rising<Doubles>(6), percents);
        for (std::size_t i = 0; i < percents.size(); ++i)
            // At 2^-1060, doubles have few digits.
            CHECK(got[i].value == doctest::Approx(expected[i].value).epsilon(1e-3));
        CHECK(percentile_bins(scaled, Doubles{0, 25, 26, 75, 76, 100}) ==
              percentile_bins(shares, Doubles{0, 25, 26, 75, 76, 100}));
    }
}

TEST_CASE("percentiles: the share of samples below a percentile is the one asked for") {
    on_random_counts([](const U64& counts, Random& random) {
        const auto edges = random_edges(random, counts.size());
        double last = -inf;
        for (const double percent : {0.0, 1.0, 10.0, random.real(10, 90), 90.0, 99.5, 100.0}) {
            const auto [value, lower, upper] = percentile(counts, edges, percent);
            CHECK(share_below(counts, edges, value) == doctest::Approx(percent / 100).epsilon(1e-9));
            CHECK(value >= last);
            CHECK(lower <= value);
            CHECK(value <= upper);
            last = value;
            if (percent == 0) continue;
            // The percentile is the smallest value with this share: the share below a slightly smaller value
            // is less.
            CHECK(share_below(counts, edges, value - 1e-3) < percent / 100);
        }
    });
}

TEST_CASE("the mode is the first bin with the greatest count") {
    static_assert(mode(std::array<std::uint32_t, 5>{1, 7, 0, 7, 6}) == std::size_t{1});
    CHECK(mode(U64{0, 0, 1}) == std::size_t{2});
    CHECK(mode(Doubles{0.25, 0.5}) == std::size_t{1});
    CHECK(!mode(U32{}));
    CHECK(!mode(U32{0, 0}));
}

TEST_CASE("entropy: by hand, and between 0 and the entropy of even counts") {
    CHECK(entropy(U32{1, 1, 1, 1, 0}) == 2);
    CHECK(entropy(U32{2, 1, 1}) == 1.5);
    CHECK(entropy(Doubles{0.5, 0.25, 0.25}) == 1.5);
    CHECK(entropy(U32{0, 9, 0}) == 0);
    CHECK(!std::signbit(entropy(U32{9})));
    CHECK(entropy(U32(256, 3)) == 8);
    CHECK(std::isnan(entropy(U32{0, 0})));
    CHECK(std::isnan(entropy(U32{})));
    on_random_counts([](const U64& counts, Random&) {
        const auto bits = entropy(counts);
        CHECK(bits >= 0);
        CHECK(bits <= std::log2(static_cast<double>(counts.size())) + 1e-12);
        CHECK(entropy(times(counts, 2)) == doctest::Approx(bits).epsilon(1e-12));
    });
}

TEST_CASE("equalization by hand") {
    // Without the counts of bin 0, the cumulative counts are 0, 1, 1, 3 and 4 of 4. With 5 levels, these are
    // the levels.
    CHECK(equalization_map(U32{2, 1, 0, 2, 1}, 5) == U32{0, 1, 1, 3, 4});
    // 1 of 2 in 256 levels is 127.5, which is rounded up. Bins before the first non-empty bin have level 0.
    CHECK(equalization_map(U32{0, 7, 1, 1}) == U32{0, 0, 128, 255});
    CHECK(equalization_map(Doubles{0.5, 0.25, 0.25}, 3) == U32{0, 1, 2});
    CHECK(equalization_map(U32{1, 1}, 1) == U32{0, 0});
    CHECK(equalization_map(U32{1, 1}, ~0U) == U32{0, ~0U - 1});
    CHECK(equalization_map(U32{}).empty());
}

TEST_CASE("equalization of one filled bin, or of none, spreads the levels evenly over the bins") {
    U32 counts(256);
    CHECK(equalization_map(counts) == rising<U32>(256));
    counts[17] = 5;
    CHECK(equalization_map(counts) == rising<U32>(256));
    CHECK(equalization_map(U32{0, 3, 0}, 5) == U32{0, 2, 4});
    CHECK(equalization_map(U32{3}) == U32{0});
}

TEST_CASE("equalization rises from 0 to the last level, and is even for even counts") {
    CHECK(equalization_map(U32(256, 9)) == rising<U32>(256));
    on_random_counts([](const U64& counts, Random& random) {
        const auto levels = static_cast<std::uint32_t>(random.between(1, 1000));
        const auto table = equalization_map(counts, levels);
        REQUIRE(table.size() == counts.size());
        CHECK(std::ranges::is_sorted(table));
        CHECK(table.back() == (counts.size() == 1 ? 0 : levels - 1));
    });
}

namespace {

Doubles extreme_weights(Random& random, std::size_t bins) {
    Doubles weights(bins);
    for (auto& weight : weights)
        if (!random.one_in(4))
            weight = std::ldexp(random.unit(), static_cast<int>(random.whole(-1074, 1010)));
    return weights;
}

/// Random counts, each below 2^64 >> shift.
U64 extreme_counts(Random& random, std::size_t bins, unsigned shift) {
    U64 counts(bins);
    for (auto& count : counts)
        if (!random.one_in(4)) count = random.bits() >> random.between(shift, 63);
    return counts;
}

void check_bin(std::optional<std::size_t> bin, std::size_t bins) {
    if (bin) CHECK(*bin < bins);
}

template <class Counts>
void check_answers(const Counts& a, const Counts& b, Random& random) {
    const auto bins = a.size();
    const auto edges = random_edges(random, bins);
    check_bin(otsu_threshold(a), bins);
    check_bin(triangle_threshold(a), bins);
    check_bin(li_threshold(a), bins);
    check_bin(isodata_threshold(a), bins);
    check_bin(minimum_error_threshold(a), bins);
    const auto classes = random.between(2, 5);
    const auto thresholds = otsu_thresholds(a, classes);
    CHECK(std::ranges::is_sorted(thresholds));
    for (const auto threshold : thresholds)
        CHECK(threshold < bins);
    for (const auto level : equalization_map(a, 256))
        CHECK(level < 256);
    if (total(a) > 0 && total(b) > 0)
        for (const auto level : matching_map(a, b))
            CHECK(level < bins);
    for (const auto metric : {Metric::bhattacharyya, Metric::kolmogorov_smirnov})
        CHECK_FALSE(compare(a, b, metric) > 1 + 1e-9);
    CHECK_FALSE(compare(a, b, Metric::jensen_shannon) < 0);
    CHECK_FALSE(mutual_information(a, {bins, 1}) > 1e-9);
    CHECK_FALSE(conditional_entropy(a, {1, bins}, 0) > std::log2(static_cast<double>(bins)) + 1e-9);
    CHECK_FALSE(entropy(a) > std::log2(static_cast<double>(bins)) + 1e-9);
    static_cast<void>(moments(a, edges));
    static_cast<void>(integer_moments(a, std::numeric_limits<std::int64_t>::min()));
    for (const auto& bin : profile(a, b, b))
        CHECK_FALSE(bin.error < 0);
}

} // namespace

// Every function returns a value in range, or no value, despite rounding errors. Sanitizers check the
// conversions.
TEST_CASE("statistics of extreme weights and counts are in range") {
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const auto bins = random.between(1, 12);
        check_answers(extreme_weights(random, bins), extreme_weights(random, bins), random);
        check_answers(extreme_counts(random, bins, 4), extreme_counts(random, bins, 4), random);
        for (const auto level : clahe_maps(extreme_counts(random, bins, 4), bins, random.real(0, 1e3)))
            CHECK(level < bins);
    }
}

TEST_CASE("invalid sizes, edges and counts are refused") {
    const Doubles three{0, 1, 2};
    check_invalid({"3 edges", "3 counts", "one more"}, [&] { return density(U32{1, 2, 3}, three); });
    check_invalid({"0 edges", "0 counts"}, [&] { return density(U32{}, {}); });
    check_invalid({"3 edges for 1 count:"}, [&] { return percentile(U32{1}, three, 50); });
    check_invalid({"edge 2", "edge 1", "rise"}, [&] { return density(U32{1, 2}, Doubles{0, 1, 1}); });
    check_invalid({"edge 1", "edge 0"}, [&] { return percentile(U32{1}, Doubles{0, std::nan("")}, 50); });
    check_invalid({"percentile -1", "0 to 100"}, [&] { return percentile(U32{1, 2}, three, -1); });
    check_invalid({"percentile 100.5"}, [&] { return percentile(U32{1, 2}, three, 100.5); });
    check_invalid({"percentile nan"}, [&] { return percentile(U32{0, 0}, three, std::abs(std::nan(""))); });
    check_invalid({"0 levels"}, [&] { return equalization_map(U32{1}, 0); });
    const Doubles nan{1, std::abs(std::nan(""))};
    check_invalid({"nan", "bin 1"}, [&] { return density(nan, three); });
    check_invalid({"nan", "bin 1"}, [&] { return percentile(nan, three, 50); });
    check_invalid({"nan", "bin 1"}, [&] { return mode(nan); });
    check_invalid({"inf", "bin 0"}, [&] { return entropy(Doubles{inf}); });
    check_invalid({"-1", "bin 2"}, [&] { return otsu_threshold(I64{0, 5, -1}); });
    check_invalid({"-1", "bin 0"}, [&] { return equalization_map(I64{-1, 5}); });
    constexpr auto maximum = std::numeric_limits<std::int64_t>::max();
    check_invalid({"total", "bin 1", "9223372036854775807"}, [&] {
        return equalization_map(I64{maximum, 1, 0});
    });
    check_invalid({"total", "bin 2"}, [&] {
        return density(Doubles{1, 0x1.8p1023, 0x1p1023}, Doubles{0, 1, 2, 3});
    });
}

TEST_CASE("totals beyond 64 bits wrap, and statistics of them are refused") {
    constexpr auto maximum = std::numeric_limits<std::int64_t>::max();
    CHECK(total(I64{maximum, 1}) == std::numeric_limits<std::int64_t>::min());
    CHECK(cumulative_sum(I64{maximum, maximum, 3}) == I64{maximum, -2, 1});
    CHECK(total(U64{~0ULL, 3}) == 2);
    const U64 counts{1, ~0ULL - 4, 20};
    const auto refuse = [](const auto& action) {
        check_invalid({"total", "bin 2", "18446744073709551615"}, [&] { return action(); });
    };
    refuse([&] { return equalization_map(counts); });
    refuse([&] { return entropy(counts); });
    refuse([&] { return percentile(counts, rising<Doubles>(4), 50); });
    refuse([&] { return matching_map(counts, U32{1}); });
    refuse([&] { return compare(counts, counts, Metric::jensen_shannon); });
    refuse([&] { return otsu_threshold(counts); });
}

TEST_SUITE_END();
