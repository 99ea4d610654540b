#pragma once

#include "opencl/command_sink.hpp"
#include "opencl/kernel_memory.hpp"
#include "plan/geometry.hpp"
#include "plan/plan_state.hpp"

#include <array>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// The memory of one enqueue. Null memory is never read or written.
struct LaunchBuffers {
    KernelMemory samples;
    KernelMemory mask;
    KernelMemory weights;
    KernelMemory offsets;                               ///< of ragged segments, as ulongs
    KernelMemory counts;                                ///< the caller's
    KernelMemory workspace;                             ///< see workspace_parts()
    std::array<KernelMemory, max_channels> arrays = {}; ///< of separate channels
};

/// Whether the launch for a slice writes the counts without reading them, unless it is to add: by arrival
/// (Merge::last_group). Then they need no zeroing before it.
[[nodiscard]] bool overwrites_counts(const PlanState& plan, const Geometry& geometry,
                                     const Slice& slice) noexcept;

/// Launches the histogram kernel for a slice of each histogram, at most
/// decision.samples_per_launch elements. Returns the work-groups launched for one histogram, which is the
/// rows of partials written. `add`: for launches that overwrite counts, whether they add to them instead.
/// `looked`: for Decision::after_look, whether a look decides if anything is counted.
std::uint32_t launch_histogram(CommandSink& commands, const PlanState& plan, const LaunchBuffers& buffers,
                               const Geometry& geometry, const Slice& slice, bool add, bool looked = false)
    HISTO_CL_REQUIRES(plan.kernel_arguments);

/// A launch of Variant::partitioned.
struct Round {
    static constexpr std::uint32_t look = 0; ///< the first number; rounds are numbered from 1 on
    std::uint32_t number;
    std::uint32_t last; ///< the number of the last one
    std::uint32_t room; ///< see Rounds
};

/// The look or the histogram kernel of Variant::partitioned, and the one that counts what it has left in the queues.
void launch_round(CommandSink& commands, const PlanState& plan, const LaunchBuffers& buffers,
                  const Geometry& geometry, const Slice& slice, const Round& round)
    HISTO_CL_REQUIRES(plan.kernel_arguments);
void launch_count_partitions(CommandSink& commands, const PlanState& plan, const LaunchBuffers& buffers,
                             std::uint32_t room) HISTO_CL_REQUIRES(plan.kernel_arguments);

/// The kernel that adds `rows` of partials up into the counts.
void launch_merge(CommandSink& commands, const PlanState& plan, const LaunchBuffers& buffers,
                  std::uint32_t rows, bool add) HISTO_CL_REQUIRES(plan.kernel_arguments);

/// Before a histogram with wide sums: zeroes them and finds the greatest exponents. That of the weights is
/// known where they have a bound.
void begin_wide_sums(CommandSink& commands, const PlanState& plan, const LaunchBuffers& buffers,
                     const Geometry& geometry, bool add) HISTO_CL_REQUIRES(plan.kernel_arguments);

/// After it: rounds the wide sums into the counts.
void finish_wide_sums(CommandSink& commands, const PlanState& plan, const LaunchBuffers& buffers,
                      const Geometry& geometry, bool add) HISTO_CL_REQUIRES(plan.kernel_arguments);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
