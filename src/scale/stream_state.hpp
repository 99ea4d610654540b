#pragma once

#include "histo_cl/stream.hpp"
#include "problem/checked_shape.hpp"
#include "scale/chunk_layout.hpp"
#include "scale/help_trial.hpp"
#include "scale/lane.hpp"
#include "scale/resident_parts.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// What a stream is: its lanes with their slots, which it deals the chunks to, and the sums so far.
///
/// Threads look at the stop token when a slot is back, and do not wait for the token: in libstdc++ 12 without
/// futexes, as on Windows, the destructor of a std::stop_callback may miss its wake-up
/// (docs/notes/platforms.md).
class StreamState final : public Reports {
  public:
    StreamState(const Problem& problem, std::span<const Device> devices, const StreamOptions& options);
    ~StreamState() override;

    void push(const HostData& data);
    std::uint64_t fill(std::uint64_t bytes, const std::function<std::uint64_t(std::span<std::byte>)>& fill);
    void push(cl_command_queue queue, const Job& job);
    [[nodiscard]] std::vector<std::uint64_t> counts(CounterType sum);
    [[nodiscard]] Partial partial();
    void reset();

    [[nodiscard]] const Problem& problem() const noexcept { return problem_; }
    [[nodiscard]] std::uint64_t chunk_bytes() const noexcept;
    [[nodiscard]] std::uint64_t elements() const;
    [[nodiscard]] std::vector<DeviceShare> shares() const;

    void counted(Slot& slot, const Chunk& chunk, std::span<const std::uint64_t> words) noexcept override;
    void failed(Slot& slot, std::exception_ptr error) noexcept override;

  private:
    using Clock = std::chrono::steady_clock;
    using Guard = std::unique_lock<std::mutex>;

    struct OneLane {
        Device device;
        bool helps = false; ///< a CPU beside other devices
        std::unique_ptr<Lane> lane;
        std::vector<std::unique_ptr<Slot>> slots;
        std::size_t most_slots = 0;
        std::size_t slots_made = 0; ///< or being made
        std::vector<Slot*> free;
        std::uint64_t bytes = 0;
        std::exception_ptr error;
    };

    void set_up(OneLane& lane, const Device& device);

    // With the lock held; those that take it may let go of it for a while.
    [[nodiscard]] OneLane* free_lane();
    void throw_if_over();
    void give_up(OneLane& lane, const std::exception_ptr& error) noexcept;
    void slot_is_back() noexcept;
    void settle(Guard& lock);
    void collect();

    [[nodiscard]] Slot& take_slot();
    void give_back(Slot& slot) noexcept;
    /// Until a lane has taken the chunk. Counts `slot` as back, whatever happens.
    void deal(Slot& slot, const Chunk& chunk);
    void count_chunks(const CheckedData& data);
    void report_progress(bool last) noexcept;

    Problem problem_;
    StreamOptions options_;
    ChunkLayout layout_;
    ResidentParts resident_;
    std::uint64_t elements_of_a_push_ =
        0;                 ///< that is divided: those of a chunk, or more if nothing is staged
    unsigned threads_ = 1; ///< that copy or count one push

    mutable std::mutex mutex_;
    std::condition_variable slot_freed_; ///< a thread that waits for a slot may have one
    std::condition_variable quiet_;      ///< no chunk is on its way, or there is one to count again
    // What follows is guarded by mutex_.
    std::vector<OneLane> lanes_;
    std::vector<Slot*> uncounted_;     ///< of lanes that failed
    std::size_t under_way_ = 0;        ///< slots taken and not given back
    std::vector<std::uint64_t> words_; ///< plan/partial_sums.hpp
    std::uint64_t elements_ = 0;
    std::uint64_t bytes_ = 0;
    std::optional<Clock::time_point> start_;
    std::optional<HelpTrial> trial_; ///< if there are lanes that help
    std::exception_ptr failure_;     ///< chunks are missing from the sums

    std::mutex progress_mutex_;
    Clock::time_point last_progress_;
    std::uint64_t last_bytes_ = 0;
};

} // namespace histo_cl::inline HISTO_CL_ABI::detail
