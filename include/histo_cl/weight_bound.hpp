#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/export.hpp"
#include "histo_cl/layout.hpp"
#include "histo_cl/problem.hpp"

namespace histo_cl::inline HISTO_CL_ABI {

/// The bound that gives sums the same bits as no bound: the greatest finite magnitude of the counted weights
/// (the smallest normal number of their type if that is 0), and the number of elements of the shape, counted
/// or not, at least 1. Several weight vectors share one bound. Takes one pass over the weights, on the
/// calling thread, and bins only elements whose weight exceeds all previous ones.
///
/// For data in parts: take the maximum of the parts' `greatest`, and the sum of their elements.
///
/// Throws Error(invalid_argument) like Problem::validate(), footprint() and histogram() on host data, and for
/// weights that are neither f32 nor f64. Problem::weight_bound is ignored.
[[nodiscard]] HISTO_CL_API WeightBound weight_bound(const Problem& problem, const HostData& data);

} // namespace histo_cl::inline HISTO_CL_ABI
