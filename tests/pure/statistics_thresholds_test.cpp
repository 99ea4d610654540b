// Thresholds: compared with values computed by hand and by scikit-image, and with direct searches on random
// counts.

#include "data/statistics_goldens.hpp"
#include "histo_cl/statistics/multi_otsu.hpp"
#include "histo_cl/statistics/thresholds.hpp"
#include "random_counts.hpp"
#include "support/error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

/// The variance between classes that end with the bins `ends`, times the total, computed directly from the
/// samples.
double variance_between(const U64& counts, const std::vector<std::size_t>& ends) {
    double all = 0;
    double all_sum = 0;
    std::vector<double> samples(ends.size() + 1);
    std::vector<double> sums(ends.size() + 1);
    for (std::size_t bin = 0; bin < counts.size(); ++bin) {
        const auto n = static_cast<double>(counts[bin]);
        const auto in =
            static_cast<std::size_t>(std::ranges::count_if(ends, [&](std::size_t end) { return end < bin; }));
        samples[in] += n;
        sums[in] += n * static_cast<double>(bin);
        all += n;
        all_sum += n * static_cast<double>(bin);
    }
    double variance = 0;
    for (std::size_t i = 0; i < samples.size(); ++i)
        if (samples[i] > 0) {
            const auto apart = sums[i] / samples[i] - all_sum / all;
            variance += samples[i] * apart * apart;
        }
    return variance;
}

/// Calls `visit` for each ascending choice of `choices` bins from `first` on, with these bins appended to
/// `ends`.
void choose_ends(std::size_t bins, std::size_t choices, std::size_t first, std::vector<std::size_t>& ends,
                 const std::function<void()>& visit) {
    if (choices == 0) return visit();
    for (auto bin = first; bin < bins; ++bin) {
        ends.push_back(bin);
        choose_ends(bins, choices - 1, bin + 1, ends, visit);
        ends.pop_back();
    }
}

} // namespace

TEST_SUITE_BEGIN("statistics");

TEST_CASE("thresholds are those of scikit-image and of direct searches") {
    for (const auto& golden : goldens::thresholds) {
        CHECK(otsu_threshold(golden.counts) == golden.otsu);
        CHECK(otsu_thresholds(golden.counts, 2) == std::vector{golden.otsu});
        CHECK(otsu_thresholds(golden.counts, 3) == golden.otsu3);
        CHECK(otsu_thresholds(golden.counts, 4) == golden.otsu4);
        CHECK(triangle_threshold(golden.counts) == golden.triangle);
        CHECK(li_threshold(golden.counts) == golden.li);
        CHECK(isodata_threshold(golden.counts) == golden.isodata);
        CHECK(minimum_error_threshold(golden.counts) == golden.minimum_error);
    }
}

TEST_CASE("thresholds by hand") {
    // All thresholds from 1 to 4 separate these counts equally well. 1 is the first.
    static_assert(otsu_threshold(std::array<std::uint32_t, 7>{2, 1, 0, 0, 0, 1, 2}) == std::size_t{1});
    // Large counts, whose sums cancel unless values are relative to the mean.
    std::vector<std::uint64_t> peak(65536);
    peak[64347] = 1'549'343'348'149;
    for (const std::size_t bin : {64358U, 64361U, 64365U, 64375U})
        peak[bin] = 2;
    peak[64384] = 3;
    CHECK(otsu_threshold(peak) == std::size_t{64358});
    for (const double great : {1e15, 1e16, 1e20}) {
        const Doubles counts{great, 1, 0, 0, 1, 1, 0, 0, 0, 5};
        CHECK(otsu_threshold(counts) == std::size_t{4});
        CHECK(otsu_thresholds(counts, 2) == std::vector<std::size_t>{4});
    }
    CHECK(otsu_thresholds(U32{5, 0, 0, 5, 0, 5}, 3) == std::vector<std::size_t>{0, 3});
    CHECK(otsu_thresholds(U32{1, 2, 0, 3}, 3) == std::vector<std::size_t>{0, 1});
    CHECK(otsu_thresholds(Doubles{0.5, 0, 0.5}, 2) == std::vector<std::size_t>{0});
    // The line falls from the peak, 8 high, to 0 at bin 4. Bin 1 lies 5 below the line, bin 2 lies 3 and bin
    // 3 lies 1.
    CHECK(triangle_threshold(U32{8, 1, 1, 1, 1}) == std::size_t{1});
    CHECK(triangle_threshold(U32{1, 1, 1, 1, 8}) == std::size_t{3});
    CHECK(triangle_threshold(U32{5, 1}) == std::size_t{0});
    CHECK(triangle_threshold(U32{1, 5}) == std::size_t{0});
    // The means are 1 and 9, and the middle between them is 5.
    CHECK(isodata_threshold(U32{2, 0, 2, 0, 0, 0, 0, 0, 0, 4}) == std::size_t{5});
    CHECK(li_threshold(U32{3, 3, 0, 0, 0, 0, 3, 3}) == std::size_t{1});
    CHECK(minimum_error_threshold(U32{1, 2, 1, 0, 0, 0, 0, 1, 2, 1}) == std::size_t{2});
}

