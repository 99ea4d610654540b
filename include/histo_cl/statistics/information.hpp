#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/error.hpp"
#include "histo_cl/statistics/counts.hpp"
#include "histo_cl/statistics/entropy.hpp"
#include "histo_cl/statistics/extents.hpp"
#include "histo_cl/statistics/project.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <ranges>
#include <string>

namespace histo_cl::detail {

/// The sum of `part(p, p of the bin of axis 0, p of the bin of axis 1)` over the bins of two axes that are
/// not empty, p = count / total; NaN if the total is 0.
template <CountRange Range, class Part>
double sum_over_two_axes(const Range& counts, const Extents& extents, const Part& part) {
    if (extents.size() != 2)
        throw Error(Status::invalid_argument, std::to_string(extents.size()) + " axes: 2 are needed");
    check_extents(std::ranges::size(counts), extents);
    check_counts(counts);
    const auto all = static_cast<double>(total(counts));
    if (!(all > 0)) return std::numeric_limits<double>::quiet_NaN();
    const auto rows = marginal(counts, extents, 0);
    const auto columns = marginal(counts, extents, 1);
    double sum = 0;
    for (std::size_t index = 0; index < std::ranges::size(counts); ++index) {
        const auto share = static_cast<double>(std::ranges::data(counts)[index]) / all;
        if (share >= min_share)
            sum += part(share, static_cast<double>(rows[index / extents[1]]) / all,
                        static_cast<double>(columns[index % extents[1]]) / all);
    }
    return sum;
}

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

/// The mutual information, in bits: what the bin of one axis tells about the bin of the other, the sum of
/// p(i, j) · log2(p(i, j) / (p(i) · p(j))). From 0, of independent axes, to the lesser of the axes'
/// entropies; NaN if the total is 0. Computed in double, and never below 0.
///
/// `counts` are those of two axes. Throws Error(invalid_argument) if not, or if they are not as many as the
/// extents say; and for negative counts.
template <CountRange Range>
[[nodiscard]] double mutual_information(const Range& counts, const Extents& extents) {
    const auto bits = detail::sum_over_two_axes(counts, extents, [](double both, double row, double column) {
        return both * std::log2(both / row / column);
    });
    return bits < 0 ? 0 : bits;
}

/// The mutual information, divided by the mean of the axes' entropies: from 0 to 1, where the bin of each
/// axis determines the other's, as sklearn.metrics.normalized_mutual_info_score. 1 if each axis has a single
/// bin with samples. Otherwise like mutual_information().
template <CountRange Range>
[[nodiscard]] double normalized_mutual_information(const Range& counts, const Extents& extents) {
    const auto shared = mutual_information(counts, extents);
    const auto entropies = entropy(marginal(counts, extents, 0)) + entropy(marginal(counts, extents, 1));
    return entropies == 0 ? 1 : std::min(2 * shared / entropies, 1.0);
}

/// The entropy of the other axis' bin where that of axis `given` (0 or 1) is known, in bits: the sum of p(i,
/// j) · log2(p(given bin) / p(i, j)). Otherwise like mutual_information(); Error(invalid_argument) also for
/// an axis that is not there.
template <CountRange Range>
[[nodiscard]] double conditional_entropy(const Range& counts, const Extents& extents, std::size_t given) {
    detail::check_extents(std::ranges::size(counts), extents);
    detail::check_axis(given, extents);
    const auto bits = detail::sum_over_two_axes(counts, extents, [&](double both, double row, double column) {
        return both * std::log2((given == 0 ? row : column) / both);
    });
    return bits < 0 ? 0 : bits;
}

} // namespace histo_cl::inline HISTO_CL_ABI
