#pragma once

#include "plan/launch.hpp"

#include <cstdint>
#include <span>

// What an enqueue and a count have in common.

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// The workspace of one job: the caller's, one that the plan keeps, or one of its own. It may be released at
/// once: commands keep what they use. The sums of Merge::last_group are zero in it. The caller holds the lock
/// on the kernels.
[[nodiscard]] Buffer workspace_of(Commands& commands, const PlanState& plan, const Job& job,
                                  const Geometry& geometry);

/// The offsets of ragged segments, copied to the device as the buffer is made.
[[nodiscard]] Buffer upload_offsets(const PlanState& plan, std::span<const std::uint64_t> offsets);

/// Puts the counting on the queue, with any merge but by the host. The caller holds the lock on the kernels.
void count_into(Commands& commands, const PlanState& plan, const LaunchBuffers& buffers,
                const Geometry& geometry, bool accumulate);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
