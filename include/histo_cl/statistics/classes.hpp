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

// Helpers for thresholds. A threshold t divides the bins into two classes: bins 0 to t, and bins t + 1 and
// above.

namespace histo_cl::detail {

/// A bin that has samples, and its count.
struct FilledBin {
    std::size_t bin;
    double count;
};

/// The bins that have samples, in order. Counts of type double are scaled by a power of two, so that their
/// products neither overflow nor underflow.
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

/// Sums over the bins of a class. `squares` is updated together with the mean (Welford 1962), which avoids
/// cancellation far from bin 0.
struct ClassSums {
    std::size_t bins = 0; ///< number of bins with samples
    double count = 0;     ///< of samples
    double first = 0;     ///< of count · bin
    double squares = 0;   ///< of count · (bin − mean)^2

    void add(double bin, double times) noexcept {
        const auto below = bins == 0 ? bin : mean();
        ++bins;
        count += times;
        first += times * bin;
        squares += times * ((bin - below) * (bin - mean()));
    }
    [[nodiscard]] double mean() const noexcept { return first / count; }
};

/// Calls `visit(i, lower, upper)` with the sums of both classes for each threshold filled[i].bin, except the
/// last. In the sums, bins are numbered from the first filled bin. The upper classes are summed from the last
/// bin downwards, because sums computed as differences would cancel.
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

/// The first threshold that minimizes `criterion(lower, upper)` of the classes' sums. Only filled bins are
/// tried, because all thresholds before the next filled bin divide the samples in the same way. Empty if
/// fewer than two bins have samples, or if the criterion is NaN for all thresholds.
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