TEST_CASE("thresholds: a light class beside a heavy one is not lost") {
    const Doubles weights{1e300, 1e299, 0, 0, 1, 2};
    CHECK(li_threshold(weights).has_value());
    CHECK(isodata_threshold(weights) == std::size_t{0}); // the means are 0 and about 1
    CHECK(minimum_error_threshold(weights) == std::size_t{1});
}

TEST_CASE("a narrow class far from the first bin keeps its variance") {
    detail::ClassSums sums;
    constexpr double far = 0x1p24;
    constexpr double times = 1e15 / 7; // the mean square minus the squared mean would be 0.4375
    sums.add(far, times);
    sums.add(far + 1, 2 * times);
    sums.add(far + 2, times);
    CHECK(sums.squares / sums.count == doctest::Approx(0.5).epsilon(1e-7));
}

TEST_CASE("thresholds do not change if all counts are multiplied, by 1e-300 to 1e300") {
    const Doubles counts{4, 1, 0, 0, 3, 2};
    for (const auto scale : {0x1p-1060, 1e-300, 1e-160, 1e160, 1e300, 0x1p1020}) {
        CAPTURE(scale);
        const auto scaled = times(counts, scale);
        CHECK(otsu_threshold(scaled) == std::size_t{1});
        CHECK(otsu_thresholds(scaled, 2) == std::vector<std::size_t>{1});
        CHECK(otsu_thresholds(scaled, 3) == otsu_thresholds(counts, 3));
        CHECK(triangle_threshold(scaled) == triangle_threshold(counts));
        CHECK(li_threshold(scaled) == li_threshold(counts));
        CHECK(isodata_threshold(scaled) == isodata_threshold(counts));
        CHECK(minimum_error_threshold(scaled) == minimum_error_threshold(counts));
    }
    CHECK(otsu_threshold(Doubles{1e300, 0x1p-1074}) == std::size_t{0});
}

TEST_CASE("no threshold if fewer bins are filled than a method needs") {
    for (const auto& counts : {U32{}, U32{0, 0}, U32{0, 5, 0}}) {
        CHECK(!otsu_threshold(counts));
        CHECK(otsu_thresholds(counts, 2).empty());
        CHECK(!triangle_threshold(counts));
        CHECK(!li_threshold(counts));
        CHECK(!isodata_threshold(counts));
        CHECK(!minimum_error_threshold(counts));
    }
    CHECK(otsu_thresholds(U32{1, 0, 1}, 3).empty());
    CHECK(!minimum_error_threshold(U32{1, 2, 3}));
    CHECK(minimum_error_threshold(U32{1, 2, 3, 1}) == std::size_t{1});
}

