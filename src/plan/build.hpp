#pragma once

#include "choose/tuned.hpp"
#include "plan/plan_state.hpp"
#include "program/program.hpp"

#include <optional>

namespace histo_cl::detail {

/// Builds the first decision that the driver takes, by the knobs of a tuning table if they can be had, and
/// uploads its thresholds. The plan has its problem, profile, device and context already. Without leave to
/// compile it ends at the first program that is not built, with the plan unfinished.
///
/// Throws Error: invalid_argument (knobs), unsupported with every variant's reason, build_failed,
/// opencl_error.
[[nodiscard]] std::optional<NotBuilt> decide_and_build(PlanState& plan, Tuned tuned, Compile compile);

} // namespace histo_cl::detail
