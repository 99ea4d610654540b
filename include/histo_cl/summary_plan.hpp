#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/auto_bins.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/export.hpp"
#include "histo_cl/memory.hpp"
#include "histo_cl/opencl.hpp"
#include "histo_cl/options.hpp"
#include "histo_cl/sample.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace histo_cl::detail {
struct SummaryPlanState;
} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

/// What one SummaryPlan::enqueue reads and writes. All of it is the caller's; the library retains the objects
/// that its commands still use. Memory is a cl_mem, or given by its address: svm_pointer(), usm_pointer().
struct SummaryJob {
    Memory samples = {};             ///< a buffer, of samples side by side
    std::uint64_t sample_offset = 0; ///< samples in the buffer before the first
    std::uint64_t count = 0;
    /// For enqueue(): SummaryPlan::summary_bytes() that SummaryPlan::summary() reads.
    Memory summary = {};
};

/// Finds the range, standard deviation and skewness of samples on a device, for bins_by_rule() and
/// default_problem(). Compiled once, used many times. Immutable: copies share the compiled program, and every
/// member function is thread-safe.
///
/// NaN and infinities are passed over. The moments are computed in double in a fixed order, first the mean
/// and then the distances from it, so they are the same in every run; integers beyond 2^53 are taken as the
/// nearest double.
class HISTO_CL_API SummaryPlan {
  public:
    /// Uses only the program cache's `options`.
    ///
    /// Throws Error: invalid_argument (type or handle), no_compiler, build_failed, opencl_error.
    SummaryPlan(cl_context context, cl_device_id device, SampleType sample, const Options& options = {});

    [[nodiscard]] SampleType sample() const noexcept;
    [[nodiscard]] const DeviceProfile& profile() const noexcept;

    /// The bytes that SummaryJob::summary must have; at most 64 KiB.
    [[nodiscard]] std::uint64_t summary_bytes() const noexcept;

    /// Puts three passes over the samples on the caller's queue, in-order or out-of-order, after `wait`;
    /// never blocks. If `event` is not null it receives an event for the summary being complete, which the
    /// caller releases.
    ///
    /// Throws Error before anything is enqueued: invalid_argument (null or foreign handles, a buffer that is
    /// too small or cannot be read or written, a sub-buffer that is not aligned, the samples' memory for the
    /// summary), like Plan::enqueue() for memory given by its address, also unsupported; opencl_error if the
    /// driver rejects a command.
    void enqueue(cl_command_queue queue, const SummaryJob& job, std::span<const cl_event> wait = {},
                 cl_event* event = nullptr) const;

    /// The summary that an enqueue has written, from the summary_bytes() of its buffer. The interquartile
    /// range is NaN, because it takes more than sums: the rules `fd` and `automatic` need it set, for example
    /// from the percentiles() of a histogram. Throws Error(invalid_argument) for another number of bytes.
    [[nodiscard]] SampleSummary summary(std::span<const std::byte> content) const;

    /// Enqueues the passes, waits, and returns the summary. The job's `summary` must be null. Throws Error
    /// like enqueue(); and opencl_error if a command or an event of `wait` fails.
    [[nodiscard]] SampleSummary summarize(cl_command_queue queue, const SummaryJob& job,
                                          std::span<const cl_event> wait = {}) const;

  private:
    std::shared_ptr<const detail::SummaryPlanState> state_;
};

} // namespace histo_cl::inline HISTO_CL_ABI
