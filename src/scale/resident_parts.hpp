#pragma once

#include "core/mutex.hpp"
#include "histo_cl/plan.hpp"
#include "opencl/handle.hpp"
#include "problem/checked_problem.hpp"

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// Jobs on data that lie on devices, on the queues of whoever has them: a plan for each context and device.
/// Thread-safe.
class ResidentParts {
  public:
    /// The problem is checked, has counters of 64 bits and outlives this.
    ResidentParts(const Problem& problem, Options options);

    /// Enqueues a job whose counts are null. Throws like Plan and Plan::enqueue, and then adds nothing.
    /// Returns its elements.
    std::uint64_t add(cl_command_queue queue, const Job& job);
    /// Waits for all jobs and adds their words to those given. Throws if one failed; none is left then.
    void collect(std::span<std::uint64_t> words);

  private:
    struct PlanOf {
        Context context;
        cl_device_id device;
        Plan plan;
    };
    struct Part {
        Queue queue;
        Buffer counts;
        std::uint64_t bytes;
        Event done;
    };

    [[nodiscard]] const Plan& plan_for(cl_command_queue queue) HISTO_CL_REQUIRES(mutex_);

    const Problem& problem_;
    Options options_;
    Mutex mutex_;
    std::deque<PlanOf> plans_ HISTO_CL_GUARDED_BY(mutex_); ///< which stay where they are
    std::vector<Part> parts_ HISTO_CL_GUARDED_BY(mutex_);
};

} // namespace histo_cl::inline HISTO_CL_ABI::detail
