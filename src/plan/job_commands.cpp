#include "plan/job_commands.hpp"

#include "device/objects.hpp"
#include "plan/passes.hpp"
#include "variants/partitions.hpp"
#include "variants/variant.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace histo_cl::detail {

namespace {

/// The samples of a slice that Variant::partitioned queues up.
std::uint64_t samples_of(const PlanState& plan, const Geometry& geometry, const Slice& slice) {
    const auto elements = std::min(slice.width, geometry.widest) * std::min(slice.height, geometry.highest);
    return elements * (plan.problem.joint ? 1 : plan.problem.axes.size());
}

/// The queues of a job take as much as its first slice, the largest.
std::uint64_t queue_bytes(const PlanState& plan, const Geometry& geometry) {
    const auto slice = first_slice(geometry, plan.decision.samples_per_launch);
    return slice ? partition_workspace(plan.decision, samples_of(plan, geometry, *slice)) : 0;
}

/// The rounds of a slice that is looked at; none if it has too few samples.
Rounds rounds_of(const PlanState& plan, const Geometry& geometry, const Slice& slice) {
    const auto samples = samples_of(plan, geometry, slice);
    const auto planned = rounds(plan.decision, queue_bytes(plan, geometry), samples);
    return samples < plan.decision.min_samples * planned.number ? Rounds{} : planned;
}

bool looks_first(const PlanState& plan, const Geometry& geometry) {
    if (plan.decision.partitions == 0) return false;
    const auto slice = first_slice(geometry, plan.decision.samples_per_launch);
    return slice && rounds_of(plan, geometry, *slice).number != 0;
}

/// What a job takes: nothing if it has no elements, or too few to queue up.
std::uint64_t workspace_bytes(const PlanState& plan, const Geometry& geometry) {
    if (is_empty(geometry) && !has_wide_sums(plan.problem)) return 0;
    if (plan.decision.partitions != 0) return looks_first(plan, geometry) ? queue_bytes(plan, geometry) : 0;
    return plan.workspace_bytes(geometry.histograms);
}

/// Looks, and enqueues the rounds. If the samples are not nearly flat, the first counts all, and the others
/// end at once.
void launch_partitioned(CommandSink& commands, const PlanState& plan, const LaunchBuffers& buffers,
                        const Geometry& geometry, const Slice& slice, bool add)
    HISTO_CL_REQUIRES(plan.kernel_arguments) {
    const auto rounds = rounds_of(plan, geometry, slice);
    if (rounds.number != 0) launch_look(commands, plan, buffers, geometry, slice, add);
    for (std::uint32_t round = 0; round < std::max(1U, rounds.number); ++round)
        launch_round(commands, plan, buffers, geometry, slice, rounds, round);
}

Workspace own(Buffer buffer) {
    const auto handle = buffer.get();
    return {std::move(buffer), handle, false};
}

} // namespace

void copy_kernels_for(Commands& commands, const PlanState& plan, const Job& job) {
    std::vector<Memory> memory{job.samples,   job.mask,    job.weights, job.counts,
                               job.workspace, job.indices, job.skipped};
    std::ranges::transform(job.arrays, std::back_inserter(memory), &ArrayBuffer::samples);
    std::ranges::transform(job.weight_vectors, std::back_inserter(memory), &WeightBuffer::weights);
    commands.copy_kernels_for(memory, [&plan](cl_kernel kernel) { return copy_of_any(plan, kernel); });
}

LaunchBuffers buffers_of(const PlanState& plan, const Job& job, const Buffer& offsets) {
    const auto memory = [&plan](const Memory& of) { return KernelMemory(of, plan.pointers); };
    LaunchBuffers buffers{.samples = memory(job.samples),
                          .mask = memory(job.mask),
                          .weights = memory(job.weights),
                          .offsets = offsets.get(),
                          .counts = memory(job.counts),
                          .workspace = {}};
    for (std::size_t channel = 0; channel < job.arrays.size(); ++channel)
        buffers.arrays.at(channel) = memory(job.arrays[channel].samples);
    return buffers;
}

