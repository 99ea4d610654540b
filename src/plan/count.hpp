#pragma once

#include "plan/plan_access.hpp"
#include "problem/checked_shape.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace histo_cl::detail {

/// Plan::count() for a shape that has been checked, which is the job's: the bits of the sums.
[[nodiscard]] std::vector<std::uint64_t> count(const PlanState& plan, cl_command_queue queue, const Job& job,
                                               const CheckedShape& shape,
                                               std::span<const cl_event> wait = {});

/// The same, but the words of what can be merged (plan/partial_sums.hpp): normalized. The problem is one that
/// check_mergeable() takes.
[[nodiscard]] std::vector<std::uint64_t> count_words(const PlanState& plan, cl_command_queue queue,
                                                     const Job& job, const CheckedShape& shape,
                                                     std::span<const cl_event> wait = {});

} // namespace histo_cl::detail
