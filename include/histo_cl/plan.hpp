#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/decision.hpp"
#include "histo_cl/export.hpp"
#include "histo_cl/job.hpp"
#include "histo_cl/opencl.hpp"
#include "histo_cl/options.hpp"
#include "histo_cl/problem.hpp"
#include "histo_cl/sample.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace histo_cl::detail {
class Engine;
struct PlanAccess;
} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

/// A compiled way to count a problem on a device, used many times. Immutable: copies share the compiled
/// program, and every member function is thread-safe.
class HISTO_CL_API Plan {
  public:
    /// Chooses a variant, builds its kernel (from the program cache if possible) and tries a launch with no
    /// samples, on its own queue. If the built kernel supports only smaller work-groups or less local memory
    /// than the device reported, the plan chooses again within these limits. If the driver rejects the
    /// launch, the next variant is tried, unless options.variant forces this one; see decision().
    ///
    /// Throws Error: invalid_argument (problem, knob or handle), unsupported, no_compiler, build_failed,
    /// opencl_error.
    Plan(cl_context context, cl_device_id device, const Problem& problem, const Options& options = {});

    [[nodiscard]] const Problem& problem() const noexcept;
    [[nodiscard]] const Decision& decision() const noexcept;
    [[nodiscard]] const DeviceProfile& profile() const noexcept;

    /// Device memory that one enqueue of `histograms` needs for private counts, and for the wide sums of f32
    /// and f64 weights, which alone grow with the number of histograms; 0 if none. An enqueue that would need
    /// more than Options::workspace_limit is rejected. UINT64_MAX if beyond 64 bits. A plan of several passes
    /// also allocates, for each job in flight, the counts of the largest pass; with indices also up to 4
    /// samples, a byte and the weights of each listed element.
    [[nodiscard]] std::uint64_t workspace_bytes(std::uint64_t histograms = 1) const noexcept;
    /// Device memory that the plan itself holds for its bins' thresholds, shared by all enqueues.
    [[nodiscard]] std::uint64_t threshold_bytes() const noexcept;
    /// Size of Job::counts in bytes for that many histograms (see histograms()).
    [[nodiscard]] std::uint64_t count_bytes(std::uint64_t histograms = 1) const noexcept;
    /// Whether the program came from the cache on disk.
    [[nodiscard]] bool built_from_cache() const noexcept;

    /// Enqueues the counting on the caller's queue, in-order or out-of-order, after `wait`; never blocks. If
    /// `event` is not null it receives an event that completes when the counts are written, and which the
    /// caller releases. If `first` is not null it receives the event of the first command, which the caller
    /// also releases: on a queue with CL_QUEUE_PROFILING_ENABLE the counting runs from the
    /// CL_PROFILING_COMMAND_START of `first` to the CL_PROFILING_COMMAND_END of `event`. Both are the same
    /// event if there is only one command.
    ///
    /// Throws Error before anything is enqueued, with counts untouched: invalid_argument (null or foreign
    /// handles, a shape that footprint() rejects, a buffer or an image too small for it, an image of another
    /// kind, channel type or order than the problem's, not one array per channel, a workspace too small,
    /// buffers that cannot be read or written, a misaligned sub-buffer or address, a USM address outside the
    /// context's allocations or in one that is too small, counts or a workspace in memory that is read, a
    /// decision for Merge::host, which only count() supports); unsupported (the device does not support SVM
    /// or USM pointers, or not this type of allocation); opencl_error if the driver rejects a command.
    void enqueue(cl_command_queue queue, const Job& job, std::span<const cl_event> wait = {},
                 cl_event* event = nullptr, cl_event* first = nullptr) const;

    /// Records the counting into a command buffer of cl_khr_command_buffer, which each
    /// clEnqueueCommandBufferKHR then executes without the library: it counts the contents that the buffers
    /// have at that time. `queue`: the one that the command buffer was created for. `wait`: sync points of
    /// the command buffer to wait for; if `done` is not null it receives the sync point at which the counts
    /// are complete. The job is copied: its offsets, its shape with the offsets of segments, and
    /// `accumulate`, with which each execution adds to the counts. The plan and the job's buffers must exist
    /// until the last execution has ended, because a command buffer does not retain arguments of kernels; the
    /// plan keeps a workspace for each recording. Executions must not overlap: they write the same counts.
    /// Not thread-safe for one command buffer.
    ///
    /// Throws Error before anything is recorded: unsupported (the device has no command buffers of a known
    /// version; counts or a workspace given by their address, which not every driver's command buffers can
    /// fill); invalid_argument and unsupported like enqueue(), and for a null command buffer, one that is
    /// finalized, of another context or queue (PoCL before 5.0 does not report the queue), or of several
    /// queues. Throws opencl_error if the driver rejects a command; the command buffer may then be incomplete
    /// and cannot be used.
    void record(cl_command_buffer_khr buffer, cl_command_queue queue, const Job& job,
                std::span<const cl_sync_point_khr> wait = {}, cl_sync_point_khr* done = nullptr) const;

    /// Counts on the caller's queue, in-order or out-of-order, after the events of `wait`, waits for the
    /// result, and returns the counts: [histogram][counter] in 64 bits, regardless of Problem::counter. T is
    /// std::uint64_t for counts and sums of unsigned weights, std::int64_t for weights of signed integers,
    /// double for float weights. The job's `counts` must be null and `accumulate` false. Supports every
    /// merge; with Merge::host the calling thread reads and adds up the private counts of each launch, which
    /// takes at most as much host memory as the workspace.
    ///
    /// Throws Error like enqueue() before anything is enqueued, also for another T and for a job with counts
    /// or accumulate. Throws opencl_error if a command or an event of `wait` fails, after all enqueued
    /// commands have ended.
    template <Sum T = std::uint64_t>
    [[nodiscard]] std::vector<T> count(cl_command_queue queue, const Job& job,
                                       std::span<const cl_event> wait = {}) const;

  private:
    friend struct detail::PlanAccess;
    explicit Plan(std::shared_ptr<const detail::Engine> engine) : engine_(std::move(engine)) {}

    std::shared_ptr<const detail::Engine> engine_;
};

namespace untyped {
/// The bits of Plan::count<T>() for sums of that type.
[[nodiscard]] HISTO_CL_API std::vector<std::uint64_t> count(CounterType sum, const Plan& plan,
                                                            cl_command_queue queue, const Job& job,
                                                            std::span<const cl_event> wait);
} // namespace untyped

template <Sum T>
std::vector<T> Plan::count(cl_command_queue queue, const Job& job, std::span<const cl_event> wait) const {
    return detail::sums_from<T>(untyped::count(counter_type_of<T>(), *this, queue, job, wait));
}

} // namespace histo_cl::inline HISTO_CL_ABI
