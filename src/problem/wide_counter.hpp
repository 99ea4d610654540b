#pragma once

#include "histo_cl/problem.hpp"
#include "problem/weight_types.hpp"

#include <optional>

namespace histo_cl::detail {

/// The counter of 64 bits for weights of such a type, or for none: the one that their sums need. Nothing for
/// types that no weight can have.
[[nodiscard]] constexpr std::optional<CounterType>
wide_counter(const std::optional<SampleType>& weights) noexcept {
    if (!weights) return CounterType::u64;
    const auto* const found = weight_type(*weights);
    return found != nullptr ? std::optional(found->sums) : std::nullopt;
}

/// The problem with the counters of 64 bits that histogram() returns. Throws like Problem::validate().
[[nodiscard]] Problem with_wide_counters(Problem problem);

} // namespace histo_cl::detail
