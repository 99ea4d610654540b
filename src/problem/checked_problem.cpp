#include "problem/checked_problem.hpp"

#include "problem/wide_counter.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

CheckedProblem::CheckedProblem(const Problem& problem) : CheckedProblem(problem, problem.counter) {
    validate(problem, counter_);
}

CheckedProblem CheckedProblem::with_wide_counters(const Problem& problem) {
    const CheckedProblem wide(problem, wide_counter(problem.weights).value_or(problem.counter));
    validate(problem, wide.counter_);
    return wide;
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
