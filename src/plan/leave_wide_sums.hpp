#pragma once

#include "device/commands.hpp"
#include "plan/plan_state.hpp"
#include "problem/checked_shape.hpp"

namespace histo_cl::detail {

/// Counts a job of float weights, which has been checked with its shape, and leaves what can be merged in a
/// buffer of PlanState::partial_bytes(). The workspace is a cl_mem, or the plan's own.
void leave_wide_sums(Commands& commands, const PlanState& plan, const Job& job, const CheckedShape& shape,
                     cl_mem left);

} // namespace histo_cl::detail
