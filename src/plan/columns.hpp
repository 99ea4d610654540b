#pragma once

#include "device/commands.hpp"
#include "plan/plan_state.hpp"
#include "problem/checked_shape.hpp"
#include "program/program.hpp"

#include <optional>

namespace histo_cl::detail {

/// Of a plan whose decision is for columns: its program and tables. Returns NotBuilt if it may not be
/// compiled.
[[nodiscard]] std::optional<NotBuilt> build_columns(PlanState& plan, const Options& options, Compile compile);

/// Commands that count a job, which has been checked with its shape.
void count_columns(CommandSink& commands, const PlanState& plan, const Job& job, const CheckedShape& shape,
                   const KernelMemory& counts, bool accumulate);

/// The same of narrow weights, but leaves what can be merged; see enqueue_partial().
void leave_columns(CommandSink& commands, const PlanState& plan, const Job& job, const CheckedShape& shape,
                   cl_mem left);

} // namespace histo_cl::detail
