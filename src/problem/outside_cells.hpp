#pragma once

#include "histo_cl/problem.hpp"

#include <cstdint>
#include <limits>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// The cell of a sample that an axis does not count: NO_BIN of kernels/bin_outside.cl.
inline constexpr std::uint32_t no_cell = std::numeric_limits<std::uint32_t>::max();

/// Where an axis counts samples in no bin: UNDERFLOW_CELL, OVERFLOW_CELL and NAN_CELL of
/// kernels/bin_outside.cl.
struct OutsideCells {
    std::uint32_t below = no_cell;
    std::uint32_t above = no_cell;
    std::uint32_t nan = no_cell;
};

[[nodiscard]] constexpr OutsideCells outside_cells(OutOfRange policy, std::uint32_t bins) noexcept {
    switch (policy) {
    case OutOfRange::dropped: break;
    case OutOfRange::clamped: return {.below = 0, .above = bins - 1};
    case OutOfRange::counted: return {.below = bins, .above = bins + 1, .nan = bins + 2};
    }
    return {};
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
