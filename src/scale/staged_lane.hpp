#pragma once

#include "core/mutex.hpp"
#include "histogram/kept_plans.hpp"
#include "scale/chunk_layout.hpp"
#include "scale/lane.hpp"

#include <array>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// Of a device with memory of its own: a chunk is copied to page-locked memory, uploaded, counted and read
/// back. Each slot puts these commands on one of a few in-order queues, so that those of different slots
/// overlap; a thread waits for them. If none can be started, count() waits itself.
class StagedLane final : public Lane {
  public:
    /// Throws like Plan. The problem is the stream's, checked, and outlives this.
    StagedLane(const Problem& problem, const Device& device, const Options& options,
               const ChunkLayout& layout);
    StagedLane(const StagedLane&) = delete;
    StagedLane& operator=(const StagedLane&) = delete;
    ~StagedLane() override;

    [[nodiscard]] std::unique_ptr<Slot> make_slot(std::size_t lane) override;
    void count(Slot& slot, const Chunk& chunk, Reports& reports) override;

  private:
    class StagedSlot;
    struct Lined { // up, to be waited for
        StagedSlot* slot;
        Reports* reports;
    };
    struct LaneQueue {
        Queue queue;
        Buffer workspace; ///< jobs of a queue come one after the other
    };

    void submit(StagedSlot& slot);
    void wait_for_chunks();
    /// Waits for a chunk and reports it.
    void finish(const Lined& lined) noexcept;

    const Problem& problem_;
    ChunkLayout layout_;
    std::shared_ptr<const KeptPlan> kept_;
    std::array<LaneQueue, 3> queues_;
    std::atomic<std::size_t> slots_ = 0;

    std::mutex mutex_;
    std::condition_variable changed_;
    // What follows is guarded by mutex_.
    std::deque<Lined> lined_;
    bool over_ = false; ///< the thread ends when nothing is lined up

    std::jthread waiter_; ///< ends before all else; empty if it could not be started
};

} // namespace histo_cl::inline HISTO_CL_ABI::detail
