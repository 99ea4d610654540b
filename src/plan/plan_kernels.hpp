#pragma once

#include "plan/plan_state.hpp"

namespace histo_cl::detail {

/// Whether a kernel has local memory before its other arguments.
enum class LocalMemory : bool { no, yes };

/// Sets the arguments of a plan's kernel `histogram`, or another that loads samples, that all of its launches
/// have in common. Returns the number of the next one.
cl_uint set_arguments_of_plan(const PlanState& plan, cl_kernel kernel, std::span<const std::uint32_t> numbers,
                              LocalMemory local = LocalMemory::yes);

/// Whether a kernel has arguments of its plan, which set_arguments_of_plan() sets.
[[nodiscard]] bool loads_samples(const Kernels& kernels, cl_kernel kernel) noexcept;

/// Another object of a plan's kernel, with the same arguments of the plan.
[[nodiscard]] Kernel copy_of(const PlanState& plan, cl_kernel kernel);

} // namespace histo_cl::detail
