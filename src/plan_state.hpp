#pragma once

#include "handle.hpp"
#include "histo_cl/plan.hpp"

#include <mutex>

namespace histo_cl::detail {

/// What a plan is made of. Written by the constructor alone; after that only the kernels' arguments change,
/// under the lock.
struct PlanState {
    Problem problem;
    DeviceProfile profile;
    Decision decision;
    cl_device_id device = nullptr;
    Context context;
    Program program;
    Kernel histogram;
    Kernel merge_partials; ///< only for Merge::device
    Buffer thresholds;     ///< null if the indexing needs none
    std::uint64_t threshold_bytes = 0;
    bool from_cache = false;
    mutable std::mutex kernel_arguments; ///< clSetKernelArg and the enqueue after it belong together

    [[nodiscard]] std::uint64_t count_bytes() const noexcept {
        return std::uint64_t{problem.bins()} * bytes(problem.counter);
    }
};

} // namespace histo_cl::detail
