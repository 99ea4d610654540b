#include "commands.hpp"
#include "histo_cl/plan.hpp"
#include "host_merge.hpp"
#include "launch.hpp"
#include "objects.hpp"
#include "plan_state.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace histo_cl {
namespace {

using namespace detail;

[[noreturn]] void invalid(const std::string& message) {
    throw Error(Status::invalid_argument, message);
}

template <class T>
T ask(cl_mem buffer, cl_mem_info what) {
    return info<T>(clGetMemObjectInfo, buffer, what, "clGetMemObjectInfo");
}

/// What every buffer of a job must be: one of the plan's context, with enough bytes, aligned for the device.
/// Returns its flags.
cl_mem_flags check_buffer(const PlanState& plan, const char* which, cl_mem buffer, std::uint64_t bytes) {
    const auto the_buffer = std::string("the ") + which + " buffer";
    if (buffer == nullptr) invalid(the_buffer + " is a null handle: a cl_mem is needed");
    if (ask<cl_mem_object_type>(buffer, CL_MEM_TYPE) != CL_MEM_OBJECT_BUFFER)
        invalid(the_buffer + " is an image: a buffer is needed");
    if (ask<cl_context>(buffer, CL_MEM_CONTEXT) != plan.context.get())
        invalid(the_buffer + " is of another context than the plan");
    if (const auto size = ask<size_t>(buffer, CL_MEM_SIZE); size < bytes)
        invalid(the_buffer + " has " + std::to_string(size) + " B, " + std::to_string(bytes) +
                " B are needed");
    const auto align = std::max(1U, plan.profile.base_address_align_bytes);
    if (ask<cl_mem>(buffer, CL_MEM_ASSOCIATED_MEMOBJECT) != nullptr)
        if (const auto origin = ask<size_t>(buffer, CL_MEM_OFFSET); origin % align != 0)
            invalid(the_buffer + " is a sub-buffer at byte " + std::to_string(origin) +
                    ", the device needs a multiple of " + std::to_string(align));
    return ask<cl_mem_flags>(buffer, CL_MEM_FLAGS);
}

void check_queue(const PlanState& plan, cl_command_queue queue) {
    constexpr auto call = "clGetCommandQueueInfo";
    if (queue == nullptr) invalid("the queue is a null handle: a cl_command_queue is needed");
    if (info<cl_context>(clGetCommandQueueInfo, queue, CL_QUEUE_CONTEXT, call) != plan.context.get())
        invalid("the queue is of another context than the plan");
    if (info<cl_device_id>(clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE, call) != plan.device)
        invalid("the queue is of another device than the plan, which was made for " + plan.profile.name);
}

void check_count(const Problem& problem, const Job& job) {
    const auto size = bytes(problem.sample);
    const auto most = std::numeric_limits<std::uint64_t>::max() / size;
    if (job.count > most || job.offset > most - job.count)
        invalid("offset " + std::to_string(job.offset) + " and count " + std::to_string(job.count) +
                " samples are more than 2^64 bytes");
    if (problem.max_samples != 0 && job.count > problem.max_samples)
        invalid("count " + std::to_string(job.count) + ": the plan was made for at most " +
                std::to_string(problem.max_samples) + " samples");
    if (problem.counter == CounterType::u32 && job.count > std::numeric_limits<std::uint32_t>::max())
        invalid("count " + std::to_string(job.count) +
                " could overflow a u32 counter: at most 4294967295, or use u64 counters");
}

void check_job(const PlanState& plan, const Job& job, std::span<const cl_event> wait) {
    check_count(plan.problem, job);
    const auto sample_flags =
        check_buffer(plan, "samples", job.samples, (job.offset + job.count) * bytes(plan.problem.sample));
    if ((sample_flags & CL_MEM_WRITE_ONLY) != 0)
        invalid("the samples buffer is write-only for kernels: it must be readable");

    const auto count_flags = check_buffer(plan, "counts", job.counts, plan.count_bytes());
    if ((count_flags & (CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY)) != 0)
        invalid("the counts buffer must be readable and writable for kernels (CL_MEM_READ_WRITE)");
    const bool by_host = plan.decision.merge == Merge::host;
    if (by_host &&
        (count_flags & (CL_MEM_HOST_NO_ACCESS | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY)) != 0)
        invalid("the counts buffer must be readable and writable for the host, which merges");
    if (job.counts == job.samples) invalid("the samples and the counts are the same buffer");

    if (job.workspace != nullptr && plan.decision.workspace_bytes != 0) {
        const auto flags = check_buffer(plan, "workspace", job.workspace, plan.decision.workspace_bytes);
        if ((flags & (CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY)) != 0 ||
            (by_host && (flags & (CL_MEM_HOST_NO_ACCESS | CL_MEM_HOST_WRITE_ONLY)) != 0))
            invalid("the workspace must be readable and writable for kernels, and readable for a host that "
                    "merges");
        if (job.workspace == job.samples || job.workspace == job.counts)
            invalid("the workspace is also the samples' or the counts' buffer");
    }
    if (std::ranges::find(wait, nullptr) != wait.end()) invalid("the wait list holds a null event");
    for (const auto event : wait)
        if (info<cl_context>(clGetEventInfo, event, CL_EVENT_CONTEXT, "clGetEventInfo") != plan.context.get())
            invalid("the wait list holds an event of another context than the plan");
}

/// The workspace of one enqueue, the caller's or its own. Released at once: commands keep what they use.
Buffer workspace(const PlanState& plan, const Job& job) {
    if (plan.decision.workspace_bytes == 0) return {};
    if (job.workspace != nullptr) return Buffer::retained(job.workspace);
    return create_buffer(plan.context.get(), CL_MEM_READ_WRITE, plan.decision.workspace_bytes);
}

void merge_on_device(Commands& commands, const PlanState& plan, cl_mem partials, std::uint32_t rows,
                     cl_mem counts, bool add) {
    const auto kernel = plan.merge_partials.get();
    set_argument(kernel, 0, partials);
    set_argument(kernel, 1, cl_uint{rows});
    set_argument(kernel, 2, counts);
    set_argument(kernel, 3, cl_uint{add});
    constexpr size_t multiple = 64; // so that the driver finds a work-group size that divides
    const size_t global = (plan.problem.bins() + multiple - 1) / multiple * multiple;
    commands.launch(kernel, 1, &global, nullptr);
}

/// Launches for all samples, `each(first, count)` at most decision.samples_per_launch at a time.
template <class Each>
void for_each_launch(const Decision& decision, const Job& job, const Each& each) {
    for (std::uint64_t done = 0; done < job.count;) {
        const auto count = std::min(job.count - done, decision.samples_per_launch);
        each(job.offset + done, count);
        done += count;
    }
}

} // namespace

