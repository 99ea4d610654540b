#include "mpi/call.hpp"

#include <array>
#include <string>

namespace histo_cl::inline HISTO_CL_ABI::detail {

void check_mpi(int code, const char* function) {
    if (code == MPI_SUCCESS) return;
    std::array<char, MPI_MAX_ERROR_STRING> text{};
    int length = 0;
    MPI_Error_string(code, text.data(), &length);
    throw Error(Status::unsupported, std::string(function) + ": " + text.data());
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
