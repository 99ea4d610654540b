#include "opencl/events.hpp"

#include <algorithm>

namespace histo_cl::inline HISTO_CL_ABI::detail {

void check_completed(cl_event ended, const char* call) {
    check(std::min(CL_COMPLETE,
                   info<cl_int>(clGetEventInfo, ended, CL_EVENT_COMMAND_EXECUTION_STATUS, "clGetEventInfo")),
          call);
}

void wait_for(const Event& event, const char* call) {
    if (!event) return;
    auto* const handle = event.get();
    check(clWaitForEvents(1, &handle), "clWaitForEvents");
    check_completed(handle, call);
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
