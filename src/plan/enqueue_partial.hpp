#pragma once

#include "plan/partial_sums.hpp"
#include "plan/plan_access.hpp"

#include <cstdint>
#include <span>

// Counting parts of a whole on devices: enqueue_partial() for each into a buffer of partial_bytes(), which
// the host reads and takes words_of(). merge_words() adds those of other parts, and sums_of_words() finishes
// them.

namespace histo_cl::detail {

/// The bytes of Job::counts for enqueue_partial().
[[nodiscard]] std::uint64_t partial_bytes(const Plan& plan) noexcept;

/// As Plan::enqueue(), but what is left in Job::counts can be merged exactly: of float weights the counts
/// beside them in 64 bits, and the four words of 32 bits of each sum (kernels/amount_*.cl); of others the
/// counts that enqueue() leaves. Counts and workspace are cl_mem, and nothing is accumulated; the problem is
/// one that check_mergeable() takes, which this calls. Throws like Plan::enqueue().
void enqueue_partial(const Plan& plan, cl_command_queue queue, const Job& job,
                     std::span<const cl_event> wait = {}, cl_event* event = nullptr);

} // namespace histo_cl::detail
