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
    /// The kernel's argument `all_numbers`: numbers of bins, bounds and numbers derived from them. The text
    /// does not depend on them.
    std::vector<std::uint32_t> numbers;
};

/// The program for this problem and decision: a list of constants, then the stages from kernels/ in the order
/// in which a sample passes them. A pure function: the same arguments give the same text, so the text is also
/// the key of the program cache. For a problem of several passes it is the program of the first pass.
[[nodiscard]] HISTO_CL_API KernelSource kernel_source(const Problem& problem, const Decision& decision);

} // namespace histo_cl::inline HISTO_CL_ABI
