#pragma once

#include "device/commands.hpp"
#include "plan/plan_state.hpp"
#include "problem/checked_shape.hpp"
#include "program/program.hpp"

#include <optional>

namespace histo_cl::detail {

/// Of a plan that takes passes and has their plans: the program that puts their counters in place, and what
/// follows from them all. Returns NotBuilt if it may not be compiled.
[[nodiscard]] std::optional<NotBuilt> finish_passes(PlanState& plan, const Options& options, Compile compile);

/// Another object of a kernel that a plan or one of its passes launches, with the same arguments of the plan.
[[nodiscard]] Kernel copy_of_any(const PlanState& plan, cl_kernel kernel);

/// What does not take one launch of the plan's kernels: as columns, or in passes. The job and its shape have
/// been checked.
void count_many(CommandSink& commands, const PlanState& plan, const Job& job, const CheckedShape& shape,
                const KernelMemory& counts, bool accumulate);

/// Commands for all passes, one after the other, each into memory of its own and from there into the counts.
/// The job and its shape have been checked.
void count_in_passes(CommandSink& commands, const PlanState& plan, const Job& job, const CheckedShape& shape,
                     const KernelMemory& counts, bool accumulate);

/// The same of float weights, but leaves what can be merged; see enqueue_partial().
void leave_in_passes(Commands& commands, const PlanState& plan, const Job& job, const CheckedShape& shape,
                     cl_mem left);

} // namespace histo_cl::detail
