#pragma once

#include "call/kept_plans.hpp"
#include "core/mutex.hpp"
#include "histo_cl/device.hpp"
#include "histo_cl/layout.hpp"
#include "histo_cl/options.hpp"
#include "histo_cl/problem.hpp"
#include "stream/chunk_layout.hpp"

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

// A lane is the way of chunks through one device.

namespace histo_cl::detail {

/// Flat data for one launch.
struct Chunk {
    HostData data; ///< with its count
    std::uint64_t bytes = 0;
    bool on_calling_thread = false; ///< was counted there
};

/// The place of one chunk on its way.
class Slot {
  public:
    explicit Slot(std::size_t its_lane) : lane(its_lane) {}
    Slot(const Slot&) = delete;
    Slot& operator=(const Slot&) = delete;
    virtual ~Slot() = default;

    /// Staging memory for a whole chunk, for the thread that holds the slot.
    [[nodiscard]] virtual std::span<std::byte> memory() = 0;

    std::size_t lane; ///< its number
    Chunk chunk;      ///< what it counts, if its lane is asynchronous; its lists are these:
    std::array<std::span<const std::byte>, max_arrays> arrays;
    std::array<std::span<const std::byte>, max_weight_vectors> weight_vectors;
};

/// The receiver of a lane's reports, one for each chunk that it has taken, from any thread. Thread-safe.
class Reports {
  public:
    Reports() = default;
    Reports(const Reports&) = delete;
    Reports& operator=(const Reports&) = delete;
    virtual ~Reports() = default;

    /// Throws nothing: it may be called by a thread of the lane's own.
    virtual void counted(Slot& slot, const Chunk& chunk, std::span<const std::uint64_t> words) noexcept = 0;
    /// The lane has failed for good. Nothing of the slot's chunk is counted, and no command uses the slot.
    virtual void failed(Slot& slot, std::exception_ptr error) noexcept = 0;
};

class Lane {
  public:
    Lane() = default;
    Lane(const Lane&) = delete;
    Lane& operator=(const Lane&) = delete;
    /// All that it has taken has been reported.
    virtual ~Lane() = default;

    /// Throws if there is no memory for one more.
    [[nodiscard]] virtual std::unique_ptr<Slot> make_slot(std::size_t lane) = 0;
    /// Takes a chunk, which may lie in any memory, counts it and reports. Data that are not pinned may be
    /// changed when this returns, unless they lie in the slot; pinned ones when it is reported. If it throws,
    /// the lane has failed for good, nothing is reported, and no command uses the slot. Thread-safe for
    /// different slots.
    virtual void count(Slot& slot, const Chunk& chunk, Reports& reports) = 0;
};

/// The lane of a CPU: the thread that pushes counts the chunk where it lies, as histogram() does.
class InPlaceLane final : public Lane {
  public:
    /// The problem is the stream's, checked, and outlives this.
    InPlaceLane(const Problem& problem, Device device, Options options, std::size_t chunk_bytes);

    [[nodiscard]] std::unique_ptr<Slot> make_slot(std::size_t lane) override;
    void count(Slot& slot, const Chunk& chunk, Reports& reports) override;

  private:
    const Problem& problem_;
    Device device_;
    Options options_;
    std::size_t chunk_bytes_;
};

/// The lane of a device with memory of its own: a chunk is copied to page-locked memory, uploaded, counted
/// and read back. Each slot puts these commands on one of a few in-order queues, so that those of different
/// slots overlap; a thread waits for them. If none can be started, count() waits itself.
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

} // namespace histo_cl::detail
