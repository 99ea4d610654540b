#pragma once

#include "bin_rule.hpp"
#include "histo_cl/kernel_source.hpp"

namespace histo_cl::detail {

/// kernel_source() for one who has the Indexing already; the problem must be valid.
[[nodiscard]] KernelSource kernel_source(const Problem& problem, const Decision& decision,
                                         const Indexing& rule);

} // namespace histo_cl::detail
