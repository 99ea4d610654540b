#include "scale/resident_parts.hpp"

#include "core/invalid.hpp"
#include "opencl/objects.hpp"
#include "plan/check_job.hpp"
#include "plan/enqueue_partial.hpp"

#include <algorithm>
#include <exception>
#include <utility>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

cl_context context_of(cl_command_queue queue) {
    return info<cl_context>(clGetCommandQueueInfo, queue, CL_QUEUE_CONTEXT, "clGetCommandQueueInfo");
}

} // namespace

ResidentParts::ResidentParts(const Problem& problem, Options options)
    : problem_(problem), options_(std::move(options)) {
    options_.calling_thread = {}; // a plan has no choice
}

const Plan& ResidentParts::plan_for(cl_command_queue queue) {
    auto* const context = context_of(queue);
    auto* const device =
        info<cl_device_id>(clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE, "clGetCommandQueueInfo");
    const auto found = std::ranges::find_if(
        plans_, [&](const PlanOf& plan) { return plan.context.get() == context && plan.device == device; });
    if (found != plans_.end()) return found->plan;
    plans_.push_back({Context::retained(context), device, Plan(context, device, problem_, options_)});
    return plans_.back().plan;
}

std::uint64_t ResidentParts::add(cl_command_queue queue, const Job& given) {
    if (queue == nullptr) invalid("the queue is a null handle: a cl_command_queue is needed");
    check_returned_counts(given);
    begin_opencl();
    const Lock lock(mutex_);
    const auto& plan = plan_for(queue);
    const auto bytes = partial_bytes(plan);
    auto counts = create_buffer(context_of(queue), CL_MEM_READ_WRITE, bytes);
    auto job = given;
    job.counts = counts.get();
    parts_.reserve(parts_.size() + 1);
    auto its_queue = Queue::retained(queue);
    cl_event done = nullptr;
    enqueue_partial(plan, queue, job, {}, &done);
    parts_.push_back({std::move(its_queue), std::move(counts), bytes, Event(done)});
    clFlush(queue);
    return elements(problem_, job.shape);
}

void ResidentParts::collect(std::span<std::uint64_t> words) {
    const Lock lock(mutex_);
    const auto parts = std::exchange(parts_, {});
    std::exception_ptr failure;
    for (const auto& part : parts) { // all: each must end before its buffer goes
        auto* const done = part.done.get();
        const auto wait = clWaitForEvents(1, &done);
        try {
            check(wait, "clWaitForEvents");
            std::vector<std::byte> left(part.bytes);
            check(clEnqueueReadBuffer(part.queue.get(), part.counts.get(), CL_TRUE, 0, left.size(),
                                      left.data(), 0, nullptr, nullptr),
                  "clEnqueueReadBuffer");
            merge_words(problem_, words, words_of(problem_, problem_.counter, left));
        } catch (...) {
            failure = std::current_exception();
        }
    }
    if (failure) std::rethrow_exception(failure);
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
