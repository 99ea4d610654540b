#pragma once

#include "call/kept_plans.hpp"
#include "core/integers.hpp"
#include "core/mutex.hpp"
#include "histo_cl/device.hpp"
#include "histo_cl/host_data.hpp"
#include "histo_cl/options.hpp"
#include "histo_cl/problem.hpp"
#include "problem/checked.hpp"
#include "problem/pitches.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

// The layout of a chunk's parts in one buffer, each at an aligned offset: the samples, or the array of each
// channel, then the mask, then each weight vector.

namespace histo_cl::detail {

struct ChunkLayout {
    std::uint64_t elements = 0; ///< maximum number of elements in a chunk
    std::uint64_t bytes = 0;    ///< size of the buffer
    // The offset of each part in bytes.
    std::uint64_t samples = 0;
    std::array<std::uint64_t, max_arrays> arrays = {};
    std::uint64_t mask = 0;
    std::array<std::uint64_t, max_weight_vectors> weights = {};
};

/// The alignment of each part: a multiple of the size of every sample type and of the cache lines of GPUs.
inline constexpr std::uint64_t chunk_alignment = 256;

[[nodiscard]] inline ChunkLayout layout_of(const Problem& problem, std::uint64_t elements) {
    const auto pitch = pitches(problem, {});
    const auto planes = problem.layout.order == Order::planar ? problem.channels() : 1;
    ChunkLayout layout{.elements = elements};
    std::uint64_t at = 0;
    const auto place = [&](std::uint64_t& part, std::uint64_t bytes) {
        part = at;
        at = saturating_add(at,
                            saturating_add(bytes, chunk_alignment - 1) / chunk_alignment * chunk_alignment);
    };
    place(layout.samples, saturating_multiply(elements, saturating_multiply(pitch.stride, planes)));
    for (std::size_t channel = 0; channel < layout.arrays.size(); ++channel)
        place(layout.arrays.at(channel), saturating_multiply(elements, pitch.arrays.at(channel).stride));
    place(layout.mask, problem.layout.mask ? elements : 0);
    for (std::size_t vector = 0; vector < layout.weights.size(); ++vector)
        place(layout.weights.at(vector),
              vector < problem.weights.vectors ? saturating_multiply(elements, pitch.weight_stride) : 0);
    layout.bytes = at;
    return layout;
}

/// Returns the layout of chunks with as many elements as fit in `bytes` bytes, not counting padding: at least
/// one element, and a multiple of chunk_alignment if there are more than chunk_alignment.
[[nodiscard]] inline ChunkLayout chunk_layout(const Problem& problem, std::uint64_t bytes) {
    const auto per_element =
        std::max<std::uint64_t>(layout_of(problem, chunk_alignment).bytes / chunk_alignment, 1);
    auto elements = std::max<std::uint64_t>(bytes / per_element, 1);
    if (elements > chunk_alignment)
        elements -= elements % chunk_alignment; // all chunks of the data then have the alignment of the first
    return layout_of(problem, elements);
}

/// Maximum number of parts: the arrays, the mask and the weight vectors.
inline constexpr std::size_t max_chunk_parts = max_arrays + 1 + max_weight_vectors;

// A lane counts chunks on one device or, if it has no device, on the threads that push them.

/// Data without rows that a lane counts as a whole.
struct Chunk {
    HostData data;           ///< the data, with Shape::count set
    std::uint64_t bytes = 0; ///< bytes of samples, mask and weights
    bool on_calling_thread = false;
};

/// The memory of one chunk in flight.
class Slot {
  public:
    explicit Slot(std::size_t its_lane) : lane(its_lane) {}
    Slot(const Slot&) = delete;
    Slot& operator=(const Slot&) = delete;
    virtual ~Slot() = default;

    /// Staging memory for a whole chunk. Only the thread that holds the slot may use it.
    [[nodiscard]] virtual std::span<std::byte> memory() = 0;

    std::size_t lane; ///< the index of the slot's lane
    Chunk chunk;      ///< the chunk being counted, if the lane counts asynchronously
    // The arrays that chunk.data.arrays and chunk.data.weight_vectors refer to.
    std::array<HostArray, max_arrays> arrays;
    std::array<HostArray, max_weight_vectors> weight_vectors;
};

/// Receives a lane's reports, one for each chunk that it has accepted, from any thread. Thread-safe.
class Reports {
  public:
    Reports() = default;
    Reports(const Reports&) = delete;
    Reports& operator=(const Reports&) = delete;
    virtual ~Reports() = default;

