#pragma once

#include "device/commands.hpp"
#include "plan/plan_state.hpp"
#include "problem/checked_shape.hpp"

#include <array>

namespace histo_cl::detail {

/// The memory of the elements of one job, of a plan whose problem is_gathered().
class GatheredElements {
  public:
    GatheredElements(const PlanState& plan, const CheckedShape& shape);

    /// What all passes have in common: of a list, the mask, and the weights of elements.
    void gather(CommandSink& commands, const PlanState& plan, const Job& job, const CheckedShape& shape) const
        HISTO_CL_REQUIRES(plan.kernel_arguments);

    /// The samples of a pass, unless they are those of the pass before.
    void gather_samples(CommandSink& commands, const PlanState& plan, const Job& job,
                        const CheckedShape& shape, const Pass& pass) HISTO_CL_REQUIRES(plan.kernel_arguments);

    /// The job of a pass whose elements lie here. Its weights, if it has any, are still the given job's.
    [[nodiscard]] Job job_of(Job given, const Problem& problem, const Pass& pass) const;

  private:
    Buffer samples_;
    Buffer mask_;
    Buffer skipped_; ///< where the caller has no place for it
    std::array<Buffer, max_weight_vectors> weights_;
    const Pass* gathered_ = nullptr; ///< whose samples lie here
};

} // namespace histo_cl::detail
