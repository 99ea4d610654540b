#pragma once

#include "binning/bin_rule.hpp"

#include <algorithm>
#include <cstdint>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// The most cells that a grid over so many bins gets.
[[nodiscard]] constexpr std::uint64_t most_cells(std::uint64_t bins) noexcept {
    return std::clamp<std::uint64_t>(4 * bins, 1 << 10, 1 << 16);
}

/// Gives a search the grid that leaves the fewest steps, if that saves any.
void set_grid(BinRule& rule, SampleType sample);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
