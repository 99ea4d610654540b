#pragma once

#include "histo_cl/mpi.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// Throws Error(unsupported) if a function of MPI, named here, has returned another code than MPI_SUCCESS.
void check_mpi(int code, const char* function);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
