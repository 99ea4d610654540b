#include "problem/wide_counter.hpp"

#include <utility>

namespace histo_cl::detail {

Problem with_wide_counters(Problem problem) {
    problem.counter = wide_counter(problem.weights).value_or(problem.counter);
    problem.validate();
    return problem;
}

} // namespace histo_cl::detail
