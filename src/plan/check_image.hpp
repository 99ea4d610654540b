#pragma once

#include "plan/plan_state.hpp"
#include "problem/checked_shape.hpp"

namespace histo_cl::detail {

/// Throws Error(invalid_argument) unless a job's samples are an image as the plan's problem describes it: of
/// the plan's context, its kind and its channels' type, readable, with the channels that are counted and with
/// all pixels of the shape, which is the job's; Error(unsupported) for one that the device misreads. Returns
/// where it lies.
MemoryRange check_image(const PlanState& plan, const Job& job, const CheckedShape& shape);

} // namespace histo_cl::detail
