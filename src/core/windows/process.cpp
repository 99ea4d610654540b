#include "core/process.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

unsigned forks() noexcept {
    return 0;
}

bool can_open_files(unsigned /*files*/) noexcept {
    return true; // handles are bounded by memory alone
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
