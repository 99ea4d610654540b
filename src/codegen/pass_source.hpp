#pragma once

#include "histo_cl/kernel_source.hpp"

namespace histo_cl::detail {

/// kernels/passes.cl for a problem that takes passes, and kernels/gather.cl if its samples are gathered.
[[nodiscard]] KernelSource pass_source(const Problem& problem);

} // namespace histo_cl::detail
