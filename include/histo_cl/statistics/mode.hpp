#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/statistics/counts.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <ranges>

namespace histo_cl::inline HISTO_CL_ABI {

/// The bin with the most samples, or the first of several such bins; empty if the total is 0. Throws
/// Error(invalid_argument) for counts that are negative or not finite.
template <CountRange Range>
[[nodiscard]] constexpr std::optional<std::size_t>
mode(const Range& counts) noexcept(!detail::could_be_bad<Range>) {
    detail::check_counts(counts);
    const auto greatest = std::ranges::max_element(counts);
    if (greatest == std::ranges::end(counts) || !(*greatest > 0)) return std::nullopt;
    return static_cast<std::size_t>(greatest - std::ranges::begin(counts));
}

} // namespace histo_cl::inline HISTO_CL_ABI
