#pragma once

#include "opencl/handle.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// Throws Error(opencl_error) that names the call if the command of an event that has ended failed: not every
/// platform fails the wait for it.
void check_completed(cl_event ended, const char* call);

/// Waits until the command has ended, and throws as check_completed(). Nothing for an empty event.
void wait_for(const Event& event, const char* call);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
