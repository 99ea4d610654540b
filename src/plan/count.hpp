#pragma once

#include "plan/plan_state.hpp"
#include "problem/checked_shape.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// The way to a plan's state.
struct PlanAccess {
    [[nodiscard]] static const PlanState& state(const Plan& plan) noexcept { return *plan.state_; }
};

/// Plan::count() for a shape that has been checked, which is the job's: the bits of the sums.
[[nodiscard]] std::vector<std::uint64_t> count(const PlanState& plan, cl_command_queue queue, const Job& job,
                                               const CheckedShape& shape,
                                               std::span<const cl_event> wait = {});

} // namespace histo_cl::inline HISTO_CL_ABI::detail
