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

    /// A plan as its constructor makes it; if compiling is not allowed, only if its program is built.
    [[nodiscard]] static std::variant<Plan, NotBuilt> make(cl_context context, cl_device_id device,
                                                           const CheckedProblem& problem,
                                                           const Options& options, Compile compile);
};

/// Plan::count() for a shape that has been checked, which is the job's: the bits of the sums.
[[nodiscard]] std::vector<std::uint64_t> count_sums(const Plan& plan, cl_command_queue queue, const Job& job,
                                                    const CheckedShape& shape,
                                                    std::span<const cl_event> wait = {});

/// Like count_sums(), but returns normalized words that can be merged (plan/partial_sums.hpp).
/// check_mergeable() must accept the problem.
[[nodiscard]] std::vector<std::uint64_t> count_words(const Plan& plan, cl_command_queue queue, const Job& job,
                                                     const CheckedShape& shape);

// Counting parts of a whole on devices: enqueue_partial() for each into a buffer of partial_bytes(), which
// the host reads and takes words_of(). merge_words() adds those of other parts, and sums_of_words() finishes
// them.

/// The bytes of Job::counts for enqueue_partial().
[[nodiscard]] std::uint64_t partial_bytes(const Plan& plan) noexcept;

/// Like Plan::enqueue(), but Job::counts receives words that can be merged exactly: for float weights the
/// counts beside them in 64 bits, and four words of 32 bits of each sum (kernels/amount_*.cl); for others the
/// counts that enqueue() writes. Counts and workspace are cl_mem, and nothing is accumulated;
/// check_mergeable(), which this calls, must accept the problem. Throws like Plan::enqueue().
void enqueue_partial(const Plan& plan, cl_command_queue queue, const Job& job,
                     std::span<const cl_event> wait = {}, cl_event* event = nullptr);

// Checks of a job before anything is enqueued. They throw Error(invalid_argument).

/// Memory that a job uses.
struct UsedMemory {
    const char* which;
    MemoryRange range;
};

/// Checks what a job reads; the shape is the job's: samples, mask and weights where the problem has them, the
/// workspace if one is given, and the events to wait for. Returns where they lie.
std::vector<UsedMemory> check_job(const Engine& plan, const Job& job, const CheckedShape& shape,
                                  std::span<const cl_event> wait);

/// Checks that the caller's counts, for an enqueue, have so many bytes and do not overlap the job's other
/// memory.
void check_counts(const Engine& plan, const Job& job, std::uint64_t bytes_of_counts,
                  std::span<const UsedMemory> used);

/// Checks that the job has no buffer of counts, because they are returned.
void check_returned_counts(const Job& job);

/// Throws Error(invalid_argument) unless a job's samples are an image as the plan's problem describes it: of
/// the plan's context, its kind and its channels' type, readable, with the channels that are counted and with
/// all pixels of the shape, which is the job's; Error(unsupported) for one that the device misreads. Returns
/// where it lies.
MemoryRange check_image(const Engine& plan, const Job& job, const CheckedShape& shape);

} // namespace histo_cl::detail
