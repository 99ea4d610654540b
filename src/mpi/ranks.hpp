#pragma once

#include "histo_cl/mpi.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// The ranks of a communicator, and which of them this is.
struct Ranks {
    MPI_Comm comm;
    int rank;
    int count;
};

/// Throws Error(invalid_argument) if MPI cannot be called here and now, and for a communicator that is null
/// or joins two groups.
[[nodiscard]] Ranks ranks_of(MPI_Comm comm);

/// This rank's among those that share its memory, from 0. Collective.
[[nodiscard]] int rank_on_machine(const Ranks& ranks);

/// Whether it holds on any rank. Collective.
[[nodiscard]] bool on_any(const Ranks& ranks, bool here);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
