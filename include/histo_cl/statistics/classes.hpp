#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/statistics/counts.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <ranges>
#include <vector>

// Helpers of the thresholds: counts parted in two classes, of bins 0 to t and of bins t + 1 and on.

namespace histo_cl::detail {

/// A bin that has samples.
struct FilledBin {
    std::size_t bin;
    double count;
};

/// Sums of weights are scaled by a power of two, so that neither their products are infinite nor those of the
/// lightest vanish.
template <CountRange Range>
std::vector<FilledBin> filled_bins(const Range& counts) {
    std::vector<FilledBin> filled;
    if constexpr (!is_whole<Range>) {
        constexpr int max_exponent = 400;
        double greatest = 0;
        for (const auto count : counts)
            greatest = std::max(greatest, count);
        for (std::size_t bin = 0; bin < std::ranges::size(counts); ++bin)
            if (const auto count = std::ranges::data(counts)[bin]; count > 0)
                filled.push_back({bin, std::max(std::ldexp(count, max_exponent - std::ilogb(greatest)),
                                                std::numeric_limits<double>::min())});
        return filled;
    }
    for (std::size_t bin = 0; bin < std::ranges::size(counts); ++bin)
        if (const auto count = std::ranges::data(counts)[bin]; count > 0)
            filled.push_back({bin, static_cast<double>(count)});
    return filled;
}

/// How many bins of a class have samples, the sums of count · bin^0 and bin^1, and that of count · (bin −
/// mean)^2, which is updated with the mean (Welford 1962), so that it does not cancel far from bin 0.
struct ClassSums {
    std::size_t bins = 0;
    double count = 0;
    double first = 0;
    double squares = 0;

    void add(double bin, double times) noexcept {
        const auto below = bins == 0 ? bin : mean();
        ++bins;
        count += times;
        first += times * bin;
        squares += times * ((bin - below) * (bin - mean()));
    }
    [[nodiscard]] double mean() const noexcept { return first / count; }
};

/// Calls `visit(i, lower, upper)` with the sums of both classes for each threshold at a filled bin but the
/// last, filled[i]. Bins are numbered from the first filled one. The upper class is summed from its end, so
/// that no sum is a difference.
template <class Visit>
void each_partition(const std::vector<FilledBin>& filled, const Visit& visit) {
    const auto add = [&](ClassSums& sums, const FilledBin& each) {
        sums.add(static_cast<double>(each.bin - filled.front().bin), each.count);
    };
    std::vector<ClassSums> uppers(filled.size());
    for (auto i = filled.size(); i-- > 1;) {
        uppers[i - 1] = uppers[i];
        add(uppers[i - 1], filled[i]);
    }
    ClassSums lower;
    for (std::size_t i = 0; i + 1 < filled.size(); ++i) {
        add(lower, filled[i]);
        visit(i, lower, uppers[i]);
    }
}

/// The threshold where `criterion(lower, upper)` of the classes' sums is least, the first of several.
/// Thresholds between two filled bins part the samples as the first of them does. Empty if fewer than two
/// bins have samples, or if the criterion is NaN everywhere.
template <CountRange Range, class Criterion>
std::optional<std::size_t> min_threshold(const Range& counts, const Criterion& criterion) {
    const auto filled = filled_bins(counts);
    std::optional<std::size_t> threshold;
    double least = 0;
    each_partition(filled, [&](std::size_t i, const ClassSums& lower, const ClassSums& upper) {
        const auto value = criterion(lower, upper);
        if (!std::isnan(value) && (!threshold || value < least)) {
            threshold = filled[i].bin;
            least = value;
        }
    });
    return threshold;
}

} // namespace histo_cl::detail
