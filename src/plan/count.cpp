#include "plan/count.hpp"

#include "device/objects.hpp"
#include "plan/check_job.hpp"
#include "plan/counts_buffer.hpp"
#include "plan/host_merge.hpp"
#include "plan/job_commands.hpp"
#include "plan/leave_wide_sums.hpp"
#include "plan/partial_sums.hpp"
#include "plan/passes.hpp"
#include "problem/weights.hpp"

#include <utility>

namespace histo_cl::detail {
namespace {

/// If counting fails, waits until what is on the queue has ended: it may write to memory that is about to go.
class FinishOnFailure {
  public:
    explicit FinishOnFailure(const Commands& commands, CountsBuffer* counts = nullptr) noexcept
        : commands_(commands), counts_(counts) {}
    FinishOnFailure(const FinishOnFailure&) = delete;
    FinishOnFailure& operator=(const FinishOnFailure&) = delete;
    ~FinishOnFailure() {
        if (succeeded_ || commands_.empty()) return;
        if (commands_.finish() != CL_SUCCESS && counts_ != nullptr) counts_->abandon();
    }

    void succeeded() noexcept { succeeded_ = true; }

  private:
    const Commands& commands_;
    CountsBuffer* counts_;
    bool succeeded_ = false;
};

std::vector<std::uint64_t> count_on_device(Commands& commands, const PlanState& plan, CountsBuffer counts,
                                           LaunchBuffers buffers, const Job& job, const Geometry& where) {
    FinishOnFailure guard(commands, &counts);
    {
        const Lock lock(plan.kernel_arguments);
        auto workspace = workspace_of(commands, plan, job, where);
        buffers.workspace = workspace.memory;
        buffers.counts = counts.get();
        count_into(commands, plan, buffers, where, false);
        keep_sums(commands, plan, std::move(workspace));
    }
    if (commands.empty()) commands.marker(); // nothing to do, but after the events to wait for
    auto result = std::move(counts).read(commands);
    guard.succeeded();
    return result;
}

CountsBuffer counts_of(const PlanState& plan, const CheckedShape& shape) {
    return {plan.context.get(), plan.profile, plan.problem.counter,
            shape.histograms * plan.problem.counters()};
}

std::vector<std::uint64_t> count_many_and_read(Commands& commands, const PlanState& plan, const Job& job,
                                               const CheckedShape& shape) {
    auto counts = counts_of(plan, shape);
    FinishOnFailure guard(commands, &counts);
    count_many(commands, plan, job, shape, counts.get(), false);
    if (commands.empty()) commands.marker(); // nothing to do, but after the events to wait for
    auto sums = std::move(counts).read(commands);
    guard.succeeded();
    check_within_bound(plan.problem, sums);
    return sums;
}

std::vector<std::uint64_t> count_on_host(Commands& commands, const PlanState& plan, LaunchBuffers buffers,
                                         const Job& job, const Geometry& where) {
    FinishOnFailure guard(commands);
    const auto workspace = [&] {
        const Lock lock(plan.kernel_arguments);
        return workspace_of(commands, plan, job, where);
    }();
    buffers.workspace = workspace.memory;
    auto result = merge_on_host(commands, plan, buffers, where);
    guard.succeeded();
    return result;
}

} // namespace

std::vector<std::uint64_t> count_words(const PlanState& plan, cl_command_queue queue, const Job& job,
                                       const CheckedShape& shape, std::span<const cl_event> wait) {
    if (!has_wide_sums(plan.problem)) return count(plan, queue, job, shape, wait);
    check_returned_counts(job);
    check_queue(plan, queue);
    check_job(plan, job, shape, wait);
    Commands commands(queue, plan.profile, wait_where_unsafe(plan.profile, wait), false);
    copy_kernels_for(commands, plan, job);
    std::vector<std::byte> bytes(plan.partial_bytes());
    const auto left = create_buffer(plan.context.get(), CL_MEM_READ_WRITE, bytes.size());
    FinishOnFailure guard(commands);
    leave_wide_sums(commands, plan, job, shape, left.get());
    commands.read(left.get(), bytes.size(), bytes.data());
    guard.succeeded();
    return words_of(plan.problem, plan.problem.counter, bytes);
}

std::vector<std::uint64_t> count(const PlanState& plan, cl_command_queue queue, const Job& job,
                                 const CheckedShape& shape, std::span<const cl_event> wait) {
    check_returned_counts(job);
    check_queue(plan, queue);
    check_job(plan, job, shape, wait);
    Commands commands(queue, plan.profile, wait_where_unsafe(plan.profile, wait), false);
    copy_kernels_for(commands, plan, job);
    if (!plan.counts_in_one()) return count_many_and_read(commands, plan, job, shape);
    const auto where = geometry(plan.problem, job, shape);
    const auto offsets = upload_offsets(plan, shape.offsets);
    const auto buffers = buffers_of(plan, job, offsets);
    if (plan.decision.merge == Merge::host && !is_empty(where))
        return count_on_host(commands, plan, buffers, job, where);
    auto sums = count_on_device(commands, plan, counts_of(plan, shape), buffers, job, where);
    check_within_bound(plan.problem, sums);
    return sums;
}

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

std::vector<std::uint64_t> untyped::count(CounterType sum, const Plan& plan, cl_command_queue queue,
                                          const Job& job, std::span<const cl_event> wait) {
    using namespace detail;
    check_sum_type(plan.problem(), sum, "count");
    const auto& state = PlanAccess::state(plan);
    return detail::count(state, queue, job, check_shape(state.checked_problem(), job.shape), wait);
}

} // namespace histo_cl::inline HISTO_CL_ABI
