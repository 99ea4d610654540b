#pragma once

#include "device/commands.hpp"
#include "plan/launch.hpp"

#include <cstdint>
#include <vector>

namespace histo_cl::detail {

/// Merge::host: counts into rows of the workspace, launch by launch, reads each launch's rows and adds them
/// up on the calling thread. Waits. The problem has plain rows; see has_plain_rows().
[[nodiscard]] std::vector<std::uint64_t> merge_on_host(Commands& commands, const PlanState& plan,
                                                       const LaunchBuffers& buffers,
                                                       const Geometry& geometry);

} // namespace histo_cl::detail
