#pragma once

#include "device/objects.hpp"
#include "engines/engine.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace histo_cl::detail {

/// The workspace of one job.
struct Workspace {
    Buffer own; ///< null if the caller provides the workspace
    KernelMemory memory;
    bool zero = false; ///< whether it contains only zeros; the job must then leave only zeros in it
};

/// Workspaces that an engine keeps for Merge::last_group, one for each in-order queue that was used with the
/// engine. Each job sets its sums back to zero, and the commands of an in-order queue run one after the
/// other, so the next job need not zero the sums. A job takes the workspace of its queue, and returns it when
/// all its commands are enqueued. If enqueuing fails, the workspace is not returned, because its sums may not
/// be zero. Not thread-safe.
class KeptSums {
  public:
    /// Returns the workspace that is kept for a queue (a CommandSink::in_order_queue()), or a new one that is
    /// filled with zeros. Returns null if the queue is null, or if 16 other queues that are still in use have
    /// a workspace.
    [[nodiscard]] Buffer take(cl_command_queue queue, cl_context context, std::uint64_t bytes);
    /// Keeps a workspace that take() returned for the same queue. Releases it if the queue is no longer among
    /// those with a workspace. Does nothing if the workspace is null.
    void keep(cl_command_queue queue, Buffer sums) noexcept;

    /// Returns the workspace for a job of the engine: the caller's workspace if it is not null, otherwise
    /// that of take() for Merge::last_group, or a new one. The caller may release the result's `own` at once,
    /// because the sink keeps what its commands use. If `zero` is set, the caller must pass `own` to keep()
    /// when all commands of the job are enqueued. A command buffer gets a new workspace, because it may be
    /// executed on any queue.
    [[nodiscard]] Workspace workspace_for(CommandSink& commands, const Engine& engine, const Memory& given,
                                          std::uint64_t bytes);

  private:
    struct Entry {
        Queue queue; ///< retained, so that no other queue can get the same handle
        Buffer sums; ///< null while a job uses them, and after a job has failed
    };
    static constexpr std::size_t max_queues = 16;
    static constexpr auto queue_of = [](const Entry& entry) { return entry.queue.get(); };

    /// Whether no other owner retains the queue. A wrong result does no harm: enqueued commands retain their
    /// workspace, and the next job on the queue gets a new one.
    [[nodiscard]] static bool is_abandoned(const Queue& queue) {
        return info<cl_uint>(clGetCommandQueueInfo, queue.get(), CL_QUEUE_REFERENCE_COUNT,
                             "clGetCommandQueueInfo") == 1;
    }

    std::vector<Entry> kept_;
};

inline Buffer KeptSums::take(cl_command_queue queue, cl_context context, std::uint64_t bytes) {
    if (queue == nullptr) return {};
    const auto found = std::ranges::find(kept_, queue, queue_of);
    if (found != kept_.end() && found->sums) return std::move(found->sums);
    if (found == kept_.end()) {
        std::erase_if(kept_, [](const Entry& entry) { return is_abandoned(entry.queue); });
        if (kept_.size() == max_queues) return {};
        kept_.push_back({Queue::retained(queue), {}});
    }
    return create_zeros(context, bytes);
}

inline void KeptSums::keep(cl_command_queue queue, Buffer sums) noexcept {
    if (!sums) return;
    const auto found = std::ranges::find(kept_, queue, queue_of);
    if (found != kept_.end()) found->sums = std::move(sums);
}

inline Workspace KeptSums::workspace_for(CommandSink& commands, const Engine& engine, const Memory& given,
                                         std::uint64_t bytes) {
    if (given != nullptr) return {{}, engine.device().memory(given), false};
    auto* const context = engine.context();
    Buffer own;
    if (engine.decision().merge == Merge::last_group)
        own = commands.repeats() ? create_zeros(context, bytes)
                                 : take(commands.in_order_queue(), context, bytes);
    const bool zero = static_cast<bool>(own);
    if (!own) own = create_buffer(context, CL_MEM_READ_WRITE, bytes);
    commands.keep(own);
    auto* const handle = own.get();
    return {std::move(own), handle, zero};
}

} // namespace histo_cl::detail
