#pragma once

#include "histo_cl/kernel_source.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// kernels/passes.cl for counters of a type.
[[nodiscard]] KernelSource pass_source(CounterType counter);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
