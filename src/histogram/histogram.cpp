#include "histo_cl/histogram.hpp"

#include "core/invalid.hpp"
#include "histogram/chunks.hpp"
#include "histogram/host_buffer.hpp"
#include "histogram/kept_plans.hpp"
#include "opencl/objects.hpp"
#include "policy/host_problem.hpp"
#include "problem/host_data.hpp"
#include "problem/wide_counter.hpp"
#include "serial/count.hpp"

#include <algorithm>
#include <utility>

namespace histo_cl {
namespace {

using namespace detail;

/// Bytes that are copied at once of what a device could have in one buffer but not use in place.
constexpr std::uint64_t most_copied = std::uint64_t{64} << 20U;

std::uint64_t alignment_of_weights(const Problem& problem) {
    return problem.weights ? bytes(*problem.weights) : 1;
}

/// One enqueue on a kept plan's queue. The samples, mask and weights are used where they lie, or copied.
void enqueue(const KeptPlan& kept, const HostData& data, cl_mem counts, bool accumulate) {
    const auto& problem = kept.plan.problem();
    const auto& profile = kept.plan.profile();
    const auto used = footprint(problem, data.shape);
    const auto buffer = [&](std::span<const std::byte> bytes, std::size_t alignment) {
        return read_only_buffer(kept.context.get(), profile, bytes, alignment);
    };
    const auto samples = buffer(data.samples.first(used.samples), bytes(problem.sample));
    const auto mask = problem.layout.mask ? buffer(data.mask.first(used.mask), 1) : Buffer();
    const auto weights =
        problem.weights ? buffer(data.weights.first(used.weights), alignment_of_weights(problem)) : Buffer();
    kept.plan.enqueue(kept.queue.get(), {.samples = samples.get(),
                                         .shape = data.shape,
                                         .mask = mask.get(),
                                         .weights = weights.get(),
                                         .counts = counts,
                                         .accumulate = accumulate});
}

/// The largest buffer to make of the data: the device's, or less where a CPU gets copies of what lies in its
/// own memory, and can have them a chunk at a time.
std::uint64_t most_in_a_buffer(const Problem& problem, const HostData& data, const DeviceProfile& profile) {
    const bool copies =
        !is_used_in_place(profile, data.samples, bytes(problem.sample)) ||
        (problem.weights && !is_used_in_place(profile, data.weights, alignment_of_weights(problem)));
    if (profile.type != DeviceType::cpu || !copies || !not_chunked_because(problem).empty())
        return profile.max_allocation_bytes;
    return std::min(profile.max_allocation_bytes, most_copied);
}

void require_chunks(const Problem& problem, const Footprint& used, std::uint64_t largest_buffer) {
    const auto whole = not_chunked_because(problem);
    if (whole.empty()) return;
    throw Error(Status::unsupported, std::to_string(largest(used)) + " B: the device's largest buffer has " +
                                         std::to_string(largest_buffer) + " B, and " + whole +
                                         " cannot be counted in chunks");
}

/// Waits for each chunk, so that copies take no more room than one at a time.
void enqueue_chunks(const KeptPlan& kept, const HostData& data, cl_mem counts, std::uint64_t buffer_bytes) {
    const auto most = elements_of_a_chunk(kept.plan.problem(), buffer_bytes);
    std::vector<std::byte> room;
    for (std::uint64_t first = 0; first < data.shape.count; first += most) {
        const auto count = std::min(most, data.shape.count - first);
        enqueue(kept, chunk_of(kept.plan.problem(), data, first, count, room), counts, first != 0);
        check(clFinish(kept.queue.get()), "clFinish");
    }
}

/// What `count` returns; if it fails, what it has put on the queue has ended, for that may use memory that is
/// about to go.
template <class Count>
std::vector<std::uint64_t> ending_with(cl_command_queue queue, const Count& count) {
    try {
        return count();
    } catch (...) {
        clFinish(queue);
        throw;
    }
}

std::vector<std::uint64_t> count_on_device(const Problem& problem, const HostData& data,
                                           const Footprint& used, Options options, const Device& device) {
    const auto buffer_bytes = most_in_a_buffer(problem, data, device.profile);
    const bool whole = largest(used) <= buffer_bytes;
    if (!whole) require_chunks(problem, used, buffer_bytes);

    options.calling_thread = {}; // a plan has no choice
    const auto kept = kept_plan(device, for_a_kept_plan(problem, data.shape), options);
    const auto queue = kept->queue.get();
    CountsBuffer counts(kept->context.get(), kept->plan.profile(),
                        histograms(problem, data.shape) * problem.counters());
    try {
        return ending_with(queue, [&] {
            if (whole)
                enqueue(*kept, data, counts.get(), false);
            else
                enqueue_chunks(*kept, data, counts.get(), buffer_bytes);
            return std::move(counts).read(queue, nullptr);
        });
    } catch (...) {
        forget_kept_plans(kept->context.get());
        throw;
    }
}

/// The problem has wide counters.
std::vector<std::uint64_t> count(const Problem& problem, const HostData& data, const Options& options,
                                 const Device& device) {
    const auto used = check_host_data(problem, data);
    if (counter_of(device.profile, problem, data.shape, options).is_calling_thread)
        return count_on_calling_thread(problem, data, *kept_finders(problem));
    return count_on_device(problem, data, used, options, device);
}

} // namespace

std::vector<std::uint64_t> histogram(const Problem& problem, const HostData& data, const Options& options,
                                     const Device& device) {
    return count(with_wide_counters(problem), data, options, device);
}

std::vector<std::uint64_t> histogram(const Problem& given, const HostData& data, const Options& options) {
    const auto problem = with_wide_counters(given);
    check_host_data(problem, data); // before there is a device
    return count(problem, data, options, kept_default_device());
}

std::vector<std::uint64_t> histogram(const Problem& given, std::span<const std::byte> samples,
                                     const Options& options, const Device& device) {
    const auto problem = with_wide_counters(given);
    return count(problem, flat_data(problem, samples), options, device);
}

std::vector<std::uint64_t> histogram(const Problem& given, std::span<const std::byte> samples,
                                     const Options& options) {
    const auto problem = with_wide_counters(given);
    const auto data = flat_data(problem, samples);
    check_host_data(problem, data);
    return count(problem, data, options, kept_default_device());
}

std::vector<std::uint64_t> histogram(cl_command_queue queue, const Problem& given, const Job& job,
                                     const Options& options) {
    if (queue == nullptr) invalid("the queue is a null handle: a cl_command_queue is needed");
    if (job.counts != nullptr) invalid("a counts buffer is given: it must be null, the counts are returned");
    if (job.accumulate) invalid("accumulate is set: there are no counts before to add to");
    auto problem = with_wide_counters(given);
    if (problem.max_samples == 0) problem.max_samples = elements(problem, job.shape);
    static_cast<void>(footprint(problem, job.shape));

    constexpr auto call = "clGetCommandQueueInfo";
    const auto context = info<cl_context>(clGetCommandQueueInfo, queue, CL_QUEUE_CONTEXT, call);
    const auto device = info<cl_device_id>(clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE, call);
    const Plan plan(context, device, problem, options);
    CountsBuffer counts(context, plan.profile(), histograms(problem, job.shape) * problem.counters());
    auto whole_job = job;
    whole_job.counts = counts.get();
    return ending_with(queue, [&] {
        cl_event done = nullptr;
        plan.enqueue(queue, whole_job, {}, &done);
        return std::move(counts).read(queue, Event(done).get());
    });
}

} // namespace histo_cl
