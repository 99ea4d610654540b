#pragma once

#include "core/mutex.hpp"
#include "device/objects.hpp"
#include "histo_cl/plan.hpp"
#include "histo_cl/stream.hpp"
#include "problem/checked.hpp"
#include "stream/lane.hpp"
#include "stream/lane_pool.hpp"

#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace histo_cl::detail {

/// The sum of the words of everything that has been counted (plan/partial_sums.hpp), and the numbers of
/// elements. Thread-safe.
class StreamSums {
  public:
    explicit StreamSums(Problem problem);

    /// The problem of the result.
    [[nodiscard]] const Problem& problem() const noexcept { return problem_; }

    /// Adds the words of counted elements.
    void merge(std::span<const std::uint64_t> words, std::uint64_t elements);
    void add_pushed(std::uint64_t elements);
    void reset();

    [[nodiscard]] std::uint64_t pushed() const;
    /// What has been counted so far: while another thread pushes, a part of the pushed elements.
    [[nodiscard]] Partial partial() const;

  private:
    Problem problem_;
    mutable Mutex mutex_;
    std::vector<std::uint64_t> words_ HISTO_CL_GUARDED_BY(mutex_);
    std::uint64_t counted_ HISTO_CL_GUARDED_BY(mutex_) = 0;
    std::uint64_t pushed_ HISTO_CL_GUARDED_BY(mutex_) = 0;
};

/// Counts jobs whose data is already on devices, on the callers' queues, with one plan for each pair of
/// context and device. Thread-safe.
class ResidentParts {
  public:
    /// `problem` must have been checked, and must have 64-bit counters. All but `options` must outlive this
    /// object.
    ResidentParts(const Problem& problem, Options options, StreamSums& sums, LanePool& lanes);

    /// Enqueues a job whose counts are null. If 16 jobs are in flight, first waits for the oldest. Returns
    /// the job's number of elements. Throws like Plan and Plan::enqueue; then nothing is added, and a buffer
    /// that commands may still write to is not reused.
    std::uint64_t add(cl_command_queue queue, const Job& job, std::span<const cl_event> wait);
    /// Waits for all jobs. A job that has ended is added to the sums; one that has failed ends the stream.
    void finish();

  private:
    struct PlanOf {
        Context context;
        cl_device_id device;
        Plan plan;
        std::uint64_t bytes;        ///< size of a job's counts
        std::vector<Buffer> spares; ///< unused buffers for counts, kept because drivers take long to make one
    };
    struct Part {
        PlanOf* of;
        Queue queue;
        std::uint64_t elements;
        Buffer counts;
        Event done;
    };

    [[nodiscard]] Buffer take_counts(PlanOf& of) HISTO_CL_REQUIRES(mutex_);
    [[nodiscard]] PlanOf& plan_for(cl_command_queue queue) HISTO_CL_REQUIRES(mutex_);
    void finish_first() HISTO_CL_REQUIRES(mutex_);

    const Problem& problem_;
    Options options_;
    StreamSums& sums_;
    LanePool& lanes_;
    Mutex mutex_;
    std::deque<PlanOf> plans_ HISTO_CL_GUARDED_BY(mutex_); ///< a deque, so that Part::of stays valid
    std::deque<Part> parts_ HISTO_CL_GUARDED_BY(mutex_);
};

/// Calls StreamOptions::progress in one thread at a time, and at most every 100 ms except for report_last().
class ProgressReporter {
  public:
    ProgressReporter(const StreamOptions& options, LanePool& lanes) : options_(options), lanes_(lanes) {}

    /// Calls the callback, unless the last call was less than 100 ms ago or another thread is calling it. An
    /// exception of the callback ends the stream.
    void report() noexcept;
    /// Calls the callback even if the last call was recent.
    void report_last() noexcept;
    void reset();

  private:
    using Guard = std::unique_lock<std::mutex>;

    void call(const Guard& turn, LanePool::Clock::time_point now) noexcept;

    const StreamOptions& options_;
    LanePool& lanes_;
    std::mutex mutex_; ///< guards the members below
    LanePool::Clock::time_point last_time_;
    std::uint64_t last_bytes_ = 0;
};

/// A stream divides pushed data into chunks, assigns them to lanes, and merges the words that they report.
class StreamState final : public Reports {
  public:
    StreamState(const Problem& problem, const StreamOptions& options);

    void push(const HostData& data);
    std::uint64_t fill(std::uint64_t bytes, const std::function<std::uint64_t(std::span<std::byte>)>& fill);
    void push(cl_command_queue queue, const Job& job, std::span<const cl_event> wait);
    [[nodiscard]] Partial partial();
    void reset();

    [[nodiscard]] const Problem& problem() const noexcept { return problem_; }
    [[nodiscard]] std::uint64_t chunk_bytes() const noexcept;
    [[nodiscard]] std::uint64_t elements() const { return sums_.pushed(); }
    [[nodiscard]] std::vector<DeviceShare> shares() const { return lanes_.shares(); }

    void counted(Slot& slot, const Chunk& chunk, std::span<const std::uint64_t> words) noexcept override;
    void failed(Slot& slot, std::exception_ptr error) noexcept override;

  private:
    void count_chunks(const CheckedData& data);
    void collect();

    Problem problem_;
    std::vector<std::optional<Device>> devices_; ///< nullopt: the threads that push
    StreamOptions options_;
    ChunkLayout layout_;
    /// Maximum number of elements per chunk of a push: layout_.elements, or more if only a CPU or the pushing
    /// threads count.
    std::uint64_t elements_per_push_;
    unsigned threads_; ///< number of threads that copy or count one push
    StreamSums sums_;
    ProgressReporter progress_;
    ResidentParts resident_;
    LanePool lanes_; ///< last, so that it is destroyed first: its threads use the other members
};

} // namespace histo_cl::detail
