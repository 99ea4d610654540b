#pragma once

#include "histo_cl/problem.hpp"

namespace histo_cl::detail {

/// A problem that has passed validation, so functions that take one need not check it. It refers to the
/// problem, which must outlive it unchanged.
class CheckedProblem {
  public:
    /// Throws like Problem::validate().
    explicit CheckedProblem(const Problem& problem);
    explicit CheckedProblem(Problem&&) = delete;
    /// To be counted in the 64-bit counters that its weights need, whatever Problem::counter says.
    [[nodiscard]] static CheckedProblem with_wide_counters(const Problem& problem);
    /// A copy of one that has been checked.
    [[nodiscard]] static CheckedProblem copy(const Problem& of_a_checked_one) noexcept {
        return {of_a_checked_one, of_a_checked_one.counter};
    }

    [[nodiscard]] const Problem& operator*() const noexcept { return *problem_; }
    [[nodiscard]] const Problem* operator->() const noexcept { return problem_; }
    /// What it is counted in. Problem::counter may be another, of one with_wide_counters().
    [[nodiscard]] CounterType counter() const noexcept { return counter_; }

  private:
    CheckedProblem(const Problem& problem, CounterType counter) noexcept
        : problem_(&problem), counter_(counter) {}

    const Problem* problem_;
    CounterType counter_;
};

/// Throws like Problem::validate() for the problem with this counter.
void validate(const Problem& problem, CounterType counter);

} // namespace histo_cl::detail
