#pragma once

#include "bench/columns/table.hpp"
#include "common/opencl.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace bench_columns {

/// LightGBM's OpenCL kernels (src/treelearner/ocl of microsoft/LightGBM), which are read from a folder: a
/// gradient and a hessian of each bin, in floats. Launched as its GPU tree learner does.
class LightGbm {
  public:
    /// Throws Error(file_error) if histogram16.cl, histogram64.cl or histogram256.cl is not there.
    LightGbm(cl::Context context, cl::CommandQueue queue, const std::filesystem::path& folder,
             const State& state, const Table& table);

    /// Enqueues the kernel.
    void enqueue(cl::Event* event) const;
    /// [column][bin][gradient, hessian], as sums_by_loop() has them.
    [[nodiscard]] std::vector<double> sums() const;

  private:
    static constexpr std::uint32_t work_group_size = 256;

    template <class T>
    [[nodiscard]] const cl::Buffer& buffer(const std::vector<T>& data);

    cl::Context context_;
    cl::CommandQueue queue_;
    std::uint32_t columns_, bins_;
    std::uint32_t columns_per_word_; ///< 8 of 4 bits, or 4 of 8
    std::uint32_t words_per_row_;
    std::uint32_t groups_per_word_ = 1; ///< work-groups, a power of two
    cl::Kernel kernel_;
    std::vector<cl::Buffer> buffers_; ///< the kernel keeps none of its arguments
    cl::Buffer sums_;
};

} // namespace bench_columns
