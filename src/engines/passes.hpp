#pragma once

#include "engines/single.hpp"
#include "problem/split.hpp"

#include <array>
#include <vector>

namespace histo_cl::detail {

/// The kernels of pass_source() that gather elements.
struct GatherKernels {
    Kernel samples;
    Kernel mask, weights; ///< only with indices
};

/// The gathered elements of one job, for a problem that is_gathered(). gather_common() and gather_samples()
/// launch kernels, so their caller must hold the lock of the engine that owns the kernels.
class GatheredElements {
  public:
    /// `max_axes`: maximum number of axes of a pass.
    GatheredElements(const Engine& engine, const GatherKernels& kernels, const Job& job,
                     const CheckedShape& shape, std::size_t max_axes);

    /// Gathers the mask and the weights of the listed elements, which all passes share, and counts the
    /// skipped indices.
    void gather_common(CommandSink& commands) const;

    /// Gathers the samples of a pass with `axes` axes, unless the previous call gathered the same samples.
    void gather_samples(CommandSink& commands, const Pass& pass, std::size_t axes);

    /// Returns the job with the gathered elements in place of its own. Weights that were not gathered stay
    /// the same. The result refers to this object's buffers.
    [[nodiscard]] Job with_gathered(Job given) const;

  private:
    /// Sets the first arguments of a kernel (LIST_PARAMETERS). Returns an object that sets the next ones.
    [[nodiscard]] Arguments first_arguments(cl_kernel kernel) const;

    const Engine& engine_;
    const GatherKernels& kernels_;
    const Job& job_;
    const CheckedShape& shape_;
    Buffer samples_;
    Buffer mask_;
    Buffer skipped_; ///< receives the number of skipped indices if the job has no buffer for it
    std::array<Buffer, max_weight_vectors> weights_;
    std::vector<WeightBuffer> weight_buffers_; ///< the buffers of `weights_`, for Job::weight_vectors
    const Pass* gathered_ = nullptr;           ///< the pass whose samples were gathered last
    std::size_t gathered_axes_ = 0;
};

} // namespace histo_cl::detail
