#pragma once

#include "histo_cl/kernel_source.hpp"
#include "histo_cl/sample.hpp"

#include <cstdint>

namespace histo_cl::detail {

/// The program that summarizes samples of a type (kernels/summarize.cl); the size is a power of two.
[[nodiscard]] KernelSource summary_source(SampleType sample, std::uint32_t work_group_size);

} // namespace histo_cl::detail
