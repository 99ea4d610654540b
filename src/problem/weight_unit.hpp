#pragma once

#include "histo_cl/problem.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

// The unit of fixed-point sums of float weights, 2^E with E = e + 1 + room − 94: e is the greatest
// exponent of a weight, and the room is for the carries of so many weights.

namespace histo_cl::inline HISTO_CL_ABI::detail {

inline constexpr int wide_sum_bits = 94;
inline constexpr int narrow_weight_bits = 29;
/// Of the unit of narrow weights, so that devices can scale them by single floats, and that flush denormals
/// lose nothing.
inline constexpr int least_narrow_exponent = -120;

/// The bits of a sum above those of the greatest weight: as kernels/amount_float.cl gets them.
[[nodiscard]] constexpr std::uint32_t room_of_sums(const Problem& problem, std::uint64_t elements) noexcept {
    return problem.narrow_weights ? wide_sum_bits - narrow_weight_bits
                                  : static_cast<std::uint32_t>(std::bit_width(elements));
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
