#pragma once

#include "core/float_format.hpp"
#include "histo_cl/problem.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

// The exponents that the fixed point of float sums follows from; see kernels/amount_float.cl.

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// The exponent field that a finite weight has in its own type, at least that of the least normal: a number
/// without one (0 or a denormal) has its exponent. `magnitude` is at most the type's largest.
[[nodiscard]] inline std::uint32_t exponent_field(SampleType weights, double magnitude) noexcept {
    const FloatFormat format(weights);
    return magnitude < format.least ? 1 : static_cast<std::uint32_t>(std::ilogb(magnitude) + format.bias);
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
