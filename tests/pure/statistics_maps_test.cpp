// Maps: matching on random counts, equalization and CLAHE compared with OpenCV.

#include "data/statistics_goldens.hpp"
#include "histo_cl/statistics/maps.hpp"
#include "random_counts.hpp"
#include "support/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

/// Checks a map of 256 levels. Skips levels that OpenCV does not have (-1).
void check_levels(const U32& map, const auto& levels) {
    REQUIRE(map.size() == 256);
    for (std::size_t bin = 0; bin < map.size(); ++bin)
        if (levels[bin] >= 0) CHECK(map[bin] == static_cast<std::uint32_t>(levels[bin]));
}

} // namespace

TEST_SUITE_BEGIN("statistics");

TEST_CASE("matching a histogram with itself is the identity, whatever the total") {
    constexpr auto big = std::uint64_t{1} << 53U;
    for (const auto& counts : {U64{big, 1}, U64{big, 1, 1, 1}, U64{1, big, 1, big - 1, 3},
                               U64{~0ULL - 2, 1, 1}, U64{1, ~0ULL - 2, 1}})
        CHECK(matching_map(counts, counts) == rising<U32>(counts.size()));
    CHECK(matching_map(U64{big, 1}, U32{1, 1}) == U32{1, 1});
    CHECK(matching_map(U64{big + 1, big + 2}, U64{1, 1}) == U32{0, 1});
    CHECK(matching_map(U64{big + 2, big + 1}, U64{1, 1}) == U32{1, 1});
}

TEST_CASE("matching does not change if all counts are multiplied") {
    const Doubles counts{3, 0, 1, 4};
    const Doubles reference{1, 5, 1, 1};
    const auto expected = matching_map(counts, reference);
    for (const auto scale : {0x1p-1060, 0x1p-600, 0x1p600, 0x1p1020}) {
        const auto scaled = times(counts, scale);
        CHECK(matching_map(scaled, reference) == expected);
        CHECK(matching_map(reference, scaled) == matching_map(reference, counts));
        CHECK(matching_map(scaled, scaled) == matching_map(counts, counts));
    }
}

TEST_CASE("matching never falls, takes the first bin with enough share, and keeps equal histograms") {
    on_random_counts([](const U64& counts, Random& random) {
        const auto reference = random_counts(random);
        const auto map = matching_map(counts, reference);
        REQUIRE(map.size() == counts.size());
        CHECK(std::ranges::is_sorted(map));
        const auto sums = cumulative_sum(counts);
        const auto wanted = cumulative_sum(reference);
        for (std::size_t bin = 0; bin < map.size(); ++bin) {
            REQUIRE(map[bin] < reference.size());
            CHECK(wanted[map[bin]] * sums.back() >= sums[bin] * wanted.back());
            if (map[bin] > 0) CHECK(wanted[map[bin] - 1] * sums.back() < sums[bin] * wanted.back());
        }
        const auto same = matching_map(counts, times(counts, 7));
        for (std::size_t bin = 0; bin < same.size(); ++bin)
            if (counts[bin] > 0) CHECK(same[bin] == bin);
    });
}

TEST_CASE("equalization has the levels of OpenCV") {
    for (const auto& golden : goldens::equalized_maps)
        check_levels(equalization_map(golden.counts), golden.levels);
    // 17 of 34 in 256 levels are 127.5, but the quotient in floats is less.
    CHECK(equalization_map(U32{1, 17, 17})[1] == std::nearbyint(17.0F * (255.0F / 34.0F)));
}

TEST_CASE("CLAHE's maps have the levels of OpenCV") {
    for (const auto& golden : goldens::clipped_maps) {
        CAPTURE(golden.limit);
        check_levels(clahe_maps(golden.counts, 256, golden.limit), golden.levels);
    }
}

TEST_CASE("CLAHE's maps by hand") {
    // 12 samples in 4 bins, clipped at 4 (1.5 · 12 / 4, rounded down). The 5 samples above the limit go to
    // the bins: one to each, and one more to bin 0.
    CHECK(clahe_maps(U32{9, 3, 0, 0}, 4, 1.5) == U32{2, 2, 3, 3}); // cumulative counts 6, 10, 11, 12 of 12
    CHECK(clahe_maps(U32{9, 3, 0, 0}, 4, 0) == U32{2, 3, 3, 3});
    // One tile after the other. The map of a tile without samples changes nothing.
    CHECK(clahe_maps(U64{9, 3, 0, 0, 0, 0, 0, 0}, 4, 0) == U32{2, 3, 3, 3, 0, 1, 2, 3});
    CHECK(clahe_maps(U32{}, 4, 2).empty());
    CHECK(clahe_maps(U32{5, 7}, 1, 2) == U32{0, 0});
}

TEST_CASE("CLAHE: clipping keeps the total") {
    on_random_counts([](const U64& counts, Random& random) {
        auto clipped = counts;
        const auto limit = random.between(1, 100);
        detail::clip_and_redistribute(clipped, limit);
        CHECK(total(clipped) == total(counts));
        const auto map = clahe_maps(counts, counts.size(), random.real(0, 10));
        CHECK(std::ranges::is_sorted(map));
        CHECK(map.back() == counts.size() - 1);
    });
}

TEST_CASE("maps of invalid counts, tiles and limits are refused") {
    check_invalid({"total is 0"}, [] { return matching_map(U32{0, 0}, U32{1}); });
    check_invalid({"total is 0"}, [] { return matching_map(U32{1}, U32{}); });
    check_invalid({"-1", "bin 0"}, [] { return matching_map(U32{1}, I64{-1}); });
    check_invalid({"5 counts", "tiles of 4"}, [] { return clahe_maps(U32(5), 4, 2); });
    check_invalid({"tiles of 0"}, [] { return clahe_maps(U32{}, 0, 2); });
    check_invalid({"clip limit -1"}, [] { return clahe_maps(U32(4), 4, -1); });
    check_invalid({"clip limit inf"},
                  [] { return clahe_maps(U32(4), 4, std::numeric_limits<double>::infinity()); });
}

TEST_SUITE_END();
