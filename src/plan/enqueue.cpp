#include "core/invalid.hpp"
#include "histo_cl/plan.hpp"
#include "plan/check_job.hpp"
#include "plan/enqueue_partial.hpp"
#include "plan/job_commands.hpp"
#include "plan/leave_wide_sums.hpp"
#include "plan/passes.hpp"

#include <utility>

namespace histo_cl::inline HISTO_CL_ABI {

using namespace detail;

namespace {

/// What an enqueue leaves in Job::counts: what the problem's counters are, or what can be merged.
enum class Leaves : std::uint8_t { counts, partial };

/// Whom an enqueue waits for, and the events that it gives; null: none.
struct Events {
    std::span<const cl_event> wait;
    cl_event* last;
    cl_event* first;
};

void count_in_one(Commands& commands, const PlanState& plan, const Job& job, const CheckedShape& shape) {
    const auto where = geometry(plan.problem, job, shape);
    const auto offsets = upload_offsets(plan, shape.offsets);
    const Lock lock(plan.kernel_arguments);
    auto workspace = workspace_of(commands, plan, job, where);
    auto buffers = buffers_of(plan, job, offsets);
    buffers.workspace = workspace.memory;
    count_into(commands, plan, buffers, where, job.accumulate);
    keep_sums(commands, plan, std::move(workspace));
}

void enqueue_job(const PlanState& plan, Leaves leaves, cl_command_queue queue, const Job& job,
                 const Events& events) {
    if (plan.decision.merge == Merge::host)
        invalid("the plan merges on the host, which waits: enqueue() does not, call count()");
    check_queue(plan, queue);
    const auto shape = check_shape(plan.checked_problem(), job.shape);
    const bool partial = leaves == Leaves::partial;
    check_counts(plan, job, partial ? plan.partial_bytes() : plan.count_bytes(shape.histograms),
                 check_job(plan, job, shape, events.wait));

    Commands commands(queue, plan.profile, events.wait, events.last != nullptr || events.first != nullptr);
    copy_kernels_for(commands, plan, job);
    if (partial && has_wide_sums(plan.problem))
        leave_wide_sums(commands, plan, job, shape, job.counts.object());
    else if (plan.counts_in_one())
        count_in_one(commands, plan, job, shape);
    else
        count_many(commands, plan, job, shape, {job.counts, plan.pointers}, job.accumulate);
    if (commands.empty()) commands.marker(); // nothing to do, but the event must come after `wait`
    if (events.first != nullptr) *events.first = commands.first().give();
    if (events.last != nullptr) *events.last = commands.last().give();
}

} // namespace

void Plan::enqueue(cl_command_queue queue, const Job& job, std::span<const cl_event> wait, cl_event* event,
                   cl_event* first) const {
    enqueue_job(*state_, Leaves::counts, queue, job, {wait, event, first});
}

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail {

std::uint64_t partial_bytes(const Plan& plan) noexcept {
    return PlanAccess::state(plan).partial_bytes();
}

void enqueue_partial(const Plan& plan, cl_command_queue queue, const Job& job, std::span<const cl_event> wait,
                     cl_event* event) {
    const auto& state = PlanAccess::state(plan);
    check_mergeable(state.problem);
    if (job.counts.kind() != MemoryKind::object || job.workspace.kind() != MemoryKind::object)
        invalid("an address is given for the counts or the workspace of a part: they must be cl_mem");
    if (job.accumulate) invalid("accumulate is set for a part: parts are merged on the host");
    enqueue_job(state, Leaves::partial, queue, job, {wait, event, nullptr});
}

} // namespace histo_cl::detail
