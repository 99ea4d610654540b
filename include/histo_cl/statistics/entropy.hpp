#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/statistics/counts.hpp"

#include <cmath>
#include <limits>

namespace histo_cl::detail {

/// The smallest share of the total that is used. Smaller shares are too small to change an entropy, and their
/// inverse may be infinite.
inline constexpr double min_share = std::numeric_limits<double>::min();

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

/// The Shannon entropy of a histogram, in bits: the sum of p · log2(1/p) over the bins that are not empty,
/// where p is count / total. From 0 (all samples in one bin) to log2 of the number of bins; NaN if the total
/// is 0. Throws Error(invalid_argument) for counts that are negative or not finite.
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
