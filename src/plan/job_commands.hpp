#pragma once

#include "device/commands.hpp"
#include "device/recording.hpp"
#include "plan/launch.hpp"

#include <cstdint>
#include <span>

// What an enqueue and a count have in common.

namespace histo_cl::detail {

/// Commands::copy_kernels_for() of a plan's job.
void copy_kernels_for(Commands& commands, const PlanState& plan, const Job& job);

/// The memory of a job but for its workspace; `offsets` of ragged segments.
[[nodiscard]] LaunchBuffers buffers_of(const PlanState& plan, const Job& job, const Buffer& offsets);

/// A vector of a job's weights: one of several, or the only one.
[[nodiscard]] inline WeightBuffer weights_of(const Job& job, std::size_t vector) {
    return job.weight_vectors.empty() ? WeightBuffer{job.weights, job.weight_offset}
                                      : job.weight_vectors[vector];
}

/// The workspace of one job.
struct Workspace {
    Buffer own; ///< null if it is the caller's, or there is none
    KernelMemory memory;
    bool kept = false; ///< `own` is of the plan's kept sums
};

/// The caller's. The sums of Merge::last_group are zero in it.
[[nodiscard]] Workspace given_workspace(CommandSink& commands, const PlanState& plan, const Job& job,
                                        const Geometry& geometry);

/// The caller's, one that the plan keeps, or one of its own. It may be released at once: commands keep what
/// they use. The sums of Merge::last_group are zero in it. When all commands of the job are enqueued, call
/// keep_sums().
[[nodiscard]] Workspace workspace_of(Commands& commands, const PlanState& plan, const Job& job,
                                     const Geometry& geometry) HISTO_CL_REQUIRES(plan.kernel_arguments);

/// Has the plan keep the workspace for the next job, if it is one that the plan keeps.
void keep_sums(const Commands& commands, const PlanState& plan, Workspace workspace)
    HISTO_CL_REQUIRES(plan.kernel_arguments);

/// The workspace of a recorded job: the caller's, or one of its own, but none that the plan keeps, for the
/// command buffer may be executed on any queue. The sums of Merge::last_group are zero in it before each
/// execution. The command buffer keeps it.
[[nodiscard]] Workspace recorded_workspace(Recording& recording, const PlanState& plan, const Job& job,
                                           const Geometry& geometry);

/// The offsets of ragged segments, copied to the device as the buffer is made.
[[nodiscard]] Buffer upload_offsets(const PlanState& plan, std::span<const std::uint64_t> offsets);

/// Commands for the counting, with any merge but by the host.
void count_into(CommandSink& commands, const PlanState& plan, const LaunchBuffers& buffers,
                const Geometry& geometry, bool accumulate) HISTO_CL_REQUIRES(plan.kernel_arguments);

/// The same for wide sums, which are left in the workspace: four words of each counter, from its start.
void count_wide_sums(CommandSink& commands, const PlanState& plan, const LaunchBuffers& buffers,
                     const Geometry& geometry) HISTO_CL_REQUIRES(plan.kernel_arguments);

} // namespace histo_cl::detail
