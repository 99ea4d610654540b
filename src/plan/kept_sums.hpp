#pragma once

#include "opencl/commands.hpp"

#include <vector>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// Workspaces of Merge::last_group that a plan keeps, one for each in-order queue that it was used with: each
/// launch leaves its sums zero for the next, and a queue's launches come one after the other. So an enqueue
/// is one launch, with nothing to zero before. Not thread-safe.
class KeptSums {
  public:
    /// The workspace for this queue; null if there is none for it, because the queue is out of order or 16
    /// others that are still in use have one.
    [[nodiscard]] cl_mem for_queue(const Commands& commands, cl_context context, std::uint64_t bytes);

  private:
    struct Kept {
        Queue queue; ///< retained, so that its handle does not become another queue's
        Buffer sums;
    };
    std::vector<Kept> kept_;
};

} // namespace histo_cl::inline HISTO_CL_ABI::detail
