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

    /// Makes a plan like Plan's constructor. Returns NotBuilt if the program has not been built and `compile`
    /// forbids compiling it.
    [[nodiscard]] static std::variant<Plan, NotBuilt> make(cl_context context, cl_device_id device,
                                                           const CheckedProblem& problem,
                                                           const Options& options, Compile compile);
};

/// Counts like Plan::count(), for a job whose shape has been checked. Returns the bits of the sums.
[[nodiscard]] std::vector<std::uint64_t> count_sums(const Plan& plan, cl_command_queue queue, const Job& job,
                                                    const CheckedShape& shape,
                                                    std::span<const cl_event> wait = {});

/// Like count_sums(), but returns normalized words that can be merged (plan/partial_sums.hpp).
/// check_mergeable() must accept the problem.
[[nodiscard]] std::vector<std::uint64_t> count_words(const Plan& plan, cl_command_queue queue, const Job& job,
                                                     const CheckedShape& shape);

// Counting parts of a whole on devices: enqueue_partial() writes the counts of one part to a buffer of
// partial_bytes() bytes. The host reads the buffer and converts its content by words_of(). merge_words() adds
// the words of the parts, and sums_of_words() computes the result from them.

/// Size of Job::counts in bytes for enqueue_partial().
[[nodiscard]] std::uint64_t partial_bytes(const Plan& plan) noexcept;

/// Like Plan::enqueue(), but Job::counts receives a form that can be merged exactly. With float weights or
/// splitting, this form has 64-bit counts, and four 32-bit words per sum
/// (kernels/accumulate/amount_float.cl); otherwise, it has the counts that enqueue() writes. `counts` and
/// `workspace` must not be addresses, and `accumulate` must be false. Throws like Plan::enqueue() and
/// check_mergeable().
void enqueue_partial(const Plan& plan, cl_command_queue queue, const Job& job,
                     std::span<const cl_event> wait = {}, cl_event* event = nullptr);

// Checks of a job before anything is enqueued. They throw Error(invalid_argument), Error(unsupported) for
// memory that the device cannot use, and Error(opencl_error) if a query of OpenCL fails.

/// Memory that a job uses.
struct UsedMemory {
    const char* which;
    MemoryRange range;
};

/// Checks the memory of a job of this shape, except for its counts, and the events to wait for. Returns the
/// ranges of all memory that the job has: samples or arrays, mask, weights, indices, workspace and skipped.
std::vector<UsedMemory> check_job(const Engine& plan, const Job& job, const CheckedShape& shape,
                                  std::span<const cl_event> wait);

/// Checks that kernels can read and write the job's counts, that these have at least `bytes_of_counts` bytes,
/// and that they do not overlap `used`, the memory that check_job() returned.
void check_counts(const Engine& plan, const Job& job, std::uint64_t bytes_of_counts,
                  std::span<const UsedMemory> used);

/// Checks a job whose counts are returned: it must have no buffer of counts, and `accumulate` must be false.
void check_returned_counts(const Job& job);

/// Checks that a job's samples are a readable image of the plan's context, of the problem's kind and channel
/// type, which has the counted channels and all pixels of the shape. Throws Error(invalid_argument) if not,
/// and Error(unsupported) for an image that the device misreads. Returns the image's range of memory.
MemoryRange check_image(const Engine& plan, const Job& job, const CheckedShape& shape);

} // namespace histo_cl::detail
