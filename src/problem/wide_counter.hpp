#pragma once

#include "histo_cl/problem.hpp"

#include <optional>
#include <string>

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

/// Throws Error(invalid_argument) unless the problem's counts of 64 bits are of the type that was asked for;
/// the message names `call`, e.g. "histogram", with either type.
void check_sum_type(const Problem& problem, CounterType asked, const std::string& call);

} // namespace histo_cl::detail
