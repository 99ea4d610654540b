#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/statistics/counts.hpp"

#include <cmath>
#include <limits>

namespace histo_cl::detail {

/// Smaller shares add nothing to an entropy, and their inverse may be infinite.
inline constexpr double min_share = std::numeric_limits<double>::min();

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

/// Shannon entropy of the histogram, in bits: the sum of p · log2(1/p) over the bins that are not empty, p =
/// count / total. From 0 (all samples in one bin) to log2 of the number of bins; NaN if the total is 0.
template <CountRange Range>
[[nodiscard]] double entropy(const Range& counts) noexcept(!detail::could_be_bad<Range>) {
    detail::check_counts(counts);
    const auto sum = static_cast<double>(total(counts));
    if (!(sum > 0)) return std::numeric_limits<double>::quiet_NaN();
    double bits = 0;
    for (const auto count : counts)
        if (static_cast<double>(count) / sum >= detail::min_share)
            bits += static_cast<double>(count) / sum * std::log2(sum / static_cast<double>(count));
    return bits;
}

} // namespace histo_cl::inline HISTO_CL_ABI
