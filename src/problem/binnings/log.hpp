#pragma once

#include "histo_cl/binning.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// The edges of logarithmic bins, `bins.count + 1` of them: the bounds as doubles, and between them lower ·
/// (upper/lower)^(i/count). They are computed only here, so that the host's pow is used once.
inline std::vector<double> log_edges(const LogBins& bins) {
    const double lower = bins.lower.to_double();
    const double upper = bins.upper.to_double();
    std::vector<double> edges(std::size_t{bins.count} + 1, upper);
    edges[0] = lower;
    for (std::uint32_t i = 1; i < bins.count; ++i)
        edges[i] = lower * std::pow(upper / lower, i / static_cast<double>(bins.count));
    return edges;
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
