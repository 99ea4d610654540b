#pragma once

#include "histo_cl/problem.hpp"
#include "problem/weight_types.hpp"

#include <optional>
#include <string>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// The counter of 64 bits for weights of such a type, or for none: the one that their sums need. Nothing for
/// types that no weight can have.
[[nodiscard]] constexpr std::optional<CounterType>
wide_counter(const std::optional<SampleType>& weights) noexcept {
    if (!weights) return CounterType::u64;
    const auto found = weight_type(*weights);
    return found ? std::optional(found->sums) : std::nullopt;
}

/// Throws Error(invalid_argument) unless the problem's counts of 64 bits are of the type that was asked for;
/// the message names `call`, e.g. "histogram", with either type.
void check_sum_type(const Problem& problem, CounterType asked, const std::string& call);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
