#pragma once

#include "engines/single.hpp"
#include "variants/partitions.hpp"

namespace histo_cl::detail {

/// Counts one histogram of more bins than local memory holds: looks at a slice's samples, queues their bin
/// numbers up by partitions of the bins, in rounds, and counts each queue in local memory. Samples that are
/// not nearly flat are counted by their hot bins instead.
class Partitioned final : public Single {
  public:
    Partitioned(std::shared_ptr<const Target> target, SingleBuild build);

    void set_common_arguments(cl_kernel original, cl_kernel copy) const override;

  private:
    [[nodiscard]] std::uint64_t used_workspace(const Geometry& g) const override;
    void launch_slices(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g,
                       bool accumulate) const override HISTO_CL_REQUIRES(kernel_arguments_);
    void launch_empty(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g) const override
        HISTO_CL_REQUIRES(kernel_arguments_);

    [[nodiscard]] std::uint64_t sample_count(const Geometry& g, const Slice& slice) const;
    [[nodiscard]] std::uint64_t queue_bytes(const Geometry& g) const;
    [[nodiscard]] Rounds rounds_for(const Geometry& g, const Slice& slice) const;
    [[nodiscard]] bool looks_first(const Geometry& g) const;
    void launch_look(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g,
                     const Slice& slice, bool add) const HISTO_CL_REQUIRES(kernel_arguments_);
    void launch_round(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g,
                      const Slice& slice, const Rounds& rounds, std::uint32_t number) const
        HISTO_CL_REQUIRES(kernel_arguments_);

    Kernel look_;
    Kernel count_partitions_;
};

} // namespace histo_cl::detail