void Plan::enqueue(cl_command_queue queue, const Job& job, std::span<const cl_event> wait,
                   cl_event* event) const {
    const auto& plan = *state_;
    check_queue(plan, queue);
    check_job(plan, job, wait);
    const auto partials = workspace(plan, job);
    const LaunchBuffers buffers{job.samples, plan.thresholds.get(), job.counts, partials.get()};
    Commands commands(queue, wait);
    const std::scoped_lock lock(plan.kernel_arguments);

    const auto launch = [&](std::uint64_t first, std::uint64_t count) {
        return launch_histogram(commands, plan.histogram.get(), plan.decision, buffers, first, count);
    };
    if (job.count == 0 || plan.decision.merge == Merge::atomic) {
        if (!job.accumulate) commands.fill_zero(job.counts, plan.count_bytes());
        for_each_launch(plan.decision, job, launch);
    } else if (plan.decision.merge == Merge::device) {
        bool add = job.accumulate;
        for_each_launch(plan.decision, job, [&](std::uint64_t first, std::uint64_t count) {
            merge_on_device(commands, plan, partials.get(), launch(first, count), job.counts,
                            std::exchange(add, true));
        });
    } else {
        HostMerge merge(plan.problem.bins(), plan.problem.counter);
        if (job.accumulate) merge.read_counts(commands, job.counts);
        for_each_launch(plan.decision, job, [&](std::uint64_t first, std::uint64_t count) {
            merge.read_partials(commands, partials.get(), launch(first, count));
        });
        merge.write_counts(commands, plan.context.get(), job.counts);
    }
    if (!commands.last()) commands.marker(); // nothing to do, but the event must come after `wait`
    if (event != nullptr) *event = commands.last().give();
}

} // namespace histo_cl
