#pragma once

#include "plan/plan_state.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// Sets the arguments of a plan's kernel `histogram` that all of its launches have in common. Returns the
/// number of the next one.
cl_uint set_arguments_of_plan(const PlanState& plan, cl_kernel histogram,
                              std::span<const std::uint32_t> numbers);

/// Another object of a plan's kernel, with the same arguments of the plan.
[[nodiscard]] Kernel copy_of(const PlanState& plan, cl_kernel kernel);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
