#pragma once

#include "engines/engine.hpp"
#include "histo_cl/plan.hpp"
#include "problem/checked.hpp"

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

namespace histo_cl::detail {

/// Access to plans for other parts of the library.
struct PlanAccess {
    [[nodiscard]] static const Engine& engine(const Plan& plan) noexcept { return *plan.engine_; }

    /// Makes a plan like its constructor. If compiling is not allowed and the program is not built, returns
    /// NotBuilt.
    [[nodiscard]] static std::variant<Plan, NotBuilt> make(cl_context context, cl_device_id device,
                                                           const CheckedProblem& problem,
                                                           const Options& options, Compile compile);
};

/// Plan::count() for a job whose shape has been checked. Returns the bits of the sums.
[[nodiscard]] std::vector<std::uint64_t> count_sums(const Plan& plan, cl_command_queue queue, const Job& job,
                                                    const CheckedShape& shape,
                                                    std::span<const cl_event> wait = {});

/// Like count_sums(), but returns normalized words that can be merged (plan/partial_sums.hpp).
/// check_mergeable() must accept the problem.
[[nodiscard]] std::vector<std::uint64_t> count_words(const Plan& plan, cl_command_queue queue, const Job& job,
                                                     const CheckedShape& shape);

// Counting parts of a whole on devices: enqueue_partial() writes each part to a buffer of partial_bytes()
// bytes; the host reads it and converts it by words_of(). merge_words() adds the words of other parts, and
// sums_of_words() computes the result.

/// Size of Job::counts in bytes for enqueue_partial().
[[nodiscard]] std::uint64_t partial_bytes(const Plan& plan) noexcept;

/// Like Plan::enqueue(), but Job::counts receives words that can be merged exactly: for float weights 64-bit
/// counts and four 32-bit words per sum (kernels/amount_*.cl), for others the counts that enqueue() writes.
/// Counts and workspace must be cl_mem, and `accumulate` false. Throws like Plan::enqueue() and
/// check_mergeable().
void enqueue_partial(const Plan& plan, cl_command_queue queue, const Job& job,
                     std::span<const cl_event> wait = {}, cl_event* event = nullptr);

// Checks of a job before anything is enqueued. They throw Error(invalid_argument).

/// Memory that a job uses.
struct UsedMemory {
    const char* which;
    MemoryRange range;
};

/// Checks what a job with that shape reads: samples, and if present mask, weights, indices and workspace, and
/// the events to wait for. Returns their ranges of memory.
std::vector<UsedMemory> check_job(const Engine& plan, const Job& job, const CheckedShape& shape,
                                  std::span<const cl_event> wait);

/// Checks that the caller's counts, for an enqueue, have at least `bytes_of_counts` bytes and do not overlap
/// other memory of the job.
void check_counts(const Engine& plan, const Job& job, std::uint64_t bytes_of_counts,
                  std::span<const UsedMemory> used);

/// Checks that the job has no buffer of counts, because they are returned.
void check_returned_counts(const Job& job);

/// Checks that a job's samples are a readable image of the plan's context, with the problem's kind and
/// channel type, with the counted channels and with all pixels of the shape. Throws Error(invalid_argument)
/// if not, and Error(unsupported) for an image that the device misreads. Returns its range of memory.
MemoryRange check_image(const Engine& plan, const Job& job, const CheckedShape& shape);

} // namespace histo_cl::detail
