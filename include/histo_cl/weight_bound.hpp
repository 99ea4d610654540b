#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/export.hpp"
#include "histo_cl/layout.hpp"
#include "histo_cl/problem.hpp"

namespace histo_cl::inline HISTO_CL_ABI {

/// The bound with which sums have the same bits as without one: the greatest finite magnitude of the weights
/// that are counted (if that is 0, the least normal number of their type), and the number of elements of the
/// shape, counted or not, at least 1. Several vectors have one bound. It takes one pass over the weights, on
/// the calling thread, and bins only elements whose weight exceeds all before.
///
/// For a whole in parts: the greatest `greatest` of the parts' bounds, and the sum of their elements.
///
/// Throws Error(invalid_argument) like Problem::validate(), footprint() and histogram() on host data, and for
/// weights that are neither f32 nor f64. Problem::weight_bound is not looked at.
[[nodiscard]] HISTO_CL_API WeightBound weight_bound(const Problem& problem, const HostData& data);

} // namespace histo_cl::inline HISTO_CL_ABI
