#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/statistics/counts.hpp"
#include "histo_cl/statistics/edges.hpp"

#include <cstddef>
#include <ranges>
#include <span>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI {

/// The density of a sample's value in each bin: count / width / total, which integrates to 1, like
/// numpy.histogram(..., density=True). 0 for a bin of infinite width; all are NaN if the total is 0. Throws
/// Error(invalid_argument) unless `edges` (see Problem::edges()) increase and are one more than the counts.
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
