#pragma once

#include "device/objects.hpp"

#include <vector>

namespace histo_cl::detail {

/// Workspaces of Merge::last_group that a plan keeps, one for each in-order queue that it was used with: each
/// launch leaves its sums zero for the next, and a queue's launches come one after the other. So an enqueue
/// is one launch, with nothing to zero before. A job takes its workspace away, and returns it when all of its
/// commands are enqueued: what a job that fails in between leaves is not zero. Not thread-safe.
class KeptSums {
  public:
    /// Takes the workspace for CommandSink::in_order_queue(), or makes one of zeros. Null if none is kept for
    /// the queue, because it is null or 16 others that are still in use have one.
    [[nodiscard]] Buffer take(cl_command_queue queue, cl_context context, std::uint64_t bytes);
    /// Keeps a workspace that take() returned for the same queue. Nothing if it is null.
    void keep(cl_command_queue queue, Buffer sums) noexcept;

  private:
    struct Kept {
        Queue queue; ///< retained, so that its handle does not become another queue's
        Buffer sums; ///< null while a job has it, and after one that failed
    };
    std::vector<Kept> kept_;
};

} // namespace histo_cl::detail
