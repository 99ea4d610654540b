#pragma once

#include "commands.hpp"
#include "plan_state.hpp"

namespace histo_cl::detail {

/// The buffers of one launch. A null one is never read or written.
struct LaunchBuffers {
    cl_mem samples;
    cl_mem thresholds;
    cl_mem counts;
    cl_mem partials;
};

/// Puts the histogram kernel on the queue for `count` samples from `first` on, at most
/// decision.samples_per_launch. Returns the work-groups launched, which is the rows of partials written. The
/// caller holds the lock on the kernel.
std::uint32_t launch_histogram(Commands& commands, cl_kernel kernel, const Decision& decision,
                               const LaunchBuffers& buffers, std::uint64_t first, std::uint64_t count);

} // namespace histo_cl::detail
