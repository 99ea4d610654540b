#pragma once

#include "histo_cl/abi.hpp"

#include <cstdint>
#include <limits>

namespace histo_cl::detail {

inline constexpr std::uint64_t largest_u64 = std::numeric_limits<std::uint64_t>::max();

/// Sums and products that stay at the largest value once they are beyond 64 bits.
[[nodiscard]] constexpr std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b) noexcept {
    return a > largest_u64 - b ? largest_u64 : a + b;
}
[[nodiscard]] constexpr std::uint64_t saturating_multiply(std::uint64_t a, std::uint64_t b) noexcept {
    return b != 0 && a > largest_u64 / b ? largest_u64 : a * b;
}

/// The largest of 32 bits for what is beyond them.
[[nodiscard]] constexpr std::uint32_t saturating_u32(std::uint64_t value) noexcept {
    constexpr auto largest = std::numeric_limits<std::uint32_t>::max();
    return value > largest ? largest : static_cast<std::uint32_t>(value);
}

} // namespace histo_cl::detail
