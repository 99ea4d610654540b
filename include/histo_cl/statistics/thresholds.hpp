#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/statistics/counts.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <optional>
#include <ranges>
#include <span>
#include <vector>

// Helpers for thresholds. A threshold t divides the bins into two classes: bins 0 to t, and bins t + 1 and
// above.

namespace histo_cl::detail::inline HISTO_CL_ABI {

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
            greatest = (std::max)(greatest, count);
        for (std::size_t bin = 0; bin < std::ranges::size(counts); ++bin)
            if (const auto count = std::ranges::data(counts)[bin]; count > 0)
                filled.push_back({bin, (std::max)(std::ldexp(count, max_exponent - std::ilogb(greatest)),
                                                  (std::numeric_limits<double>::min)())});
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
    double count = 0;     ///< number of samples
    double first = 0;     ///< sum of count · bin
    double squares = 0;   ///< sum of count · (bin − mean)^2

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

} // namespace histo_cl::detail::inline HISTO_CL_ABI

namespace histo_cl::inline HISTO_CL_ABI {

/// Otsu's threshold for bins of equal width: the first bin t that maximizes n0 · n1 · (mean1 − mean0)², which
/// is proportional to the variance between the classes of bins 0 to t and of bins t + 1 and above. The value
/// of a bin is its index. Samples from edge t + 1 on are in the upper class. Sizes of classes are exact for
/// integer counts; means and variances are computed in double. Empty if fewer than two bins have samples.
/// Throws Error(invalid_argument) for counts that are negative or not finite.
template <CountRange Range>
[[nodiscard]] constexpr std::optional<std::size_t>
otsu_threshold(const Range& counts) noexcept(!detail::could_be_bad<Range>) {
    detail::check_counts(counts);
    if constexpr (!detail::is_whole<Range>)
        return detail::min_threshold(counts, [](const auto& lower, const auto& upper) {
            const auto apart = upper.mean() - lower.mean();
            return -(lower.count * upper.count) * (apart * apart);
        });
    const std::span bins(counts);
    const auto all = total(counts);
    if (!(all > 0)) return std::nullopt;
    // The values are relative to a bin near the mean, because differences of large sums would cancel.
    double center = 0;
    for (std::size_t bin = 0; bin < bins.size(); ++bin)
        center += static_cast<double>(bin) * static_cast<double>(bins[bin]);
    center = static_cast<double>(static_cast<std::uint64_t>(center / static_cast<double>(all)));
    const auto moment_of = [&](std::size_t bin) {
        return (static_cast<double>(bin) - center) * static_cast<double>(bins[bin]);
    };
    double moment = 0;
    for (std::size_t bin = 0; bin < bins.size(); ++bin)
        moment += moment_of(bin);

    std::optional<std::size_t> threshold;
    double greatest = 0;
    Total<Range> below = 0;
    double moment_below = 0;
    for (std::size_t bin = 0; bin < bins.size(); ++bin) {
        below += bins[bin];
        moment_below += moment_of(bin);
        if (!(below > 0)) continue;
        if (!(below < all)) break;
        const auto n0 = static_cast<double>(below);
        const auto n1 = static_cast<double>(all - below);
        const auto apart = (moment - moment_below) / n1 - moment_below / n0;
        const auto between = n0 * n1 * apart * apart;
        if (between > greatest) {
            greatest = between;
            threshold = bin;
        }
    }
    return threshold;
}

} // namespace histo_cl::inline HISTO_CL_ABI

// Thresholds other than Otsu's, for bins of equal width. Like Otsu's, a threshold t is the last bin of the
// lower class: samples from edge t + 1 on are in the upper class. The value of a bin is its index. Thresholds
// are computed in double. All functions throw Error(invalid_argument) for counts that are negative or not
// finite.

