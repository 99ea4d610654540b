// Counts and weights of any size: every function returns a value in range, or none, despite rounding errors.
// Sanitizers check the conversions.

#include "histo_cl/statistics.hpp"
#include "random_counts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace histo_cl;
using namespace histo_cl::test;

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

TEST_SUITE_BEGIN("statistics");

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

TEST_SUITE_END();
