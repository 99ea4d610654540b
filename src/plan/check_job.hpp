#pragma once

#include "plan/plan_state.hpp"
#include "problem/checked_shape.hpp"

#include <span>
#include <vector>

// What is refused before anything is enqueued, by Error(invalid_argument).

namespace histo_cl::detail {

/// A queue of the plan's context and device.
void check_queue(const PlanState& plan, cl_command_queue queue);

/// Where something of a job lies.
struct UsedMemory {
    const char* which;
    MemoryRange range;
};

/// What a job reads, of a shape that is the job's: samples, mask and weights where the problem has them, the
/// workspace if one is given, and the events to wait for. Returns where they lie.
std::vector<UsedMemory> check_job(const PlanState& plan, const Job& job, const CheckedShape& shape,
                                  std::span<const cl_event> wait);

/// The caller's counts, for an enqueue, of so many bytes: apart from what the job uses besides.
void check_counts(const PlanState& plan, const Job& job, std::uint64_t bytes_of_counts,
                  std::span<const UsedMemory> used);

/// That the counts are not asked for in a buffer: they are returned.
void check_returned_counts(const Job& job);

} // namespace histo_cl::detail