Workspace given_workspace(CommandSink& commands, const PlanState& plan, const Job& job,
                          const Geometry& geometry) {
    const auto bytes = workspace_bytes(plan, geometry);
    if (bytes == 0) return {};
    Workspace workspace{{}, {job.workspace, plan.pointers}, false};
    if (plan.decision.merge == Merge::last_group) commands.fill_zero(workspace.memory, bytes);
    return workspace;
}

Workspace workspace_of(Commands& commands, const PlanState& plan, const Job& job, const Geometry& geometry) {
    const auto bytes = workspace_bytes(plan, geometry);
    if (bytes == 0) return {};
    const bool sums = plan.decision.merge == Merge::last_group;
    if (sums && job.workspace == nullptr)
        if (auto kept = plan.kept_sums.take(commands.in_order_queue(), plan.context.get(), bytes)) {
            auto workspace = own(std::move(kept));
            workspace.kept = true;
            return workspace;
        }
    if (job.workspace != nullptr) return given_workspace(commands, plan, job, geometry);
    auto workspace = own(create_buffer(plan.context.get(), CL_MEM_READ_WRITE, bytes));
    if (sums) commands.fill_zero(workspace.memory, bytes);
    return workspace;
}

void keep_sums(const Commands& commands, const PlanState& plan, Workspace workspace) {
    if (workspace.kept) plan.kept_sums.keep(commands.in_order_queue(), std::move(workspace.own));
}

Workspace recorded_workspace(Recording& recording, const PlanState& plan, const Job& job,
                             const Geometry& geometry) {
    const auto bytes = workspace_bytes(plan, geometry);
    if (bytes == 0) return {};
    if (job.workspace != nullptr) return given_workspace(recording, plan, job, geometry);
    return own(plan.decision.merge == Merge::last_group
                   ? create_zeros(plan.context.get(), bytes)
                   : create_buffer(plan.context.get(), CL_MEM_READ_WRITE, bytes));
}

Buffer upload_offsets(const PlanState& plan, std::span<const std::uint64_t> offsets) {
    if (plan.problem.batch != Batch::ragged || offsets.empty()) return {};
    return create_buffer(plan.context.get(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, offsets.size_bytes(),
                         offsets.data());
}

void count_wide_sums(CommandSink& commands, const PlanState& plan, const LaunchBuffers& buffers,
                     const Geometry& geometry) {
    begin_wide_sums(commands, plan, buffers, geometry, false);
    for (auto slice = first_slice(geometry, plan.decision.samples_per_launch); slice;
         slice = next_slice(geometry, *slice))
        launch_histogram(commands, plan, buffers, geometry, *slice, true);
}

void count_into(CommandSink& commands, const PlanState& plan, const LaunchBuffers& buffers,
                const Geometry& geometry, bool accumulate) {
    if (geometry.histograms == 0) return; // no counts either
    const bool wide = has_wide_sums(plan.problem);
    const auto first =
        first_slice(geometry, plan.decision.samples_per_launch); // there may be nothing to count
    const bool merges = first && plan.decision.merge == Merge::device && !wide;
    const bool overwrites = first && overwrites_counts(plan, geometry, *first);
    const bool carries = implementation(plan.decision.variant).carries_into_counts;
    if (wide)
        begin_wide_sums(commands, plan, buffers, geometry, accumulate);
    else if (!accumulate && !overwrites && !looks_first(plan, geometry) && (!merges || carries))
        commands.fill_zero(buffers.counts, plan.count_bytes(geometry.histograms));

    bool add = accumulate;
    bool sum_up = accumulate || carries;
    for (auto slice = first; slice; slice = next_slice(geometry, *slice)) {
        if (plan.decision.partitions != 0) {
            launch_partitioned(commands, plan, buffers, geometry, *slice, std::exchange(add, true));
            continue;
        }
        const auto rows =
            launch_histogram(commands, plan, buffers, geometry, *slice, std::exchange(add, true));
        if (merges) launch_merge(commands, plan, buffers, rows, std::exchange(sum_up, true));
    }
    if (wide) finish_wide_sums(commands, plan, buffers, geometry, accumulate);
}

} // namespace histo_cl::detail
