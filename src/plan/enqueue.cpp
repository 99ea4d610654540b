#include "histo_cl/plan.hpp"
#include "opencl/commands.hpp"
#include "opencl/objects.hpp"
#include "plan/geometry.hpp"
#include "plan/host_merge.hpp"
#include "plan/launch.hpp"
#include "plan/plan_state.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace histo_cl {
namespace {

using namespace detail;

constexpr std::uint64_t most_histograms = 1ULL << 31U;

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

/// The bytes that a buffer must have for `used` bytes after `offset` units of `unit` bytes.
std::uint64_t end_of(const char* which, std::uint64_t offset, std::uint64_t unit, std::uint64_t used) {
    std::uint64_t end = 0;
    if (__builtin_mul_overflow(offset, unit, &end) || __builtin_add_overflow(end, used, &end))
        invalid(std::string(which) + " offset " + std::to_string(offset) + " and " + std::to_string(used) +
                " B after it are more than 2^64 bytes");
    return end;
}

/// A buffer of a job that kernels read; only where the problem has such.
void check_input(const PlanState& plan, const char* which, bool wanted, cl_mem buffer, std::uint64_t bytes) {
    if (!wanted) {
        if (buffer != nullptr)
            invalid(std::string("a ") + which + " buffer is given, but the problem has no " + which);
        return;
    }
    if ((check_buffer(plan, which, buffer, bytes) & CL_MEM_WRITE_ONLY) != 0)
        invalid(std::string("the ") + which + " buffer is write-only for kernels: it must be readable");
}

/// Of the merge by the host: what it must be allowed to read (and write) itself.
bool host_may(cl_mem_flags flags, bool write) {
    const cl_mem_flags never = CL_MEM_HOST_NO_ACCESS | CL_MEM_HOST_WRITE_ONLY;
    return (flags & (write ? never | CL_MEM_HOST_READ_ONLY : never)) == 0;
}

void check_outputs(const PlanState& plan, const Job& job, std::uint64_t histograms) {
    const bool by_host = plan.decision.merge == Merge::host;
    const auto count_flags = check_buffer(plan, "counts", job.counts, plan.count_bytes(histograms));
    if ((count_flags & (CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY)) != 0)
        invalid("the counts buffer must be readable and writable for kernels (CL_MEM_READ_WRITE)");
    if (by_host && !host_may(count_flags, true))
        invalid("the counts buffer must be readable and writable for the host, which merges");
    if (job.counts == job.samples) invalid("the samples and the counts are the same buffer");
    if (job.counts == job.mask) invalid("the mask and the counts are the same buffer");
    if (job.counts == job.weights) invalid("the weights and the counts are the same buffer");

    const auto workspace_bytes = plan.workspace_bytes(histograms);
    if (workspace_bytes > plan.workspace_limit)
        invalid(std::to_string(histograms) + " histograms of " + std::to_string(plan.problem.counters()) +
                " weighted counters need " + std::to_string(workspace_bytes) +
                " B of workspace, the limit is " + std::to_string(plan.workspace_limit) + " B");
    if (job.workspace == nullptr || workspace_bytes == 0) return;
    const auto flags = check_buffer(plan, "workspace", job.workspace, workspace_bytes);
    if ((flags & (CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY)) != 0 || (by_host && !host_may(flags, false)))
        invalid("the workspace must be readable and writable for kernels, and readable for a host that "
                "merges");
    for (const auto& [name, other] : {std::pair("samples", job.samples), std::pair("mask", job.mask),
                                      std::pair("weights", job.weights), std::pair("counts", job.counts)})
        if (job.workspace == other)
            invalid(std::string("the workspace and the ") + name + " are the same buffer");
}

void check_events(const PlanState& plan, std::span<const cl_event> wait) {
    if (std::ranges::find(wait, nullptr) != wait.end()) invalid("the wait list holds a null event");
    for (const auto event : wait)
        if (info<cl_context>(clGetEventInfo, event, CL_EVENT_CONTEXT, "clGetEventInfo") != plan.context.get())
            invalid("the wait list holds an event of another context than the plan");
}

/// Throws before anything is enqueued.
void check_job(const PlanState& plan, const Job& job, std::span<const cl_event> wait) {
    const auto& problem = plan.problem;
    const auto used = footprint(problem, job.shape);
    const auto count = histograms(problem, job.shape);
    if (count > most_histograms)
        invalid(std::to_string(count) + " histograms: at most " + std::to_string(most_histograms) +
                " in one enqueue");
    check_input(plan, "samples", true, job.samples,
                end_of("samples", job.offset, bytes(problem.sample), used.samples));
    check_input(plan, "mask", problem.layout.mask, job.mask, end_of("mask", job.mask_offset, 1, used.mask));
    check_input(
        plan, "weights", problem.weights.has_value(), job.weights,
        end_of("weights", job.weight_offset, problem.weights ? bytes(*problem.weights) : 1, used.weights));
    check_outputs(plan, job, count);
    check_events(plan, wait);
}

/// The workspace of one enqueue: the caller's, one that the plan keeps, or one of its own. Released at once:
/// commands keep what they use. The sums of Merge::last_group are zero in it.
Buffer workspace(Commands& commands, const PlanState& plan, const Job& job, std::uint64_t histograms) {
    const auto bytes = plan.workspace_bytes(histograms);
    if (bytes == 0) return {};
    const bool sums = plan.decision.merge == Merge::last_group;
    if (sums && job.workspace == nullptr)
        if (auto* const kept = plan.kept_sums.for_queue(commands, plan.context.get(), bytes))
            return Buffer::retained(kept);
    auto buffer = job.workspace != nullptr ? Buffer::retained(job.workspace)
                                           : create_buffer(plan.context.get(), CL_MEM_READ_WRITE, bytes);
    if (sums) commands.fill_zero(buffer.get(), bytes);
    return buffer;
}

/// The offsets of ragged segments, copied to the device as the buffer is made.
Buffer upload_offsets(const PlanState& plan, std::span<const std::uint64_t> offsets) {
    if (plan.problem.batch != Batch::ragged || offsets.empty()) return {};
    return create_buffer(plan.context.get(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, offsets.size_bytes(),
                         offsets.data());
}

} // namespace

void Plan::enqueue(cl_command_queue queue, const Job& job, std::span<const cl_event> wait,
                   cl_event* event) const {
    const auto& plan = *state_;
    check_queue(plan, queue);
    check_job(plan, job, wait);
    const auto where = geometry(plan.problem, job);
    const auto offsets = upload_offsets(plan, job.shape.offsets);
    const auto merge_by = is_empty(where) ? Merge::atomic : plan.decision.merge; // nothing to merge
    Commands commands(queue, wait, event != nullptr || merge_by == Merge::host);
    const std::scoped_lock lock(plan.kernel_arguments);
    const auto own_workspace = is_empty(where) && !has_wide_sums(plan.problem)
                                   ? Buffer()
                                   : workspace(commands, plan, job, where.histograms);
    const LaunchBuffers buffers{job.samples,   job.mask,   job.weights,
                                offsets.get(), job.counts, own_workspace.get()};

    bool add = job.accumulate;
    const auto for_each_launch = [&](const auto& each) {
        for_each_slice(where, plan.decision.samples_per_launch, [&](const Slice& slice) {
            each(launch_histogram(commands, plan, buffers, where, slice, add));
            add = true;
        });
    };
    const auto launch_all = [&] { for_each_launch([](std::uint32_t) {}); };
    if (where.histograms == 0) {
        // no counts either
    } else if (has_wide_sums(plan.problem)) {
        begin_wide_sums(commands, plan, buffers, where, job.accumulate);
        launch_all();
        finish_wide_sums(commands, plan, buffers, where, job.accumulate);
    } else if (merge_by == Merge::last_group) {
        launch_all();
    } else if (merge_by == Merge::atomic) {
        if (!job.accumulate) commands.fill_zero(job.counts, plan.count_bytes(where.histograms));
        launch_all();
    } else if (merge_by == Merge::device) {
        const bool carries = carries_into_counts(plan.decision);
        if (carries && !job.accumulate) commands.fill_zero(job.counts, plan.count_bytes(where.histograms));
        bool sum_up = job.accumulate || carries;
        for_each_launch([&](std::uint32_t rows) {
            launch_merge(commands, plan, buffers, rows, std::exchange(sum_up, true));
        });
    } else {
        HostMerge merge(plan.problem.counters(), plan.problem.counter);
        if (job.accumulate) merge.read_counts(commands, job.counts);
        for_each_launch([&](std::uint32_t rows) { merge.read_partials(commands, buffers.workspace, rows); });
        merge.write_counts(commands, plan.context.get(), job.counts);
    }
    if (commands.empty()) commands.marker(); // nothing to do, but the event must come after `wait`
    if (event != nullptr) *event = commands.last().give();
}

} // namespace histo_cl
