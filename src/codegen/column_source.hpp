#pragma once

#include "histo_cl/kernel_source.hpp"

namespace histo_cl::detail {

/// The program of a decision for columns.
[[nodiscard]] KernelSource column_source(const Problem& problem, const Decision& decision);

} // namespace histo_cl::detail
