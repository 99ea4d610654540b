#pragma once

#include "histo_cl/decision.hpp"
#include "histo_cl/export.hpp"
#include "histo_cl/layout.hpp"
#include "histo_cl/opencl.hpp"
#include "histo_cl/options.hpp"
#include "histo_cl/problem.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace histo_cl {

namespace detail {
struct PlanState;
}

/// What one enqueue reads and writes. All objects are the caller's; the library retains what its commands
/// still use.
struct Job {
    cl_mem samples = nullptr;
    std::uint64_t offset = 0;        ///< samples (not bytes) before the first element
    Shape shape = {};                ///< which elements are counted, e.g. {.count = n}
    cl_mem mask = nullptr;           ///< a byte for each element, for a layout with a mask
    std::uint64_t mask_offset = 0;   ///< bytes before the first element's
    cl_mem weights = nullptr;        ///< a weight for each element, for a problem with weights
    std::uint64_t weight_offset = 0; ///< weights before the first element's
    /// histograms() times Problem::counters() counters of Problem::counter from its start.
    cl_mem counts = nullptr;
    /// Add to the counts that are there, instead of overwriting them. Sums of several enqueues in u32
    /// counters wrap at 2^32 without a word: use u64 counters for them.
    bool accumulate = false;
    /// At least Plan::workspace_bytes() for the private counts; null: the enqueue takes a buffer of its own
    /// and gives it back when its commands have ended. Two enqueues in flight at once must not share one.
    cl_mem workspace = nullptr;
};

/// Compiled once, enqueued many times. Immutable: copies share the compiled program, and every member is safe
/// to call from several threads at once.
class HISTO_CL_API Plan {
  public:
    /// Chooses, builds (from the program cache where it can) and tries the launch once with no samples, on a
    /// queue of its own. If the built kernel has less room than the device promised, the plan decides again
    /// with less; if the driver refuses the launch, the variant is passed over for the next, unless
    /// options.variant forces it. decision() tells.
    ///
    /// Throws Error: invalid_argument (problem, knob or handle), unsupported, no_compiler, build_failed,
    /// opencl_error.
    Plan(cl_context context, cl_device_id device, const Problem& problem, const Options& options = {});

    [[nodiscard]] const Problem& problem() const noexcept;
    [[nodiscard]] const Decision& decision() const noexcept;
    [[nodiscard]] const DeviceProfile& profile() const noexcept;

    /// Device memory that one enqueue of so many histograms needs for private counts (and for the wide sums
    /// of f32 and f64 weights, the one part that grows with the histograms); 0 if none. An enqueue that would
    /// need more than Options::workspace_limit is refused.
    [[nodiscard]] std::uint64_t workspace_bytes(std::uint64_t histograms = 1) const noexcept;
    /// Device memory that the plan itself holds for its bins' thresholds, shared by all enqueues.
    [[nodiscard]] std::uint64_t threshold_bytes() const noexcept;
    /// The bytes that Job::counts must have for so many histograms (see histograms()).
    [[nodiscard]] std::uint64_t count_bytes(std::uint64_t histograms = 1) const noexcept;
    /// Whether the program came from the cache on disk.
    [[nodiscard]] bool built_from_cache() const noexcept;

    /// Puts the counting on the caller's queue, in-order or out-of-order, after `wait`; never blocks. If
    /// `event` is not null it receives an event for the counts being complete, which the caller releases.
    ///
    /// Throws Error before anything is enqueued, with counts untouched: invalid_argument (null or foreign
    /// handles, a shape that footprint() refuses, a buffer too small for it, a workspace too small, buffers
    /// that cannot be read or written, a misaligned sub-buffer); opencl_error if the driver refuses a
    /// command.
    void enqueue(cl_command_queue queue, const Job& job, std::span<const cl_event> wait = {},
                 cl_event* event = nullptr) const;

  private:
    std::shared_ptr<const detail::PlanState> state_;
};

} // namespace histo_cl
