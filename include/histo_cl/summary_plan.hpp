#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/auto_bins.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/export.h"
#include "histo_cl/memory.hpp"
#include "histo_cl/opencl.h"
#include "histo_cl/options.hpp"
#include "histo_cl/sample.hpp"
#include "histo_cl/shared.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace histo_cl::detail {
struct SummaryPlanState;
} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

/// The memory that one SummaryPlan::enqueue reads and writes, owned and retained like the memory of a Job.
struct SummaryJob {
    Memory samples = {};             ///< a buffer of packed samples
    std::uint64_t sample_offset = 0; ///< position of the first sample to summarize, in samples
    std::uint64_t count = 0;         ///< number of samples to summarize
    /// For enqueue(): receives SummaryPlan::bytes() bytes, which SummaryPlan::read() decodes.
    Memory summary = {};
};

/// Finds the range, standard deviation and skewness of samples on a device, for bins_by_rule() and
/// default_problem(). Compiled once, used many times. Immutable: copies share the compiled program, and every
/// member function is thread-safe.
///
/// NaN and infinities are ignored. Integers beyond 2^53 are rounded to the nearest double. The moments are
/// computed in double, first the mean and then the powers of the distances from the mean, in a fixed order,
/// so the result is the same in every run.
class HISTO_CL_API SummaryPlan {
  public:
    /// Makes a plan for samples of type `sample`. Uses only the member `program_cache` of `options`.
    ///
    /// Throws the same errors as Plan. Also throws Error(invalid_argument) for an invalid SampleType, and
    /// Error(unsupported) for a byte order other than the host's.
    SummaryPlan(cl_context context, cl_device_id device, SampleType sample, const Options& options = {});

    /// The type of the samples.
    [[nodiscard]] SampleType sample() const noexcept;
    /// The properties of the device.
    [[nodiscard]] const DeviceProfile& profile() const noexcept;

    /// Size of SummaryJob::summary in bytes; at most 64 KiB.
    [[nodiscard]] std::uint64_t bytes() const noexcept;

    /// Enqueues three passes over the samples. `queue`, `wait` and `event` are as in
    /// Plan::enqueue(); `event` completes when the summary is written.
    ///
    /// Before anything is enqueued, throws Error(invalid_argument) for null handles, handles of another
    /// context or device than the plan's, a buffer that is too small or cannot be read or written, a
    /// misaligned sub-buffer, and a summary that overlaps the samples. Throws Error(invalid_argument) and
    /// Error(unsupported) like Plan::enqueue() for memory given by its address, and Error(opencl_error) if
    /// the driver rejects a command.
    void enqueue(cl_command_queue queue, const SummaryJob& job, std::span<const cl_event> wait = {},
                 cl_event* event = nullptr) const;

    /// Decodes the summary that an enqueue has written, from a copy of its bytes() bytes. The interquartile
    /// range is NaN, because it cannot be computed from sums. The rules `fd` and `automatic` need the
    /// interquartile range: set it, for example, from the percentiles() of a histogram. Throws
    /// Error(invalid_argument) for another number of bytes.
    [[nodiscard]] SampleSummary read(std::span<const std::byte> content) const;

    /// Enqueues the passes, waits, and returns the summary. The job's `summary` must be null. Throws Error
    /// like enqueue(), and Error(opencl_error) if a command or an event of `wait` fails.
    [[nodiscard]] SampleSummary summarize(cl_command_queue queue, const SummaryJob& job,
                                          std::span<const cl_event> wait = {}) const;

  private:
    Shared<detail::SummaryPlanState> state_;
};

} // namespace histo_cl::inline HISTO_CL_ABI
