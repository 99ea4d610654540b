#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/export.h"
#include "histo_cl/host_data.hpp"
#include "histo_cl/problem.hpp"
#include "histo_cl/result.hpp"

namespace histo_cl::inline HISTO_CL_ABI {

/// The serial reference: counts on the calling thread, without OpenCL, in exact arithmetic, directly by the
/// definition of a bin. It shares no code with the kernels or their thresholds.
///
/// Returns the same as histogram(). Throws like Problem::validate() and footprint(), and
/// Error(invalid_argument) for data shorter than the shape.
[[nodiscard]] HISTO_CL_API Histogram reference_histogram(const Problem& problem, const HostData& data);

/// Like the function above, for flat samples of a problem without mask, weights and indices.
[[nodiscard]] inline Histogram reference_histogram(const Problem& problem, const HostArray& samples) {
    return reference_histogram(problem, HostData{.samples = samples});
}

} // namespace histo_cl::inline HISTO_CL_ABI
