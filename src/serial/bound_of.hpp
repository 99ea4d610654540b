#pragma once

#include "problem/checked_shape.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// weight_bound() of data that have been checked; the weights are floats.
[[nodiscard]] WeightBound bound_of(const Problem& problem, const CheckedData& data);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
