#pragma once

#include "problem/checked_problem.hpp"
#include "problem/split.hpp"
#include "variants/variant.hpp"

#include <span>

namespace histo_cl::detail {

/// choose() as a value: the refusal has the reason of every variant that was asked. check_knobs() takes the
/// options.
[[nodiscard]] Proposal propose(const DeviceProfile& profile, const CheckedProblem& problem,
                               const Options& options, std::span<const Rejection> refused = {});

/// Throws Error(invalid_argument) for a knob that no device can keep, and for what only histogram() on host
/// data can do.
void check_knobs(const Options& options);

/// Writes to the decision for the first pass how many there are.
void set_passes(Decision& decision, const Passes& all);

} // namespace histo_cl::detail
