#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/decision.hpp"
#include "histo_cl/export.hpp"
#include "histo_cl/problem.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI {

/// OpenCL C text, and the options to build it with.
struct KernelSource {
    std::string source;
    std::string build_options;
    /// The kernel's parameter `all_numbers`: numbers of bins, bounds and what follows from them, which the
    /// text does not depend on.
    std::vector<std::uint32_t> numbers;
};

/// The program for this kind of problem and decision: the stages of kernels/ in the order of a sample's way,
/// under a list of constants. A pure function: the same arguments give the same text, so it is also the
/// cache's key. For a problem of several passes this is the first pass's program.
[[nodiscard]] HISTO_CL_API KernelSource kernel_source(const Problem& problem, const Decision& decision);

} // namespace histo_cl::inline HISTO_CL_ABI
