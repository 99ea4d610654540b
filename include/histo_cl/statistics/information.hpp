#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/error.hpp"
#include "histo_cl/statistics/counts.hpp"
#include "histo_cl/statistics/distribution.hpp"
#include "histo_cl/statistics/joint.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <ranges>
#include <string>

namespace histo_cl::detail::inline HISTO_CL_ABI {

/// The sum of part(p(i, j), p(i), p(j)) over the bins (i, j) that are not empty, where p is count / total, i
/// a bin of axis 0 and j a bin of axis 1. NaN if the total is 0.
template <CountRange Range, class Part>
double sum_over_two_axes(const Range& counts, const Extents& extents, const Part& part) {
    if (extents.size() != 2)
        throw Error(Status::invalid_argument, std::to_string(extents.size()) +
                                                  (extents.size() == 1 ? " axis" : " axes") +
                                                  ": 2 are needed");
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

} // namespace histo_cl::detail::inline HISTO_CL_ABI

namespace histo_cl::inline HISTO_CL_ABI {

/// The mutual information of two axes, in bits: how much the bin of one axis tells about the bin of the
/// other. It is the sum of p(i, j) · log2(p(i, j) / (p(i) · p(j))), where p is count / total: from 0, for
/// independent axes, to the smaller of the axes' entropies. NaN if the total is 0. Computed in double, and
/// never below 0.
///
/// Throws Error(invalid_argument) unless there are two extents whose product is the number of counts, and for
/// counts that are negative or not finite.
template <CountRange Range>
[[nodiscard]] double mutual_information(const Range& counts, const Extents& extents) {
    const auto bits = detail::sum_over_two_axes(counts, extents, [](double both, double row, double column) {
        return both * std::log2(both / row / column);
    });
    return bits < 0 ? 0 : bits;
}

/// The mutual information divided by the mean of the axes' entropies, like
/// sklearn.metrics.normalized_mutual_info_score: from 0 to 1. It is 1 if the bin of each axis determines the
/// bin of the other, and also if each axis has a single bin with samples. NaN if the total is 0. Throws like
/// mutual_information().
template <CountRange Range>
[[nodiscard]] double normalized_mutual_information(const Range& counts, const Extents& extents) {
    const auto shared = mutual_information(counts, extents);
    const auto entropies = entropy(marginal(counts, extents, 0)) + entropy(marginal(counts, extents, 1));
    return entropies == 0 ? 1 : (std::min)(2 * shared / entropies, 1.0);
}

/// The entropy, in bits, of the bin of the other axis if the bin of axis `given` (0 or 1) is known: the sum
/// of p(i, j) · log2(p(bin of axis `given`) / p(i, j)). NaN if the total is 0. Throws like
/// mutual_information(), and Error(invalid_argument) for an axis that does not exist.
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
