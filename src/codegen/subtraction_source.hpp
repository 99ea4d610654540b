#pragma once

#include "histo_cl/kernel_source.hpp"
#include "histo_cl/sample.hpp"

namespace histo_cl::detail {

/// The program that subtracts counters (kernels/subtract.cl).
[[nodiscard]] KernelSource subtraction_source(CounterType counter);

} // namespace histo_cl::detail
