#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/export.h"
#include "histo_cl/host_data.hpp"
#include "histo_cl/problem.hpp"

namespace histo_cl::inline HISTO_CL_ABI {

/// The bound with which sums of float weights have the same bits as without a bound. `maximum` is the
/// greatest finite magnitude of the counted weights, or the smallest normal number of their type if that
/// magnitude is 0. `elements` is the number of elements of the shape, counted or not, and at least 1. Several
/// weight vectors share one bound.
///
/// For data in parts, take the maximum of the parts' `maximum` and the sum of their `elements`.
///
/// Takes one pass over the weights on the calling thread. Elements are binned only in blocks with a weight
/// that exceeds all previous ones.
///
/// Throws Error(invalid_argument) like Problem::validate(), footprint() and histogram() on host data, and
/// unless the weights are floats. Weights::bound is ignored.
[[nodiscard]] HISTO_CL_API WeightBound weight_bound(const Problem& problem, const HostData& data);

} // namespace histo_cl::inline HISTO_CL_ABI
