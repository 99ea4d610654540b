#include "core/text.hpp"
#include "device/commands.hpp"
#include "device/objects.hpp"
#include "plan/partial_sums.hpp"
#include "plan/plan.hpp"
#include "stream/stream_state.hpp"

#include <algorithm>
#include <exception>
#include <utility>

namespace histo_cl::detail {
namespace {

constexpr std::size_t max_under_way = 16;

cl_context context_of(cl_command_queue queue) {
    return info<cl_context>(clGetCommandQueueInfo, queue, CL_QUEUE_CONTEXT, "clGetCommandQueueInfo");
}

} // namespace

ResidentParts::ResidentParts(const Problem& problem, Options options, StreamSums& sums, LanePool& lanes)
    : problem_(problem), options_(std::move(options)), sums_(sums), lanes_(lanes) {
    options_.calling_thread = {}; // ignored for jobs on devices, but a plan would reject `true`
}

ResidentParts::PlanOf& ResidentParts::plan_for(cl_command_queue queue) {
    auto* const context = context_of(queue);
    auto* const device =
        info<cl_device_id>(clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE, "clGetCommandQueueInfo");
    const auto found = std::ranges::find_if(
        plans_, [&](const PlanOf& plan) { return plan.context.get() == context && plan.device == device; });
    if (found != plans_.end()) return *found;
    const Plan plan(context, device, problem_, options_);
    plans_.push_back({Context::retained(context), device, plan, partial_bytes(plan), {}});
    plans_.back().spares.reserve(max_under_way);
    return plans_.back();
}

Buffer ResidentParts::take_counts(PlanOf& of) {
    if (of.spares.empty()) return create_buffer(of.context.get(), CL_MEM_READ_WRITE, of.bytes);
    auto counts = std::move(of.spares.back());
    of.spares.pop_back();
    return counts;
}

std::uint64_t ResidentParts::add(cl_command_queue queue, const Job& given, std::span<const cl_event> wait) {
    if (queue == nullptr) invalid("the queue is a null handle: a cl_command_queue is needed");
    check_returned_counts(given);
    begin_opencl();
    const Lock lock(mutex_);
    if (parts_.size() == max_under_way) finish_first();
    auto& of = plan_for(queue);
    auto counts = take_counts(of);
    auto job = given;
    job.counts = counts.get();
    const auto all = elements(problem_, job.shape);
    parts_.push_back({&of, Queue::retained(queue), all, {}, {}});
    auto& part = parts_.back();
    cl_event done = nullptr;
    try {
        enqueue_partial(of.plan, queue, job, wait, &done);
    } catch (...) {
        parts_.pop_back();
        throw;
    }
    part.done = Event(done);
    part.counts = std::move(counts);
    clFlush(queue);
    return all;
}

/// Waits for the oldest job. Its buffer is reused, unless the job has failed.
void ResidentParts::finish_first() {
    auto part = std::move(parts_.front());
    parts_.pop_front();
    try {
        wait_for(part.done, "a job of a stream");
        std::vector<std::byte> left(part.of->bytes);
        Commands commands(part.queue.get(), part.of->plan.profile(), {}, false);
        commands.read(part.counts.get(), left.size(), left.data());
        sums_.merge(words_of(problem_, problem_.counter, left), part.elements);
        part.of->spares.push_back(std::move(part.counts));
    } catch (...) {
        lanes_.end_with(std::current_exception()); // the sums are incomplete
    }
}

void ResidentParts::finish() {
    const Lock lock(mutex_);
    while (!parts_.empty())
        finish_first();
}

} // namespace histo_cl::detail
