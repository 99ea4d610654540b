#pragma once

#include "plan/partial_sums.hpp"
#include "plan/plan_access.hpp"

#include <cstdint>
#include <span>

// Counting parts of a whole on devices. To stream: a buffer of partial_bytes() a queue, enqueue_partial() for
// each chunk, the first without Job::accumulate and the rest with it; at the end read the buffer and take
// words_of() it. merge_words() adds those of other queues, and sums_of_words() finishes what is merged.

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// The bytes of Job::counts for enqueue_partial().
[[nodiscard]] std::uint64_t partial_bytes(const Plan& plan) noexcept;

/// As Plan::enqueue(), but what is left in Job::counts can be merged exactly: of float weights the four
/// words of 32 bits of each counter (kernels/counter.cl), of others the counts that enqueue() leaves. With
/// Job::accumulate it adds to what an earlier call left there. Counts and workspace are cl_mem; the problem
/// is one that check_mergeable() takes, which this calls. Throws like Plan::enqueue().
void enqueue_partial(const Plan& plan, cl_command_queue queue, const Job& job,
                     std::span<const cl_event> wait = {}, cl_event* event = nullptr);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
