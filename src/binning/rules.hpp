#pragma once

#include "binning/bin_rule.hpp"
#include "histo_cl/binning.hpp"

namespace histo_cl::detail {

// The list of binnings: each has a file of its name in this folder, which works out the rule of an axis with
// such bins. Of the problem, the sample's type and the last edge matter, and whether the axis is one of
// several.

[[nodiscard]] BinRule rule_of(const EvenBins& bins, const Problem& problem);
[[nodiscard]] BinRule rule_of(const EdgeBins& bins, const Problem& problem);
[[nodiscard]] BinRule rule_of(const LogBins& bins, const Problem& problem);
[[nodiscard]] BinRule rule_of(const CircularBins& bins, const Problem& problem);
[[nodiscard]] BinRule rule_of(const CustomBins& bins, const Problem& problem);

} // namespace histo_cl::detail
