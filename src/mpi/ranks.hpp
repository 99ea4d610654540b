#pragma once

#include "histo_cl/mpi.hpp"

#include <span>
#include <vector>

namespace histo_cl::detail {

/// Throws Error(unsupported) if a function of MPI, named here, has returned another code than MPI_SUCCESS.
void check_mpi(int code, const char* function);

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

/// All devices of the type of default_device(), with a compiler. Throws like that.
[[nodiscard]] std::vector<Device> devices_like_default();

/// Throws Error(invalid_argument) if there are none.
[[nodiscard]] Device device_for(int rank_on_machine, std::span<const Device> devices);

} // namespace histo_cl::detail
