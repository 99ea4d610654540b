#pragma once

#include "core/mutex.hpp"
#include "device/objects.hpp"
#include "histo_cl/plan.hpp"
#include "problem/checked.hpp"

#include <cstdint>
#include <deque>
#include <exception>
#include <span>
#include <vector>

namespace histo_cl::detail {

/// Counts jobs whose data is already on devices, on the callers' queues, with one plan for each pair of
/// context and device. Thread-safe.
class ResidentParts {
  public:
    /// The problem must have been checked, must have 64-bit counters, and must outlive this object.
    ResidentParts(const Problem& problem, Options options);

    /// Enqueues a job whose counts are null. If 16 jobs are in flight, first waits for the oldest. Returns
    /// the job's number of elements. Throws like Plan and Plan::enqueue; then nothing is added, and a buffer
    /// that commands may still write to is not reused.
    std::uint64_t add(cl_command_queue queue, const Job& job);
    /// Waits for all jobs, and adds the words of those since the last collect() to `words`. If any of them
    /// has failed, adds nothing, drops them all, and throws the error of the last that failed.
    void collect(std::span<std::uint64_t> words);

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
        Buffer counts;
        Event done;
    };

    [[nodiscard]] Buffer take_counts(PlanOf& of) HISTO_CL_REQUIRES(mutex_);
    [[nodiscard]] PlanOf& plan_for(cl_command_queue queue) HISTO_CL_REQUIRES(mutex_);
    void finish_first() HISTO_CL_REQUIRES(mutex_);

    const Problem& problem_;
    Options options_;
    Mutex mutex_;
    std::deque<PlanOf> plans_ HISTO_CL_GUARDED_BY(mutex_); ///< a deque, so that Part::of stays valid
    std::deque<Part> parts_ HISTO_CL_GUARDED_BY(mutex_);
    std::vector<std::uint64_t> words_ HISTO_CL_GUARDED_BY(mutex_);
    std::exception_ptr failure_ HISTO_CL_GUARDED_BY(mutex_);
};

} // namespace histo_cl::detail
