#include "plan/leave_wide_sums.hpp"

#include "plan/columns.hpp"
#include "plan/job_commands.hpp"
#include "plan/passes.hpp"

#include <utility>

namespace histo_cl::detail {

void leave_wide_sums(Commands& commands, const PlanState& plan, const Job& job, const CheckedShape& shape,
                     cl_mem left) {
    if (plan.decision.columns) return leave_columns(commands, plan, job, shape, left);
    if (plan.takes_passes()) return leave_in_passes(commands, plan, job, shape, left);
    const auto where = geometry(plan.problem, job, shape);
    const Lock lock(plan.kernel_arguments);
    auto workspace = workspace_of(commands, plan, job, where);
    auto buffers = buffers_of(plan, job, {});
    buffers.workspace = workspace.memory;
    count_wide_sums(commands, plan, buffers, where);
    commands.copy(workspace.memory.memory.object(), 0, left, 0, plan.partial_bytes());
    keep_sums(commands, plan, std::move(workspace));
}

} // namespace histo_cl::detail
