#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/decision.hpp"
#include "histo_cl/export.h"
#include "histo_cl/problem.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI {

/// The text of an OpenCL C program, the options to build it with, and an argument of its kernels.
struct KernelSource {
    std::string source;        ///< the text of the program
    std::string build_options; ///< the options to pass to clBuildProgram()
    /// The kernels' argument `all_numbers`: numbers of bins, bounds, and numbers derived from these. `source`
    /// does not depend on these numbers.
    std::vector<std::uint32_t> numbers;
};

/// The program for a problem and a decision. Its text is a list of constants, followed by files from
/// kernels/, in the order of the stages that a sample passes. The same arguments give the same text, so the
/// text is part of the key of the program cache. For a problem of several passes, returns the program of the
/// first pass.
[[nodiscard]] HISTO_CL_API KernelSource kernel_source(const Problem& problem, const Decision& decision);

} // namespace histo_cl::inline HISTO_CL_ABI
