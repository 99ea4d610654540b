#pragma once

#include "histo_cl/decision.hpp"

#include <string>

// How histogram() counts what the host has.

namespace histo_cl::detail {

/// The problem that a plan is made for: with max_samples for as many elements as there are, rounded up so
/// that calls with nearly as many share the plan. The problem is valid.
[[nodiscard]] Problem for_a_kept_plan(Problem problem, const Shape& shape);

/// Who counts, and why, e.g. {true, "4096 elements: below 131072, where a launch costs more than counting"}.
struct Counter {
    bool is_calling_thread = false;
    std::string reason;
};

/// The problem is valid, and footprint() takes the shape. Throws Error(invalid_argument) and
/// Error(unsupported) where Options::calling_thread is true and cannot be kept.
[[nodiscard]] Counter counter_of(const DeviceProfile& profile, const Problem& problem, const Shape& shape,
                                 const Options& options);

} // namespace histo_cl::detail
