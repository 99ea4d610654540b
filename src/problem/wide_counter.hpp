#pragma once

#include "histo_cl/problem.hpp"

#include <optional>

namespace histo_cl::detail {

/// The counter of 64 bits for weights of such a type, or for none: the one that their sums need. Nothing for
/// types that no weight can have.
[[nodiscard]] constexpr std::optional<CounterType>
wide_counter(const std::optional<SampleType>& weights) noexcept {
    if (!weights) return CounterType::u64;
    switch (*weights) {
    case SampleType::u32: return CounterType::u64;
    case SampleType::i32: return CounterType::i64;
    case SampleType::f32:
    case SampleType::f64: return CounterType::f64;
    default: return std::nullopt;
    }
}

/// The problem with the counters of 64 bits that histogram() returns. Throws like Problem::validate().
[[nodiscard]] Problem with_wide_counters(Problem problem);

} // namespace histo_cl::detail
