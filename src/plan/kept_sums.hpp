#pragma once

#include "opencl/handle.hpp"

#include <vector>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// Workspaces of Merge::last_group that a plan keeps, one for each in-order queue that it was used with: each
/// launch leaves its sums zero for the next, and a queue's launches come one after the other. So an enqueue
/// is one launch, with nothing to zero before. Not thread-safe.
class KeptSums {
  public:
    /// The workspace for CommandSink::in_order_queue(); null if there is none for it, because it is null or
    /// 16 others that are still in use have one.
    [[nodiscard]] cl_mem for_queue(cl_command_queue queue, cl_context context, std::uint64_t bytes);

  private:
    struct Kept {
        Queue queue; ///< retained, so that its handle does not become another queue's
        Buffer sums;
    };
    std::vector<Kept> kept_;
};

} // namespace histo_cl::inline HISTO_CL_ABI::detail
