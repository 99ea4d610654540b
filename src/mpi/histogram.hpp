#pragma once

#include "mpi/agreement.hpp"
#include "mpi/ranks.hpp"

#include <functional>

namespace histo_cl::detail {

/// The problem, with the bound on float weights of all ranks' data if it has none. `given` has what
/// ranks must have alike to merge partials of a problem, and checks it; they agree on that first. Collective.
[[nodiscard]] Problem with_whole_bound(const Ranks& ranks, const Problem& problem, const HostData& local,
                                       const std::function<Given(const Problem&)>& given);

/// What this rank counts, when all have agreed that they count the same, and that all of them did.
/// Collective.
[[nodiscard]] Partial agreed_histogram(const Ranks& ranks, CounterType sum, const Problem& problem,
                                       const HostData& local, const MpiOptions& options);

} // namespace histo_cl::detail
