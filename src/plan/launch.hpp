#pragma once

#include "opencl/command_sink.hpp"
#include "plan/geometry.hpp"
#include "plan/plan_state.hpp"

#include <array>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// The buffers of one enqueue. A null one is never read or written.
struct LaunchBuffers {
    cl_mem samples = nullptr;
    cl_mem mask = nullptr;
    cl_mem weights = nullptr;
    cl_mem offsets = nullptr;                     ///< of ragged segments, as ulongs
    cl_mem counts = nullptr;                      ///< the caller's
    cl_mem workspace = nullptr;                   ///< see workspace_parts()
    std::array<cl_mem, max_channels> arrays = {}; ///< of separate channels
};

/// What a checked job reads.
[[nodiscard]] LaunchBuffers input_buffers(const Job& job) noexcept;

/// Launches the histogram kernel for a slice of each histogram, at most
/// decision.samples_per_launch elements. Returns the work-groups launched for one histogram, which is the
/// rows of partials written. `add`: for Merge::last_group, whether counts are added to or overwritten.
std::uint32_t launch_histogram(CommandSink& commands, const PlanState& plan, const LaunchBuffers& buffers,
                               const Geometry& geometry, const Slice& slice, bool add)
    HISTO_CL_REQUIRES(plan.kernel_arguments);

/// The kernel that adds `rows` of partials up into the counts.
void launch_merge(CommandSink& commands, const PlanState& plan, const LaunchBuffers& buffers,
                  std::uint32_t rows, bool add) HISTO_CL_REQUIRES(plan.kernel_arguments);

/// Before a histogram with wide sums: zeroes them and finds the greatest exponents.
void begin_wide_sums(CommandSink& commands, const PlanState& plan, const LaunchBuffers& buffers,
                     const Geometry& geometry, bool add) HISTO_CL_REQUIRES(plan.kernel_arguments);

/// After it: rounds the wide sums into the counts.
void finish_wide_sums(CommandSink& commands, const PlanState& plan, const LaunchBuffers& buffers,
                      const Geometry& geometry, bool add) HISTO_CL_REQUIRES(plan.kernel_arguments);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
