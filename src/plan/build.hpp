#pragma once

#include "plan/plan_state.hpp"
#include "policy/tuned.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// Builds the first decision that the driver takes, by the knobs of a tuning table if they can be had, and
/// uploads its thresholds. The plan has its problem,
/// profile, device and context already.
///
/// Throws Error: invalid_argument (knobs), unsupported with every variant's reason, build_failed,
/// opencl_error.
void decide_and_build(PlanState& plan, Tuned tuned);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