TEST_CASE("Otsu's thresholds: no others separate the classes better") {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        U64 counts(random.between(2, 12));
        for (auto& count : counts)
            count = random.one_in(4) ? 0 : random.below(50);
        const auto classes = random.between(2, 4);
        const auto thresholds = otsu_thresholds(counts, classes);
        const auto filled = static_cast<std::uint64_t>(
            std::ranges::count_if(counts, [](std::uint64_t count) { return count > 0; }));
        CHECK(thresholds.size() == (filled < classes ? 0 : classes - 1));
        if (thresholds.empty()) continue;
        CHECK(std::ranges::adjacent_find(thresholds, std::greater_equal()) == thresholds.end());
        for (const auto threshold : thresholds)
            CHECK(counts[threshold] > 0);
        const auto best = variance_between(counts, thresholds);
        std::vector<std::size_t> ends;
        double maximum = 0;
        choose_ends(counts.size(), classes - 1, 0, ends,
                    [&] { maximum = std::max(maximum, variance_between(counts, ends)); });
        CHECK(best == doctest::Approx(maximum).epsilon(1e-12));
        if (classes == 2)
            CHECK(variance_between(counts, {*otsu_threshold(counts)}) ==
                  doctest::Approx(maximum).epsilon(1e-12));
    }
}

TEST_CASE("Otsu's thresholds of very many bins, and of the most classes") {
    U64 counts(std::size_t{1} << 16U);
    for (std::size_t bin = 0; bin < counts.size(); ++bin)
        counts[bin] = 1 + bin % 7;
    const auto thresholds = otsu_thresholds(counts, 4);
    REQUIRE(thresholds.size() == 3);
    for (std::size_t i = 0; i < 3; ++i)
        CHECK(static_cast<double>(thresholds[i]) ==
              doctest::Approx(16384.0 * static_cast<double>(i + 1)).epsilon(1e-3));
    counts.resize(300);
    CHECK(otsu_thresholds(counts, max_otsu_classes).size() == max_otsu_classes - 1);
}

TEST_CASE("thresholds of random counts have samples on either side, and move with the counts") {
    on_random_counts([](const U64& counts, Random& random) {
        const auto check = [&](const auto& threshold_of) {
            const auto threshold = threshold_of(counts);
            const auto first = std::ranges::find_if(counts, [](std::uint64_t count) { return count > 0; });
            if (threshold) {
                CHECK(*threshold >= static_cast<std::size_t>(first - counts.begin()));
                std::uint64_t above = 0;
                for (auto bin = *threshold + 1; bin < counts.size(); ++bin)
                    above += counts[bin];
                CHECK(above > 0);
            }
            auto moved = counts;
            const auto by = random.below(5);
            moved.insert(moved.begin(), by, 0);
            const auto moved_threshold = threshold_of(moved);
            REQUIRE(moved_threshold.has_value() == threshold.has_value());
            if (threshold) CHECK(*moved_threshold == *threshold + by);
        };
        check([](const U64& all) { return triangle_threshold(all); });
        check([](const U64& all) { return li_threshold(all); });
        check([](const U64& all) { return minimum_error_threshold(all); });
        const auto middle = isodata_threshold(counts);
        check([](const U64& all) { return otsu_threshold(all); });
        if (!middle) return;
        std::array<double, 2> samples{};
        std::array<double, 2> sums{};
        for (std::size_t bin = 0; bin < counts.size(); ++bin) {
            samples[bin > *middle] += static_cast<double>(counts[bin]);
            sums[bin > *middle] += static_cast<double>(counts[bin]) * static_cast<double>(bin);
        }
        const auto between = (sums[0] / samples[0] + sums[1] / samples[1]) / 2;
        CHECK(between >= static_cast<double>(*middle) - 1e-9);
        CHECK(between < static_cast<double>(*middle) + 1 + 1e-9);
    });
}

TEST_CASE("thresholds: invalid numbers of classes and negative counts are refused") {
    check_invalid({"1 class: ", "2 to 256"}, [] { return otsu_thresholds(U32{1, 2}, 1); });
    check_invalid({"257 classes"}, [] { return otsu_thresholds(U32{1, 2}, 257); });
    const I64 negative{1, -1};
    check_invalid({"-1", "bin 1"}, [&] { return otsu_thresholds(negative, 2); });
    check_invalid({"-1", "bin 1"}, [&] { return triangle_threshold(negative); });
    check_invalid({"-1", "bin 1"}, [&] { return li_threshold(negative); });
    check_invalid({"-1", "bin 1"}, [&] { return isodata_threshold(negative); });
    check_invalid({"-1", "bin 1"}, [&] { return minimum_error_threshold(negative); });
}

TEST_SUITE_END();
