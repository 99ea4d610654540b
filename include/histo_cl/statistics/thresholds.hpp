#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/statistics/classes.hpp"
#include "histo_cl/statistics/counts.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <optional>
#include <ranges>

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
    for (auto x = begin; x < std::max(width, begin + 1); ++x) {
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
/// with samples. The scikit-image function iterates, and may end at a local minimum instead. Empty if fewer
/// than two bins have samples.
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
            threshold = std::max(filled[i].bin, static_cast<std::size_t>(middle));
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
