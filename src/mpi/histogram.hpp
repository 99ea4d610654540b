#pragma once

#include "mpi/ranks.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// What this rank counts, when all have agreed that they count the same, and that all of them did.
/// Collective.
[[nodiscard]] Partial agreed_histogram(const Ranks& ranks, CounterType sum, const Problem& problem,
                                       const HostData& local, const MpiOptions& options);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
