#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/statistics/counts.hpp"
#include "histo_cl/statistics/edges.hpp"

#include <cstddef>
#include <ranges>
#include <span>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI {

/// The probability density in each bin: count / width / total, whose integral over all bins is 1, like
/// numpy.histogram(..., density=True). 0 for a bin of infinite width; NaN for all bins if the total is 0.
/// Throws Error(invalid_argument) unless `edges` (see Problem::edges()) increase and are one more than the
/// counts, and for counts that are negative or not finite.
template <CountRange Range>
[[nodiscard]] std::vector<double> density(const Range& counts, std::span<const double> edges) {
    detail::check_edges(std::ranges::size(counts), edges);
    detail::check_counts(counts);
    const auto sum = static_cast<double>(total(counts));
    std::vector<double> result;
    result.reserve(std::ranges::size(counts));
    for (const auto count : counts) {
        const auto bin = result.size();
        result.push_back(static_cast<double>(count) / (edges[bin + 1] - edges[bin]) / sum);
    }
    return result;
}

} // namespace histo_cl::inline HISTO_CL_ABI
