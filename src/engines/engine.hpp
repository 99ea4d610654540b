#pragma once

#include "core/mutex.hpp"
#include "device/check_objects.hpp"
#include "device/commands.hpp"
#include "device/objects.hpp"
#include "histo_cl/decision.hpp"
#include "histo_cl/job.hpp"
#include "problem/checked.hpp"
#include "program/program.hpp"

#include <cstdint>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

namespace histo_cl::detail {

/// The problem that an engine counts, and the device.
struct Target {
    std::shared_ptr<const PlanDevice> device;
    Problem problem;
    std::uint64_t workspace_limit = 0; ///< the result of counts_limit()
};

/// Counts jobs of one problem on one device. Immutable once it is built, except for the arguments of its
/// kernels and the memory that it keeps, which change under locks. Jobs and shapes must have been checked.
class Engine {
  public:
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
    virtual ~Engine() = default;

    [[nodiscard]] const PlanDevice& device() const noexcept { return *target_->device; }
    [[nodiscard]] cl_context context() const noexcept { return device().context.get(); }
    [[nodiscard]] const Problem& problem() const noexcept { return target_->problem; }
    [[nodiscard]] CheckedProblem checked_problem() const noexcept { return CheckedProblem::copy(problem()); }
    [[nodiscard]] std::uint64_t workspace_limit() const noexcept { return target_->workspace_limit; }
    [[nodiscard]] const Decision& decision() const noexcept { return decision_; }
    /// Device memory for the tables of thresholds or, with columns, the tables of values by cell, in bytes.
    [[nodiscard]] std::uint64_t threshold_bytes() const noexcept { return threshold_bytes_; }
    /// Whether a program was compiled from source when the engine was built.
    [[nodiscard]] bool was_compiled() const noexcept { return was_compiled_; }

    [[nodiscard]] std::uint64_t count_bytes(std::uint64_t histograms) const noexcept;
    /// Number of bytes that enqueue_partial() writes; without wide sums, count_bytes(1).
    [[nodiscard]] std::uint64_t partial_bytes() const noexcept;
    /// Returns a copy of one of the engine's kernels, in which the arguments that all launches have in common
    /// are set.
    [[nodiscard]] Kernel copy_kernel(cl_kernel kernel) const;
    /// Keeps memory that recorded commands use, until the engine is destroyed. Thread-safe.
    void keep(std::vector<Buffer>& memory) const;

    /// Number of bytes that Job::workspace needs for `histograms` histograms.
    [[nodiscard]] virtual std::uint64_t workspace_bytes(std::uint64_t histograms) const noexcept = 0;
    /// Number of bytes of the workspace to which workspace_limit() applies: all bytes or, for Partitioned,
    /// none, because queues_limit() limits its whole workspace.
    [[nodiscard]] virtual std::uint64_t limited_workspace_bytes(std::uint64_t histograms) const noexcept {
        return workspace_bytes(histograms);
    }
    /// Enqueues the commands that count the job into Job::counts. The merge must not be Merge::host.
    virtual void enqueue(CommandSink& commands, const Job& job, const CheckedShape& shape) const = 0;
    /// Like enqueue(), for a problem with wide sums, but does not convert the sums to floats. Job::counts
    /// must be a buffer of partial_bytes() bytes; it receives sums that can be merged
    /// (plan/partial_sums.hpp). Job::workspace must be a cl_mem or null.
    virtual void enqueue_partial(Commands& commands, const Job& job, const CheckedShape& shape) const = 0;
    /// Counts the job, waits, and returns its counters as 64 bits each. Supports every Merge. Job::counts is
    /// not used. Throws Error(invalid_argument) for a weight beyond Weights::bound.
    [[nodiscard]] virtual std::vector<std::uint64_t> count(Commands& commands, const Job& job,
                                                           const CheckedShape& shape) const;
    /// Sets, for the copy of a kernel, the arguments that all launches have in common. Does nothing if
    /// `original` is not a kernel of the engine with such arguments.
    virtual void set_common_arguments(cl_kernel /*original*/, cl_kernel /*copy*/) const {}

