#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/export.h"
#include "histo_cl/memory.hpp"
#include "histo_cl/opencl.h"
#include "histo_cl/options.hpp"
#include "histo_cl/sample.hpp"
#include "histo_cl/shared.hpp"

#include <cstdint>
#include <span>

namespace histo_cl::detail {
struct SubtractionPlanState;
} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

/// The memory that one SubtractionPlan::enqueue reads and writes, owned and retained like the memory of a
/// Job.
struct SubtractionJob {
    Memory minuend = {};    ///< counters, from the start of the memory
    Memory subtrahend = {}; ///< counters, from the start of the memory
    /// Receives minuend − subtrahend. It may be the memory of an operand, if it starts at the same place.
    Memory difference = {};
    /// Number of counters in each of the three: Problem::counters() times the number of histograms.
    std::uint64_t counters = 0;
};

/// Subtracts the counters of one histogram from those of another on a device. Gradient boosting uses this to
/// compute the histogram of a node's larger child from those of the node and the smaller child
/// (https://papers.nips.cc/paper/6907, "histogram subtraction").
///
/// Counters of u32, u64 and i64 are subtracted modulo 2^32 and 2^64. The difference of two f64 or f32 sums is
/// rounded to nearest, ties to even, on every device; equal sums give 0. Infinities and NaN follow IEEE 754.
/// If a counter of an operand is the NaN that marks a weight beyond Weights::bound, the difference is that
/// NaN, too.
///
/// Compiled once, used many times. Immutable: copies share the compiled program, and every member function is
/// thread-safe.
class HISTO_CL_API SubtractionPlan {
  public:
    /// Makes a plan for counters of type `counter`. Uses only the member `program_cache` of `options`.
    ///
    /// Throws the same errors as Plan. Also throws Error(invalid_argument) for u8 and u16 counters, and
    /// Error(unsupported) for a byte order other than the host's.
    SubtractionPlan(cl_context context, cl_device_id device, CounterType counter,
                    const Options& options = {});

    /// The type of the counters.
    [[nodiscard]] CounterType counter() const noexcept;
    /// The properties of the device.
    [[nodiscard]] const DeviceProfile& profile() const noexcept;

    /// Enqueues one kernel. `queue`, `wait` and `event` are as in Plan::enqueue(); `event` completes when the
    /// difference is written.
    ///
    /// Before anything is enqueued, throws Error(invalid_argument) for null handles, handles of another
    /// context or device than the plan's, a buffer that is too small or cannot be read or written, a
    /// misaligned sub-buffer, a difference that overlaps an operand but starts at another place, and counters
    /// of 2^64 bytes or more. Throws Error(invalid_argument) and Error(unsupported) like Plan::enqueue() for
    /// memory given by its address, and Error(opencl_error) if the driver rejects a command.
    void enqueue(cl_command_queue queue, const SubtractionJob& job, std::span<const cl_event> wait = {},
                 cl_event* event = nullptr) const;

  private:
    Shared<detail::SubtractionPlanState> state_;
};

} // namespace histo_cl::inline HISTO_CL_ABI
