#pragma once

#include "histo_cl/abi.hpp"

#include <cstdint>
#include <limits>

namespace histo_cl::inline HISTO_CL_ABI::detail {

inline constexpr std::uint64_t largest_u64 = std::numeric_limits<std::uint64_t>::max();

/// Sums and products that stay at the largest value once they are beyond 64 bits.
[[nodiscard]] constexpr std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b) noexcept {
    return a > largest_u64 - b ? largest_u64 : a + b;
}
[[nodiscard]] constexpr std::uint64_t saturating_multiply(std::uint64_t a, std::uint64_t b) noexcept {
    return b != 0 && a > largest_u64 / b ? largest_u64 : a * b;
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
