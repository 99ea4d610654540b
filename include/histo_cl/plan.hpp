#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/decision.hpp"
#include "histo_cl/export.h"
#include "histo_cl/job.hpp"
#include "histo_cl/opencl.h"
#include "histo_cl/options.hpp"
#include "histo_cl/problem.hpp"
#include "histo_cl/result.hpp"
#include "histo_cl/sample.hpp"
#include "histo_cl/shared.hpp"

#include <cstdint>
#include <span>
#include <utility>

namespace histo_cl::detail {
class Engine;
struct PlanAccess;
} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

/// Counts one problem on one device, with kernels that are compiled once and used many times. Immutable:
/// copies share the compiled program, and every member function is thread-safe.
class HISTO_CL_API Plan {
  public:
    /// Chooses a variant, builds its kernel (or loads it from the program cache), and tries a launch without
    /// samples on a new queue. If the built kernel supports only smaller work-groups or less local memory
    /// than the device reported, the plan chooses again within these limits. If the kernel does not compile
    /// or the driver rejects the launch, the plan tries the next variant, unless options.knobs.variant is
    /// set. decision() returns the choice.
    ///
    /// Throws Error: invalid_argument (problem, knob or handle), unsupported, no_compiler, build_failed or
    /// opencl_error.
    Plan(cl_context context, cl_device_id device, const Problem& problem, const Options& options = {});

    /// The problem that the plan counts.
    [[nodiscard]] const Problem& problem() const noexcept;
    /// The decision by which the plan counts.
    [[nodiscard]] const Decision& decision() const noexcept;
    /// The properties of the device.
    [[nodiscard]] const DeviceProfile& profile() const noexcept;

    /// Size in bytes of the workspace that one enqueue of this number of histograms needs (see histograms()):
    /// for private counts or queues, and for float weights also for wide sums of 16 bytes per counter. Only
    /// wide sums grow with the number of histograms; an enqueue with wide sums is rejected if its workspace
    /// exceeds Options::workspace_limit. 0 if no workspace is needed, UINT64_MAX if the size is beyond 64
    /// bits.
    ///
    /// A plan of several passes allocates additional memory for each job in flight. This memory holds the
    /// counts of the largest pass. With indices, nibbles or planes of several channels it also holds up to 4
    /// samples per counted element. With indices it also holds a byte and the weights of each counted
    /// element.
    [[nodiscard]] std::uint64_t workspace_bytes(std::uint64_t histograms = 1) const noexcept;
    /// Device memory in bytes that the plan itself holds for the thresholds of its bins, shared by all
    /// enqueues.
    [[nodiscard]] std::uint64_t threshold_bytes() const noexcept;
    /// Size of Job::counts in bytes for the given number of histograms (see histograms()), rounded up to a
    /// multiple of 4: bytes after the last u8 or u16 counter may be overwritten.
    [[nodiscard]] std::uint64_t count_bytes(std::uint64_t histograms = 1) const noexcept;
    /// Whether the plan was made without compiling: its programs came from the cache on disk or from other
    /// plans.
    [[nodiscard]] bool built_from_cache() const noexcept;

    /// Enqueues the counting on the caller's queue, in-order or out-of-order, after the events of `wait`;
    /// never blocks. If `event` is not null, it receives an event that completes when the counts are written.
    /// If `first` is not null, it receives the event of the first command. The caller must release both. They
    /// are the same event if there is only one command. On a queue with CL_QUEUE_PROFILING_ENABLE the
    /// counting runs from the CL_PROFILING_COMMAND_START of `first` to the CL_PROFILING_COMMAND_END of
    /// `event`.
    ///
    /// Before anything is enqueued, and with the counts unchanged, throws Error(invalid_argument) for:
    ///
    /// - null handles, and handles of another context or device than the plan's;
    /// - a shape that footprint() rejects;
    /// - a buffer or an image that is too small for the shape, and buffers that cannot be read or written;
    /// - an image of another kind or channel type than the problem's, or without a counted channel;
    /// - a wrong number of arrays or weight vectors, and memory that the problem does not use;
    /// - axes that do not exist, are not in increasing order, or cannot be listed for the problem
    ///   (Job::axes);
    /// - a misaligned sub-buffer or address, and a USM address that is outside the context's allocations or
    ///   in an allocation that is too small;
    /// - a workspace that is too small, and outputs or a workspace that overlap other memory of the job;
    /// - a plan with Merge::host, which only count() supports.
    ///
    /// Also before anything is enqueued, throws Error(unsupported) if the device does not support SVM or USM
    /// pointers or this type of allocation, or misreads the image. Throws Error(opencl_error) if the driver
    /// rejects a command.
    void enqueue(cl_command_queue queue, const Job& job, std::span<const cl_event> wait = {},
                 cl_event* event = nullptr, cl_event* first = nullptr) const;

    /// Records the counting into a command buffer of cl_khr_command_buffer. Each clEnqueueCommandBufferKHR
    /// then counts the contents that the job's buffers have at that time, without a call of the library.
    /// `queue` is the queue for which the command buffer was created. The recorded commands wait for the sync
    /// points `wait`. If `done` is not null, it receives the sync point at which the counts are complete.
    ///
    /// The job is copied, including its offsets, its shape and Shape::offsets, and `accumulate`: if that is
    /// set, each execution adds to the counts. The plan and the job's buffers must exist until the last
    /// execution has ended, because a command buffer does not retain arguments of kernels. The plan keeps a
    /// workspace for each recording. Executions must not overlap, because they write the same counts. Not
    /// thread-safe for one command buffer.
    ///
    /// Before anything is recorded, throws everything that enqueue() throws before it enqueues, and also:
    ///
    /// - Error(unsupported) if the device has no command buffers of a known version, and for counts, a
    ///   workspace or Job::skipped given by an address, which the command buffers of some drivers cannot
    ///   fill;
    /// - Error(invalid_argument) for a command buffer that is null, finalized, of another context or queue
    ///   (PoCL before 5.0 does not report the queue), or of several queues.
    ///
    /// Throws Error(opencl_error) if the driver rejects a command; the command buffer may then be incomplete
    /// and must not be used.
    void record(cl_command_buffer_khr buffer, cl_command_queue queue, const Job& job,
                std::span<const cl_sync_point_khr> wait = {}, cl_sync_point_khr* done = nullptr) const;

    /// Counts on the caller's queue, in-order or out-of-order, after the events of `wait`, and waits. Returns
    /// the result as histogram() does. The job's `counts` must be null and `accumulate` false. Supports every
    /// Merge; with Merge::host the calling thread reads and adds up the private counts of each launch, which
    /// takes at most as much host memory as the workspace.
    ///
    /// Before anything is enqueued, throws like enqueue(), and Error(invalid_argument) for a job with counts
    /// or accumulate. Throws Error(opencl_error) if a command or an event of `wait` fails, and
    /// Error(invalid_argument) for a weight beyond Weights::bound, both after all enqueued commands have
    /// ended.
    [[nodiscard]] Histogram count(cl_command_queue queue, const Job& job,
                                  std::span<const cl_event> wait = {}) const;

  private:
    friend struct detail::PlanAccess;
    explicit Plan(Shared<detail::Engine> engine) : engine_(std::move(engine)) {}

    Shared<detail::Engine> engine_;
};

} // namespace histo_cl::inline HISTO_CL_ABI
