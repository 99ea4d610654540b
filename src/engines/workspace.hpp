#pragma once

#include "engines/engine.hpp"

#include <vector>

namespace histo_cl::detail {

/// The workspace of one job.
struct Workspace {
    Buffer own; ///< null if it is the caller's
    KernelMemory memory;
    bool zero = false; ///< it is full of zeros, and the job must make it so again
};

/// Workspaces of Merge::last_group that an engine keeps, one for each in-order queue that it was used with:
/// each launch leaves its sums zero for the next, and a queue's launches come one after the other. So an
/// enqueue is one launch, with nothing to zero before. A job takes its workspace away, and returns it when
/// all of its commands are enqueued: what a job that fails in between leaves is not zero. Not thread-safe.
class KeptSums {
  public:
    /// Takes the workspace for CommandSink::in_order_queue(), or makes one of zeros. Null if none is kept for
    /// the queue, because it is null or 16 others that are still in use have one.
    [[nodiscard]] Buffer take(cl_command_queue queue, cl_context context, std::uint64_t bytes);
    /// Keeps a workspace that take() returned for the same queue. Nothing if it is null or for no queue.
    void keep(cl_command_queue queue, Buffer sums) noexcept;

    /// The workspace of a job of the engine: the caller's, or if that is null one of take(), or else a new
    /// one. It may be released at once, for commands keep what they use. When all commands of the job are
    /// enqueued, `own` of one that is zero goes to keep(). A command buffer gets one of its own: it may be
    /// executed on any queue.
    [[nodiscard]] Workspace workspace_for(const CommandSink& commands, const Engine& engine,
                                          const Memory& given, std::uint64_t bytes);

  private:
    struct Kept {
        Queue queue; ///< retained, so that its handle does not become another queue's
        Buffer sums; ///< null while a job has it, and after one that failed
    };
    std::vector<Kept> kept_;
};

} // namespace histo_cl::detail
