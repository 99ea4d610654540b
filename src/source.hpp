#pragma once

#include "bin_rule.hpp"
#include "histo_cl/kernel_source.hpp"

#include <span>
#include <vector>

namespace histo_cl::detail {

/// How each axis of a valid problem is binned.
[[nodiscard]] std::vector<Indexing> axis_rules(const Problem& problem);

/// kernel_source() for one who has the axis_rules() already; the problem must be valid.
[[nodiscard]] KernelSource kernel_source(const Problem& problem, const Decision& decision,
                                         std::span<const Indexing> rules);

} // namespace histo_cl::detail
