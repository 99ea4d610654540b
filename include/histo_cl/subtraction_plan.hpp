#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/export.hpp"
#include "histo_cl/memory.hpp"
#include "histo_cl/opencl.hpp"
#include "histo_cl/options.hpp"
#include "histo_cl/sample.hpp"

#include <cstdint>
#include <memory>
#include <span>

namespace histo_cl::detail {
struct SubtractionPlanState;
} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

/// What one SubtractionPlan::enqueue reads and writes. All of it is the caller's; the library retains the
/// objects that its commands still use. Memory is a cl_mem, or given by its address: svm_pointer(),
/// usm_pointer().
struct SubtractionJob {
    Memory minuend = {};    ///< counters, from its start
    Memory subtrahend = {}; ///< from its start
    /// Receives minuend − subtrahend. It may be the memory of either operand, from the same start.
    Memory difference = {};
    std::uint64_t counters = 0; ///< of each; Problem::counters() times histograms
};

/// Subtracts the counters of one histogram from those of another on a device. So gradient boosting computes
/// the histogram of a node's larger child from the node's and the smaller child's
/// (https://papers.nips.cc/paper/6907, "histogram subtraction").
///
/// Counters of u32, u64 and i64 are subtracted modulo 2^32 and 2^64. The difference of two f64 sums is
/// rounded to nearest, ties to even, on every device; it is 0 where both are equal. Infinities and NaN give
/// what IEEE 754 says. The NaN that marks a weight beyond Problem::weight_bound is kept, from either
/// operand.
///
/// Compiled once, used many times. Immutable: copies share the compiled program, and every member function is
/// thread-safe.
class HISTO_CL_API SubtractionPlan {
  public:
    /// Uses only the program cache's `options`.
    ///
    /// Throws Error: invalid_argument (type or handle), no_compiler, build_failed, opencl_error.
    SubtractionPlan(cl_context context, cl_device_id device, CounterType counter,
                    const Options& options = {});

    [[nodiscard]] CounterType counter() const noexcept;
    [[nodiscard]] const DeviceProfile& profile() const noexcept;

    /// Puts one kernel on the caller's queue, in-order or out-of-order, after `wait`; never blocks. If
    /// `event` is not null it receives an event for the difference being complete, which the caller releases.
    ///
    /// Throws Error before anything is enqueued: invalid_argument (null or foreign handles, a buffer that is
    /// too small or cannot be read or written, a sub-buffer that is not aligned, a difference that overlaps
    /// an operand from another start, more bytes than 2^64), like Plan::enqueue() for memory given by its
    /// address, also unsupported; opencl_error if the driver rejects a command.
    void enqueue(cl_command_queue queue, const SubtractionJob& job, std::span<const cl_event> wait = {},
                 cl_event* event = nullptr) const;

  private:
    std::shared_ptr<const detail::SubtractionPlanState> state_;
};

} // namespace histo_cl::inline HISTO_CL_ABI
