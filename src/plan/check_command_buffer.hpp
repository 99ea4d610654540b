#pragma once

#include "device/recording.hpp"
#include "plan/plan_state.hpp"

namespace histo_cl::detail {

/// A command buffer of this queue alone, which check_queue() has found right, that takes commands. `memory`:
/// a buffer of the plan's context. Throws Error(invalid_argument).
void check_command_buffer(const CommandBufferCalls& calls, const PlanState& plan,
                          cl_command_buffer_khr buffer, cl_command_queue queue, cl_mem memory);

} // namespace histo_cl::detail
