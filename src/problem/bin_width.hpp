#pragma once

#include "histo_cl/auto_bins.hpp"
#include "histo_cl/number.hpp"

#include <cstdint>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// What the bins of a rule cover.
struct RuleRange {
    double width; ///< from the least to the greatest
    Number least;
    Number greatest;
    double skewness = 0;   ///< of the samples: its sign tells which of them is far from the others
    bool is_given = false; ///< by the caller, rather than found in the samples
};

/// The width of a bin by the rule, which may be 0. Throws Error(invalid_argument) like bins_by_rule().
[[nodiscard]] double width_by_rule(BinRule rule, const SampleSummary& summary);

/// How many bins of that width, or of the least one, it takes to cover the range: 1 to max_bins_by_rule, and
/// 1 for a width of 0. Throws Error(invalid_argument) where it takes more.
[[nodiscard]] std::uint32_t bins_of_width(BinRule rule, double width, double least_width,
                                          const RuleRange& range);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
