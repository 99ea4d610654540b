#include "core/invalid.hpp"
#include "histo_cl/plan.hpp"
#include "plan/check_job.hpp"
#include "plan/job_commands.hpp"

namespace histo_cl::inline HISTO_CL_ABI {

using namespace detail;

void Plan::enqueue(cl_command_queue queue, const Job& job, std::span<const cl_event> wait, cl_event* event,
                   cl_event* first) const {
    const auto& plan = *state_;
    if (plan.decision.merge == Merge::host)
        invalid("the plan merges on the host, which waits: enqueue() does not, call count()");
    check_queue(plan, queue);
    const auto shape = check_shape(plan.checked_problem(), job.shape);
    check_counts(plan, job, shape, check_job(plan, job, shape, wait));

    const auto where = geometry(plan.problem, job, shape);
    const auto offsets = upload_offsets(plan, shape.offsets);
    Commands commands(queue, plan.profile, wait, event != nullptr || first != nullptr);
    copy_kernels_for(commands, plan, job);
    const Lock lock(plan.kernel_arguments);
    const auto workspace = workspace_of(commands, plan, job, where);
    auto buffers = buffers_of(plan, job, offsets);
    buffers.workspace = workspace.memory;
    count_into(commands, plan, buffers, where, job.accumulate);
    if (commands.empty()) commands.marker(); // nothing to do, but the event must come after `wait`
    if (first != nullptr) *first = commands.first().give();
    if (event != nullptr) *event = commands.last().give();
}

} // namespace histo_cl::inline HISTO_CL_ABI