    /// The lane has counted the slot's chunk. `words`: the normalized words of its sums
    /// (plan/partial_sums.hpp).
    virtual void counted(Slot& slot, const Chunk& chunk, std::span<const std::uint64_t> words) noexcept = 0;
    /// The lane has failed permanently. No part of the slot's chunk has been counted, and no command uses the
    /// slot any more.
    virtual void failed(Slot& slot, std::exception_ptr error) noexcept = 0;
};

class Lane {
  public:
    Lane() = default;
    Lane(const Lane&) = delete;
    Lane& operator=(const Lane&) = delete;
    /// All accepted chunks must have been reported.
    virtual ~Lane() = default;

    /// Makes another slot. `lane`: the index of this lane. Throws if there is not enough memory.
    [[nodiscard]] virtual std::unique_ptr<Slot> make_slot(std::size_t lane) = 0;
    /// Counts a chunk, which may be in any memory, and reports it. Pinned data and data in the slot must not
    /// change until the report; other data may change when this returns. If it throws, the lane has failed
    /// permanently, nothing is reported, and no command uses the slot. Thread-safe for different slots.
    virtual void count(Slot& slot, const Chunk& chunk, Reports& reports) = 0;
};

/// A lane for a CPU, or without a device. The thread that calls count() counts the chunk in place, as
/// histogram() does. Without a device, no kernel is used.
class InPlaceLane final : public Lane {
  public:
    /// `problem`: the problem of the stream. It must have been checked, and must outlive the lane.
    InPlaceLane(const Problem& problem, std::optional<Device> device, Options options,
                std::size_t chunk_bytes);

    [[nodiscard]] std::unique_ptr<Slot> make_slot(std::size_t lane) override;
    void count(Slot& slot, const Chunk& chunk, Reports& reports) override;

  private:
    const Problem& problem_;
    std::optional<Device> device_;
    Options options_;
    std::size_t chunk_bytes_;
};

/// The lane of a device with its own memory. A chunk is copied to page-locked memory unless it is already
/// there. Then it is uploaded and counted, and its counts are read back. Each slot uses one of three in-order
/// queues for these commands, so that commands of different slots overlap. A thread of the lane waits for the
/// commands. If this thread cannot be started, count() waits for them.
class StagedLane final : public Lane {
  public:
    /// `problem`: the problem of the stream. It must have been checked, and must outlive the lane. Throws
    /// like Plan.
    StagedLane(const Problem& problem, const Device& device, const Options& options,
               const ChunkLayout& layout);
    StagedLane(const StagedLane&) = delete;
    StagedLane& operator=(const StagedLane&) = delete;
    ~StagedLane() override;

    [[nodiscard]] std::unique_ptr<Slot> make_slot(std::size_t lane) override;
    void count(Slot& slot, const Chunk& chunk, Reports& reports) override;

  private:
    class StagedSlot;
    struct EnqueuedChunk { // a chunk whose commands are enqueued, but not yet waited for
        StagedSlot* slot;
        Reports* reports;
    };
    struct LaneQueue {
        Queue queue;
        /// The workspace of the queue's jobs, which run one after the other. Null if they need none, or if
        /// the plan keeps one for the queue (KeptSums).
        Buffer workspace;
    };

    void submit(StagedSlot& slot);
    void wait_for_chunks();
    /// Waits for a chunk and reports it.
    void finish(const EnqueuedChunk& chunk) noexcept;

    const Problem& problem_;
    ChunkLayout layout_;
    std::shared_ptr<const KeptPlan> kept_;
    std::array<LaneQueue, 3> queues_;
    std::atomic<std::size_t> slots_ = 0;

    std::mutex mutex_;
    std::condition_variable changed_;
    // The following members are guarded by mutex_.
    std::deque<EnqueuedChunk> enqueued_;
    bool over_ = false; ///< if set, the thread ends when `enqueued_` is empty

    std::jthread waiter_; ///< last, so that it is joined first; empty if it could not be started
};

} // namespace histo_cl::detail