namespace histo_cl::inline HISTO_CL_ABI {

/// The triangle threshold (Zack, Rogers and Latt 1977): the bin whose count lies farthest below the line from
/// the largest count to the farther end of the bins with samples, like skimage.filters.threshold_triangle.
/// For histograms with one peak and a long tail. Empty if fewer than two bins have samples.
template <CountRange Range>
[[nodiscard]] std::optional<std::size_t> triangle_threshold(const Range& counts) {
    detail::check_counts(counts);
    const auto filled = detail::filled_bins(counts);
    if (filled.size() < 2) return std::nullopt;
    const auto peak = *std::ranges::max_element(filled, {}, &detail::FilledBin::count);
    const auto low = filled.front().bin;
    const auto high = filled.back().bin;
    const bool tail_above = peak.bin - low < high - peak.bin;
    const auto width = tail_above ? high - peak.bin : peak.bin - low;
    const auto height = static_cast<double>(std::ranges::data(counts)[peak.bin]);
    std::optional<std::size_t> threshold;
    double farthest = 0;
    // Starts at the end of the tail. A threshold at the last bin would leave no upper class.
    const std::size_t begin = tail_above ? 1 : 0;
    for (auto x = begin; x < (std::max)(width, begin + 1); ++x) {
        const auto bin = tail_above ? high - x : low + x;
        const auto count = static_cast<double>(std::ranges::data(counts)[bin]);
        const auto below = static_cast<double>(x) - static_cast<double>(width) * (count / height);
        if (!threshold || below > farthest) {
            threshold = bin;
            farthest = below;
        }
    }
    return threshold;
}

/// Li's threshold (Li and Lee 1993): the first threshold that minimizes the cross-entropy between the samples
/// and the means of their classes. As in skimage.filters.threshold_li, values are relative to the first bin
/// with samples. That function iterates, and may end at a local minimum instead. Empty if fewer than two bins
/// have samples.
template <CountRange Range>
[[nodiscard]] std::optional<std::size_t> li_threshold(const Range& counts) {
    detail::check_counts(counts);
    const auto part = [](const detail::ClassSums& sums) {
        return sums.first > 0 ? -sums.first * std::log(sums.mean()) : 0.0;
    };
    return detail::min_threshold(counts, [&](const detail::ClassSums& lower, const detail::ClassSums& upper) {
        return part(lower) + part(upper);
    });
}

/// The isodata threshold (Ridler and Calvard 1978): the first bin t for which the midpoint between the means
/// of its two classes is in [t, t + 1), like skimage.filters.threshold_isodata. Empty if fewer than two bins
/// have samples.
template <CountRange Range>
[[nodiscard]] std::optional<std::size_t> isodata_threshold(const Range& counts) {
    detail::check_counts(counts);
    const auto filled = detail::filled_bins(counts);
    std::optional<std::size_t> threshold;
    detail::each_partition(filled, [&](std::size_t i, const auto& lower, const auto& upper) {
        const auto first = static_cast<double>(filled.front().bin);
        const auto middle = first + std::midpoint(lower.mean(), upper.mean());
        // The classes stay the same up to the next bin with samples.
        if (!threshold && middle < static_cast<double>(filled[i + 1].bin))
            threshold = (std::max)(filled[i].bin, static_cast<std::size_t>(middle));
    });
    return threshold;
}

/// The minimum error threshold (Kittler and Illingworth 1986): the threshold with the smallest expected
/// number of misclassified samples if each class is normally distributed. It is the first threshold that
/// minimizes P0 · ln(σ0 / P0) + P1 · ln(σ1 / P1), where P0 and P1 are the shares of samples in the classes,
/// and σ0 and σ1 the standard deviations. Each class must have samples in at least two bins, so the result is
/// empty if fewer than four bins have samples.
template <CountRange Range>
[[nodiscard]] std::optional<std::size_t> minimum_error_threshold(const Range& counts) {
    detail::check_counts(counts);
    const auto part = [](const detail::ClassSums& sums, double all) {
        const auto variance = sums.squares / sums.count;
        if (sums.bins < 2 || !(variance > 0)) return std::numeric_limits<double>::quiet_NaN();
        const auto share = sums.count / all;
        return share * (std::log(variance) / 2 - std::log(share));
    };
    return detail::min_threshold(counts, [&](const detail::ClassSums& lower, const detail::ClassSums& upper) {
        const auto all = lower.count + upper.count;
        return part(lower, all) + part(upper, all);
    });
}

} // namespace histo_cl::inline HISTO_CL_ABI
