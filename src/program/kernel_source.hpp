#pragma once

#include "histo_cl/kernel_source.hpp"
#include "problem/rule/bin_rule.hpp"

#include <span>
#include <vector>

namespace histo_cl::detail {

/// kernel_source() with the bin_rules() of the problem, which must be valid.
[[nodiscard]] KernelSource kernel_source(const Problem& problem, const Decision& decision,
                                         std::span<const BinRule> rules);

/// The program of a decision for columns.
[[nodiscard]] KernelSource column_source(const Problem& problem, const Decision& decision);

} // namespace histo_cl::detail
