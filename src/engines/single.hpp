#pragma once

#include "choose/choose.hpp"
#include "engines/job_arguments.hpp"
#include "engines/workspace.hpp"
#include "variants/partitions.hpp"

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace histo_cl::detail {

/// The thresholds of all axes, in the form that kernels read.
struct Thresholds {
    Buffer buffer; ///< null if the bins need no thresholds
    std::uint64_t bytes = 0;
};

/// A decision, its built program, and the arguments that its kernels share.
struct SingleBuild {
    Decision decision;
    std::shared_ptr<SharedProgram> program;
    bool compiled = false;
    std::vector<std::uint32_t> numbers; ///< KernelSource::numbers
    Thresholds thresholds;
};

/// A checked job, and what it shares with other passes of the same problem.
struct PassJob {
    const Job& job;
    const CheckedShape& shape;
    cl_mem offsets = nullptr; ///< the offsets of ragged segments, on the device
    cl_mem ranges = nullptr;  ///< LaunchBuffers::ranges
};

/// Counts one histogram, or a batch of histograms, with one variant. Each slice takes at least one launch.
class Single : public Engine {
  public:
    Single(std::shared_ptr<const Target> target, SingleBuild build);

    [[nodiscard]] std::uint64_t workspace_bytes(std::uint64_t histograms) const noexcept override;
    void enqueue(CommandSink& commands, const Job& job, const CheckedShape& shape) const override;
    void enqueue_partial(Commands& commands, const Job& job, const CheckedShape& shape) const override;
    [[nodiscard]] std::vector<std::uint64_t> count(Commands& commands, const Job& job,
                                                   const CheckedShape& shape) const override;
    void set_common_arguments(cl_kernel original, cl_kernel copy) const override;

    // The functions that passes of a larger job use.

    /// Like enqueue(), for one of several passes.
    void enqueue_pass(CommandSink& commands, const PassJob& pass) const;
    /// Like enqueue_partial(), for one of several passes.
    void enqueue_partial_pass(Commands& commands, const PassJob& pass) const;
    /// For each weight vector, raises its word in `ranges` to the greatest exponent field of the job's
    /// counted weights, unless the word is already greater.
    void enqueue_weight_range(CommandSink& commands, const PassJob& pass, cl_mem ranges) const;

    /// Counts one histogram of a batch, and adds to its existing counts.
    void add_histogram(CommandSink& commands, const PassJob& pass, std::uint32_t histogram) const;
    /// The buffer of thresholds; null if the kernel needs none.
    [[nodiscard]] cl_mem thresholds() const noexcept { return thresholds_.get(); }

    // The functions that the builder uses to try the program.

    [[nodiscard]] cl_kernel histogram() const noexcept { return histogram_.get(); }
    /// Number of work-groups of Single::launch_empty(). Each writes a row of partial counts, if the kernel
    /// has such rows.
    [[nodiscard]] std::uint32_t trial_groups() const noexcept;
    /// Launches the counting kernels once, with no samples. They read and write only zeros.
    void launch_nothing(CommandSink& commands, LaunchBuffers buffers) const;
    void set_decision(Decision decision) { decision_ = std::move(decision); }
    /// Keeps the programs of rejected attempts, so that the next plan of this kind, which tries them again,
    /// need not build them.
    void keep_refused(std::vector<std::shared_ptr<SharedProgram>> programs) {
        refused_ = std::move(programs);
    }

  protected:
    /// Whether a kernel uses local memory. It is the kernel's first argument if the decision passes it as an
    /// argument.
    enum class LocalMemory : bool { no, yes };

    /// Number of bytes of workspace that a job uses; 0 if the job has no elements, unless finishes_words().
    [[nodiscard]] virtual std::uint64_t used_workspace(const Geometry& g) const;
    /// Launches all slices of a job. The merge must not be Merge::host.
    virtual void launch_slices(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g,
                               bool accumulate) const HISTO_CL_REQUIRES(kernel_arguments_);
    /// Launches the kernels that add all slices of a job to its counters, or to its wide sums or ranks.
    virtual void add_slices(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g) const
        HISTO_CL_REQUIRES(kernel_arguments_);
    /// Launches the kernels for launch_nothing().
    virtual void launch_empty(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g) const
        HISTO_CL_REQUIRES(kernel_arguments_);

    /// Sets the arguments that are the same for all launches of a kernel that bins samples. Returns the index
    /// of the next argument.
    cl_uint set_plan_arguments(cl_kernel kernel, LocalMemory local = LocalMemory::yes) const;
    /// Sets the arguments that follow the plan's arguments; see kernels/engines/histogram.cl. Returns the
    /// argument list, to which the variant may append its own.
    Arguments set_arguments(cl_kernel kernel, const LaunchBuffers& buffers, const Geometry& g,
                            const Slice& slice, const HistogramRange& histograms, Delivery delivery) const;
    /// Number of work-groups that count a slice of one histogram.
    [[nodiscard]] std::uint32_t groups_for(const Geometry& g, const Slice& slice) const noexcept;

  private:
    Workspace take_workspace(CommandSink& commands, const Job& job, const Geometry& g) const
        HISTO_CL_REQUIRES(kernel_arguments_);
    void launch_histogram(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g,
                          const Slice& slice, std::uint32_t groups, bool add) const
        HISTO_CL_REQUIRES(kernel_arguments_);
    void launch_merge(CommandSink& commands, const LaunchBuffers& buffers, std::uint32_t rows, bool add) const
        HISTO_CL_REQUIRES(kernel_arguments_);
    std::vector<std::uint64_t> merge_on_host(Commands& commands, const LaunchBuffers& buffers,
                                             const Geometry& g) const;

    // Functions for wide sums, defined in wide_sums.cpp.
    void create_wide_sum_kernels();
    /// Like enqueue_weight_range(), but the words begin at index `at` of `ranges`. With `look`, reads only
    /// some of the weights.
    void launch_weight_range(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g,
                             const KernelMemory& ranges, std::uint64_t at, bool look = false) const
        HISTO_CL_REQUIRES(kernel_arguments_);
    /// Zeroes the wide sums or ranks, and sets the greatest exponents of the weights if their bound is known.
    void zero_sums(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g) const
        HISTO_CL_REQUIRES(kernel_arguments_);
    /// Sums the weights in a guessed unit, and zeroes the sums again if they are not exact.
    void guess_wide_sums(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g) const
        HISTO_CL_REQUIRES(kernel_arguments_);
    /// Finds the greatest exponents of the weights. Copies them if `buffers` has ranges, and does nothing if
    /// the weights have a bound.
    void find_weight_range(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g) const
        HISTO_CL_REQUIRES(kernel_arguments_);
    /// Zeroes the wide sums and adds the weights. `guess`: a guessed unit may be tried first.
    void launch_wide_sums(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g,
                          bool guess) const HISTO_CL_REQUIRES(kernel_arguments_);
    /// Writes the wide sums, rounded to floats, to the counts. With `add`, also adds the existing values of
    /// the counts.
    void finish_wide_sums(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g,
                          bool add) const HISTO_CL_REQUIRES(kernel_arguments_);

    /// Writes the extremes that the ranks represent to the counts. With `add`, keeps existing values that are
    /// more extreme.
    void finish_ranks(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g, bool add) const
        HISTO_CL_REQUIRES(kernel_arguments_);

    std::vector<std::uint32_t> numbers_;
    Buffer thresholds_;
    Kernel histogram_;
    Kernel merge_partials_;                           ///< only for Merge::device
    Kernel zero_sums_;                                ///< only if finishes_words()
    Kernel finish_sums_;                              ///< only for wide sums
    Kernel write_counts_;                             ///< only for wide sums with counts
    Kernel weight_range_, take_range_;                ///< only for wide sums without a bound
    Kernel guess_range_, check_guess_, keep_or_zero_; ///< only if guesses_unit()
    Kernel finish_ranks_;                             ///< only for minima and maxima
    cl_uint first_job_argument_ = 0;   ///< index of `histogram`'s first argument that a job sets
    cl_uint first_range_argument_ = 0; ///< the same index for `weight_range`
    std::vector<std::shared_ptr<SharedProgram>> refused_;
    mutable KeptSums kept_sums_ HISTO_CL_GUARDED_BY(kernel_arguments_);
};

/// The greatest exponent field of the weights, if it is known before counting; else 0.
[[nodiscard]] std::uint32_t known_exponent_field(const Problem& problem) noexcept;

/// Number of bits that a wide sum has above the bits of the greatest weight; see sum_headroom().
[[nodiscard]] std::uint32_t element_bits(const Problem& problem, const Geometry& g) noexcept;

/// Builds the first decision that the driver accepts, with the knobs of a tuning table if possible. The
/// problem must not need several passes. Throws like make_engine().
[[nodiscard]] std::variant<std::shared_ptr<const Single>, NotBuilt>
build_single(const std::shared_ptr<const Target>& target, Tuned tuned, Compile compile);

/// Counts one histogram that has more bins than fit in local memory. First examines some samples of each
/// slice. If their distribution is nearly uniform, sorts bin numbers (and weights, if any) into queues for
/// each partition of the bins, and counts the queues in local memory; this takes one or more rounds.
/// Otherwise, counts the slice with the hot-bin cache.
class Partitioned final : public Single {
  public:
    Partitioned(std::shared_ptr<const Target> target, SingleBuild build);

    /// Returns 0, because queues_limit() limits the queues and the sums together.
    [[nodiscard]] std::uint64_t
    limited_workspace_bytes(std::uint64_t /*histograms*/) const noexcept override {
        return 0;
    }

  private:
    [[nodiscard]] std::uint64_t used_workspace(const Geometry& g) const override;
    void launch_slices(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g,
                       bool accumulate) const override HISTO_CL_REQUIRES(kernel_arguments_);
    void add_slices(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g) const override
        HISTO_CL_REQUIRES(kernel_arguments_);
    void launch_empty(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g) const override
        HISTO_CL_REQUIRES(kernel_arguments_);

    [[nodiscard]] std::uint64_t sample_count(const Geometry& g, const Slice& slice) const;
    [[nodiscard]] std::uint64_t queue_bytes(const Geometry& g) const;
    [[nodiscard]] Rounds rounds_for(const Geometry& g, const Slice& slice) const;
    void zero(CommandSink& commands, const LaunchBuffers& buffers) const HISTO_CL_REQUIRES(kernel_arguments_);
    void launch_round(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g,
                      const Slice& slice, const Rounds& rounds, std::uint32_t number) const
        HISTO_CL_REQUIRES(kernel_arguments_);
    void launch_count(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g,
                      std::uint32_t groups, std::uint32_t room) const HISTO_CL_REQUIRES(kernel_arguments_);

    Kernel zero_counts_; ///< null for wide sums
    Kernel count_partitions_;
};

} // namespace histo_cl::detail
