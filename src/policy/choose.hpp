#pragma once

#include "policy/variant.hpp"
#include "problem/checked_problem.hpp"

#include <span>

namespace histo_cl::detail {

/// choose() as a value: the decision, or why no variant can run, with every reason. Throws Error for bad
/// knobs, and for samples that the device cannot count with any variant.
[[nodiscard]] Proposal propose(const DeviceProfile& profile, const CheckedProblem& problem,
                               const Options& options, std::span<const Rejection> refused = {});

/// choose() for a problem that has been checked.
[[nodiscard]] Decision choose(const DeviceProfile& profile, const CheckedProblem& problem,
                              const Options& options, std::span<const Rejection> refused = {});

} // namespace histo_cl::detail
