#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/error.hpp"
#include "histo_cl/statistics/counts.hpp"
#include "histo_cl/statistics/wide_integer.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI {

/// The map that gives a histogram the shape of a reference (histogram specification): samples of bin i become
/// samples of bin map[i] of the reference. With C(i) the sum of the counts of bins 0 to i, and R(j) that of
/// bins 0 to j of the reference,
///
///     map[i] = the first j with R(j) / total of the reference >= C(i) / total,
///
/// compared as products: exactly if both histograms have whole counts, else in double. The map never
/// decreases. If both histograms are equal, each bin with samples is mapped to itself.
///
/// Throws Error(invalid_argument) if a total is 0, and for counts that are negative or not finite.
template <CountRange Range, CountRange Reference>
[[nodiscard]] std::vector<std::uint32_t> matching_map(const Range& counts, const Reference& reference) {
    detail::check_counts(counts);
    detail::check_counts(reference);
    const auto sums = cumulative_sum(counts);
    const auto reference_sums = cumulative_sum(reference);
    if (sums.empty() || !(sums.back() > 0) || reference_sums.empty() || !(reference_sums.back() > 0))
        throw Error(Status::invalid_argument, "a total is 0: matching needs samples in both histograms");
    const auto has_less = [&](Total<Reference> part, Total<Range> than) {
        if constexpr (detail::is_whole<Range> && detail::is_whole<Reference>) {
            detail::BasicWideInteger<192> difference;
            difference.add_product(static_cast<std::uint64_t>(than),
                                   static_cast<std::uint64_t>(reference_sums.back()));
            detail::BasicWideInteger<192> other;
            other.add_product(static_cast<std::uint64_t>(part), static_cast<std::uint64_t>(sums.back()));
            return (other -= difference).negative();
        } else {
            // Totals are scaled by powers of two, so that products neither overflow nor underflow.
            const auto all = static_cast<double>(sums.back());
            const auto reference_all = static_cast<double>(reference_sums.back());
            const auto exponent = std::ilogb(all);
            const auto reference_exponent = std::ilogb(reference_all);
            return std::ldexp(static_cast<double>(part), -reference_exponent) * std::ldexp(all, -exponent) <
                   std::ldexp(static_cast<double>(than), -exponent) *
                       std::ldexp(reference_all, -reference_exponent);
        }
    };
    std::vector<std::uint32_t> map;
    map.reserve(sums.size());
    std::size_t level = 0;
    for (const auto sum : sums) {
        while (level + 1 < reference_sums.size() && has_less(reference_sums[level], sum))
            ++level;
        map.push_back(static_cast<std::uint32_t>(level));
    }
    return map;
}

} // namespace histo_cl::inline HISTO_CL_ABI
