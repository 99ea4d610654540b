#include "core/invalid.hpp"
#include "histo_cl/plan.hpp"
#include "plan/check_command_buffer.hpp"
#include "plan/check_job.hpp"
#include "plan/job_commands.hpp"
#include "plan/passes.hpp"

namespace histo_cl::inline HISTO_CL_ABI {

using namespace detail;

namespace {

/// Command buffers before version 0.9.4 fill memory objects alone, and none fills USM.
void check_fillable(const char* which, const Memory& memory) {
    if (memory.kind() != MemoryKind::object)
        throw Error(Status::unsupported,
                    concat("an address is given for the ", which,
                           ", which not every command buffer can fill: a cl_mem is needed"));
}

void record_one(Recording& recording, const PlanState& plan, const Job& job, const CheckedShape& shape) {
    const auto where = geometry(plan.problem, job, shape);
    const auto offsets = upload_offsets(plan, shape.offsets);
    const Lock lock(plan.kernel_arguments);
    const auto workspace = recorded_workspace(recording, plan, job, where);
    auto buffers = buffers_of(plan, job, offsets);
    buffers.workspace = workspace.memory;
    count_into(recording, plan, buffers, where, job.accumulate);
}

} // namespace

void Plan::record(cl_command_buffer_khr buffer, cl_command_queue queue, const Job& job,
                  std::span<const cl_sync_point_khr> wait, cl_sync_point_khr* done) const {
    const auto& plan = *state_;
    if (plan.decision.merge == Merge::host)
        invalid("the plan merges on the host, which a command buffer does not: call count()");
    check_queue(plan, queue);
    const CommandBufferCalls calls(plan.device, plan.profile);
    const auto shape = check_shape(plan.checked_problem(), job.shape);
    check_counts(plan, job, plan.count_bytes(shape.histograms), check_job(plan, job, shape, {}));
    check_fillable("counts", job.counts);
    check_fillable("workspace", job.workspace);
    check_fillable("skipped", job.skipped);
    check_command_buffer(calls, plan, buffer, queue, job.counts.object());
    if (wait.size() > max_sync_points)
        invalid("the wait list has ", wait.size(), " sync points: allowed are 0 to ", max_sync_points);

    Recording recording(calls, buffer, wait, [&plan](cl_kernel kernel) { return copy_of_any(plan, kernel); });
    if (plan.counts_in_one())
        record_one(recording, plan, job, shape);
    else
        count_many(recording, plan, job, shape, {job.counts, plan.pointers}, job.accumulate);
    if (recording.empty()) recording.barrier(); // nothing to do, but the sync point must come after `wait`
    if (done != nullptr) *done = recording.last();
}

} // namespace histo_cl::inline HISTO_CL_ABI
