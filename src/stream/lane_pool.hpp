#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/stream.hpp"
#include "stream/lane.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

namespace histo_cl::detail {

/// Determines whether CPUs should count together with other devices: kernels on a CPU compete for cores and
/// memory bandwidth with the copies to the other devices. After some chunks to warm up, equally many chunks
/// are counted first without and then with the CPUs, and the faster way is kept. The result depends only on
/// the sizes of the chunks and on the times at which they were counted.
class HelpTrial {
  public:
    static constexpr std::uint64_t warm_up_chunks = 16;
    static constexpr std::uint64_t chunks_per_way = 48;

    /// Whether CPUs get the next chunk.
    [[nodiscard]] bool helps() const noexcept;
    /// Reports that a chunk was counted, at the time `now` in seconds.
    void counted(std::uint64_t bytes, double now) noexcept;

    struct Rates { // bytes per second
        double without = 0;
        double with = 0;
    };
    /// The rates; empty until both ways have been tried.
    [[nodiscard]] std::optional<Rates> rates() const noexcept;

  private:
    struct Way {
        double start = 0;
        double end = 0;
        std::uint64_t bytes = 0;
        [[nodiscard]] double rate() const noexcept;
    };
    std::uint64_t chunks_ = 0;
    Way without_;
    Way with_;
};

/// The lanes of a stream, one for each device, with their slots. Assigns each chunk to a free slot, and to
/// another slot if the device fails. An empty device stands for the calling thread. All member functions are
/// safe to call from several threads at once.
///
/// Threads check the stop token whenever a slot becomes free. They do not use a std::stop_callback, whose
/// destructor may miss a wake-up in libstdc++ 12 without futexes, as on Windows (docs/notes/platforms.md).
class LanePool {
  public:
    using Clock = std::chrono::steady_clock;

    /// Throws if none of the devices can count the problem.
    LanePool(const Problem& problem, std::span<const std::optional<Device>> devices,
             const StreamOptions& options, const ChunkLayout& layout);
    LanePool(const LanePool&) = delete;
    LanePool& operator=(const LanePool&) = delete;
    ~LanePool();

    /// Waits for a free slot. Throws like throw_if_over().
    [[nodiscard]] Slot& take_slot();
    void return_slot(Slot& slot) noexcept;
    /// Passes the chunk to the slot's lane, and if that lane fails, to others. Returns when a lane has
    /// accepted the chunk, and throws like throw_if_over() if none does. `reports` receives the report of the
    /// lane. The slot becomes free in any case: after the report, or after its lane has failed.
    void deal(Slot& slot, const Chunk& chunk, Reports& reports);
    /// Waits until no chunk is being counted. Meanwhile, assigns the chunks of failed devices to other
    /// devices.
    void drain(Reports& reports);

    /// Reports that a lane has counted a chunk: its slot becomes free.
    void counted(Slot& slot, const Chunk& chunk) noexcept;
    /// Reports that a lane has failed to count the slot's chunk: drain() assigns the chunk again, or drops it
    /// if the stream has ended. Until then the slot stays in use.
    void failed(Slot& slot, const std::exception_ptr& error) noexcept;

    /// Ends the stream with an error, unless it has already ended with another.
    void end_with(const std::exception_ptr& error) noexcept;
    /// Throws Error(cancelled) after a stop request, else the error that has ended the stream, if any.
    void throw_if_over();
    /// Clears the traffic and the error that has ended the stream. If no device is left, the stream keeps an
    /// error. No chunk may be in flight.
    void reset();

    /// Sets Traffic::start, unless it is set.
    void start_clock();
    struct Traffic {
        std::uint64_t bytes = 0; ///< number of bytes counted
        std::optional<Clock::time_point>
            start; ///< when the first slot was taken, or start_clock() was called
    };
    [[nodiscard]] Traffic traffic() const;
    [[nodiscard]] std::vector<DeviceShare> shares() const;

  private:
    /// A lock of `mutex_`. Functions with a Guard parameter require it.
    using Guard = std::unique_lock<std::mutex>;

    struct OneLane {
        std::optional<Device> device;
        bool helps = false; ///< whether this is a CPU in a stream that also has other devices
        std::unique_ptr<Lane> lane;
        std::vector<std::unique_ptr<Slot>> slots;
        std::size_t max_slots = 0;
        std::size_t slots_made = 0; ///< including those that are being made
        std::vector<Slot*> free;
        std::uint64_t bytes = 0;
        std::uint64_t calling_thread_bytes = 0;
        std::exception_ptr error;
    };

    void set_up(const Guard& lock, OneLane& lane, const Problem& problem, const ChunkLayout& layout);
    [[nodiscard]] OneLane* free_lane(const Guard& lock);
    /// Makes another slot of a lane. Releases the lock meanwhile.
    void make_slot(Guard& lock, OneLane& lane);
    void throw_if_over(const Guard& lock);
    void give_up(const Guard& lock, OneLane& lane, const std::exception_ptr& error) noexcept;
    void slot_returned(const Guard& lock, Slot& slot) noexcept;

    const StreamOptions& options_;

    mutable std::mutex mutex_;
    /// Notified when a thread in take_slot() may get a slot or must throw.
    std::condition_variable slot_freed_;
    /// Notified when the last chunk in flight has been counted, and when a chunk must be assigned again.
    std::condition_variable quiet_;
    std::vector<OneLane> lanes_;
    std::vector<Slot*> uncounted_; ///< slots whose chunks must be assigned again: their lanes failed
    std::size_t slots_in_use_ = 0; ///< including those of `uncounted_`
    std::uint64_t bytes_ = 0;
    std::optional<Clock::time_point> start_;
    std::optional<HelpTrial> trial_; ///< empty if no lane `helps`
    std::exception_ptr failure_;     ///< the error that has ended the stream; its sums are incomplete
};

/// Whether chunks are copied to page-locked memory. False without a device.
[[nodiscard]] bool is_staged(const std::optional<Device>& device) noexcept;

[[nodiscard]] double seconds(std::chrono::steady_clock::duration time) noexcept;

} // namespace histo_cl::detail
