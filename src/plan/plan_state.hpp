#pragma once

#include "core/mutex.hpp"
#include "core/saturating.hpp"
#include "histo_cl/plan.hpp"
#include "opencl/handle.hpp"
#include "opencl/pointer_calls.hpp"
#include "plan/check_objects.hpp"
#include "plan/kept_sums.hpp"
#include "policy/counters.hpp"
#include "problem/checked_problem.hpp"
#include "problem/passes.hpp"
#include "program/program.hpp"

#include <algorithm>
#include <memory>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// The built program and those of its kernels that the decision launches.
struct Kernels {
    std::shared_ptr<SharedProgram> program;
    Kernel histogram;
    Kernel merge_partials;                      ///< only for Merge::device
    Kernel look, count_partitions;              ///< only for Variant::partitioned
    Kernel zero_sums, count_range, finish_sums; ///< only for wide sums
    Kernel weight_range, take_range;            ///< only for wide sums without a bound
    std::vector<std::uint32_t> numbers;         ///< an argument of `histogram`, see KernelSource::numbers
    /// Of `histogram` and `look`: the plan's are set once, as it is made.
    cl_uint first_argument_of_a_job = 0;
    cl_uint first_argument_of_a_range = 0; ///< the same of `weight_range`
    bool compiled = false;
};

struct PlanState;

/// Of a problem that takes passes.
struct PassPlans {
    std::vector<Pass> passes; ///< Pass::problem is the number of its plan
    std::vector<std::shared_ptr<const PlanState>> plans;
    std::shared_ptr<SharedProgram> program;
    Kernel take, place;
    Kernel gather_samples;              ///< of a problem that is gathered
    Kernel gather_mask, gather_weights; ///< only with indices
};

/// Of a decision for columns.
struct ColumnKernels {
    std::shared_ptr<SharedProgram> program;
    Kernel zero, range, count, finish, leave;
    Buffer first_cells, starts, order; ///< see kernels/column_sums.cl
    Buffer in_cells;                   ///< the same; null if the weights have no range to find
    Buffer channels;                   ///< null if they are side by side
    Buffer spare;               ///< for the number of skipped indices, if there are none or nobody asks
    std::size_t most_cells = 0; ///< of an axis
};

/// What a plan is made of. Written by the constructor alone; after that only the kernels' arguments change,
/// under the lock.
struct PlanState {
    Problem problem;
    DeviceProfile profile;
    Decision decision;
    std::uint64_t workspace_limit = 0;
    cl_device_id device = nullptr;
    Context context;
    Kernels kernels;
    /// Those of attempts that the driver refused: the next plan of the kind tries them again, and need not
    /// build them.
    std::vector<std::shared_ptr<SharedProgram>> refused_programs;
    PassPlans in_passes; ///< with no passes: `kernels` count all
    ColumnKernels columns;
    Buffer thresholds; ///< null if the indexing needs none
    std::uint64_t threshold_bytes = 0;
    PointerCalls pointers;
    mutable Mutex kernel_arguments; ///< clSetKernelArg and the enqueue after it belong together
    mutable KeptSums kept_sums HISTO_CL_GUARDED_BY(kernel_arguments); ///< for Merge::last_group

    [[nodiscard]] MadeFor made_for() const noexcept { return {context.get(), device, profile, pointers}; }
    [[nodiscard]] CheckedProblem checked_problem() const noexcept { return CheckedProblem::copy(problem); }
    [[nodiscard]] std::uint64_t count_bytes(std::uint64_t histograms) const noexcept {
        return saturating_multiply(histograms, std::uint64_t{problem.counters()} * bytes(problem.counter));
    }
    /// Of one histogram, as enqueue_partial() leaves it.
    [[nodiscard]] std::uint64_t partial_bytes() const noexcept {
        return has_wide_sums(problem) ? partial_offset(problem, problem.counters()) : count_bytes(1);
    }
    /// Whether `kernels` count all.
    [[nodiscard]] bool counts_in_one() const noexcept { return !takes_passes() && !decision.columns; }
    [[nodiscard]] bool takes_passes() const noexcept { return !in_passes.passes.empty(); }
    [[nodiscard]] std::uint64_t workspace_bytes(std::uint64_t histograms) const noexcept {
        if (decision.columns) return decision.workspace_bytes;
        if (takes_passes()) {
            std::uint64_t most = 0;
            for (const auto& plan : in_passes.plans)
                most = std::max(most, plan->workspace_bytes(histograms));
            return most;
        }
        const auto sums = workspace_parts(problem, histograms).partials;
        return saturating_add(saturating_multiply(sums, sizeof(cl_uint)), decision.workspace_bytes);
    }
};

} // namespace histo_cl::inline HISTO_CL_ABI::detail
