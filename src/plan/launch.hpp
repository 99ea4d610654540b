#pragma once

#include "device/commands.hpp"
#include "device/pointer_calls.hpp"
#include "plan/geometry.hpp"
#include "plan/plan_state.hpp"
#include "variants/partitions.hpp"

#include <array>
#include <optional>

namespace histo_cl::detail {

/// An exponent field on the device: word `at` of memory.
struct RangeWord {
    KernelMemory memory;
    std::uint64_t at = 0;
};

/// The memory of one enqueue. Null memory is never read or written.
struct LaunchBuffers {
    KernelMemory samples;
    KernelMemory mask;
    KernelMemory weights;
    KernelMemory offsets;                             ///< of ragged segments, as ulongs
    KernelMemory counts;                              ///< the caller's
    KernelMemory workspace;                           ///< see workspace_parts()
    std::array<KernelMemory, max_arrays> arrays = {}; ///< of separate channels
    /// Of passes over several groups of axes: where launch_weight_range() has left that of all of them.
    std::optional<RangeWord> range = {};
};

/// The greatest exponent field of the weights that is known before; 0 if none is.
[[nodiscard]] std::uint32_t known_exponent_field(const Problem& problem) noexcept;

/// One work-item for each of `items`, rounded up so that the driver finds a work-group size that divides.
void launch_items(CommandSink& commands, cl_kernel kernel, std::uint64_t items);

/// Whether the launch for a slice writes the counts without reading them, unless it is to add: by arrival
/// (Merge::last_group). Then they need no zeroing before it.
[[nodiscard]] bool overwrites_counts(const PlanState& plan, const Geometry& geometry,
                                     const Slice& slice) noexcept;

/// Launches the histogram kernel for a slice of each histogram, at most
/// decision.samples_per_launch elements. Returns the work-groups launched for one histogram, which is the
/// rows of partials written. `add`: for launches that overwrite counts, whether they add to them instead.
std::uint32_t launch_histogram(CommandSink& commands, const PlanState& plan, const LaunchBuffers& buffers,
                               const Geometry& geometry, const Slice& slice, bool add)
    HISTO_CL_REQUIRES(plan.kernel_arguments);

/// The look of Variant::partitioned at a slice; meanwhile the counts become zero, or where they are added to,
/// stay.
void launch_look(CommandSink& commands, const PlanState& plan, const LaunchBuffers& buffers,
                 const Geometry& geometry, const Slice& slice, bool add)
    HISTO_CL_REQUIRES(plan.kernel_arguments);

/// A round of Variant::partitioned, numbered from 0 on: its samples queue up, and the queues are counted. Of
/// no rounds the first counts all samples by their hot bins.
void launch_round(CommandSink& commands, const PlanState& plan, const LaunchBuffers& buffers,
                  const Geometry& geometry, const Slice& slice, const Rounds& rounds, std::uint32_t number)
    HISTO_CL_REQUIRES(plan.kernel_arguments);

/// The kernel that adds `rows` of partials up into the counts.
void launch_merge(CommandSink& commands, const PlanState& plan, const LaunchBuffers& buffers,
                  std::uint32_t rows, bool add) HISTO_CL_REQUIRES(plan.kernel_arguments);

/// Raises the word to the greatest exponent field of the weights that the histograms count; of a problem with
/// wide sums and no bound.
void launch_weight_range(CommandSink& commands, const PlanState& plan, const LaunchBuffers& buffers,
                         const Geometry& geometry, const RangeWord& word)
    HISTO_CL_REQUIRES(plan.kernel_arguments);

/// Before a histogram with wide sums: zeroes them and finds the greatest exponents. That of the weights is
/// known where they have a bound, or `buffers` has it.
void begin_wide_sums(CommandSink& commands, const PlanState& plan, const LaunchBuffers& buffers,
                     const Geometry& geometry, bool add) HISTO_CL_REQUIRES(plan.kernel_arguments);

/// After it: rounds the wide sums into the counts.
void finish_wide_sums(CommandSink& commands, const PlanState& plan, const LaunchBuffers& buffers,
                      const Geometry& geometry, bool add) HISTO_CL_REQUIRES(plan.kernel_arguments);

} // namespace histo_cl::detail