    /// Calls enqueue_partial(), waits, and returns what it wrote.
    [[nodiscard]] std::vector<std::byte> read_partial(Commands& commands, const Job& job,
                                                      const CheckedShape& shape) const;

  protected:
    /// `compiled`: whether the program was compiled from source.
    Engine(std::shared_ptr<const Target> target, Decision decision, std::shared_ptr<SharedProgram> program,
           bool compiled) noexcept
        : target_(std::move(target)), decision_(std::move(decision)), program_(std::move(program)),
          was_compiled_(compiled) {}

    /// A kernel of the engine's own program.
    [[nodiscard]] Kernel create_kernel(const char* name) const {
        return detail::create_kernel(program_->program.get(), name);
    }
    [[nodiscard]] KernelMemory memory(const Memory& given) const noexcept { return device().memory(given); }

    std::shared_ptr<const Target> target_;
    Decision decision_;
    std::shared_ptr<SharedProgram> program_;
    std::uint64_t threshold_bytes_ = 0;
    bool was_compiled_;
    mutable Mutex recorded_mutex_;
    mutable std::vector<Buffer> recorded_ HISTO_CL_GUARDED_BY(recorded_mutex_);
    mutable Mutex kernel_arguments_; ///< held from clSetKernelArg to the enqueue of the kernel
};

class Single;

/// An engine, or NotBuilt if one of its programs is not built.
using MadeEngine = std::variant<std::shared_ptr<const Engine>, NotBuilt>;

/// Makes the engine for a problem. If compiling is not allowed, returns NotBuilt at the first program that is
/// not built.
///
/// Throws Error: invalid_argument (for knobs), unsupported (the message has a reason for each variant),
/// build_failed, opencl_error.
[[nodiscard]] MadeEngine make_engine(std::shared_ptr<const Target> target, const Options& options,
                                     Compile compile);

/// Builds the engine for a decision with columns. The engine counts many columns of bytes in the same
/// launches, also with weights and lists of rows.
[[nodiscard]] MadeEngine build_columns(std::shared_ptr<const Target> target, Decision decision,
                                       const Options& options, Compile compile);

/// Builds the engine for a batch whose decision has teams. `shared` is the engine for histograms that teams
/// do not count.
[[nodiscard]] MadeEngine build_teams(std::shared_ptr<const Target> target,
                                     std::shared_ptr<const Single> shared, const Options& options,
                                     Compile compile);

/// Builds the engine for a problem that takes several passes. `planned`: the decision of propose().
[[nodiscard]] MadeEngine build_passes(std::shared_ptr<const Target> target, Decision planned,
                                      const Options& options, Compile compile);

/// A buffer for counters that the host reads as 64 bits. On a CPU, a large buffer of 64-bit counters uses the
/// memory of the vector that read() returns; small buffers are cheaper to read than to map. All commands on
/// the buffer must have ended before it is destroyed, unless abandon() is called.
class CountsBuffer {
  public:
    static constexpr std::uint64_t min_bytes_in_place = std::uint64_t{1} << 20U;

    CountsBuffer(const PlanDevice& device, CounterType type, std::uint64_t counters);

    [[nodiscard]] cl_mem get() const noexcept { return buffer_.get(); }

    /// Waits for the commands and returns the counters as 64 bits each: narrower integers by value, floats by
    /// their bits, f32 in the lower 32.
    [[nodiscard]] std::vector<std::uint64_t> read(Commands& commands) &&;

    /// Must be called if waiting for the queue fails: its commands may still write to the vector, so the
    /// vector is never freed.
    void abandon() noexcept { static_cast<void>(values_.release()); }

  private:
    CounterType type_;
    std::unique_ptr<std::vector<std::uint64_t>> values_;
    bool in_place_;
    Buffer buffer_;
};

} // namespace histo_cl::detail
