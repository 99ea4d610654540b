#pragma once

#include "histo_cl/problem.hpp"

#include <cstdint>
#include <span>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// The bits of a sum to which a weight beyond Problem::weight_bound was added: a NaN that no weight leaves.
inline constexpr std::uint64_t beyond_weight_bound = 0x7FF8'6265'796F'6E64U;

/// Error(invalid_argument) for a weight beyond the bound, which fell into that counter.
[[noreturn]] void refuse_weight_beyond_bound(const Problem& problem, std::uint64_t counter);

/// Throws it if one of the sums, or of their bits, has such a weight.
void check_within_bound(const Problem& problem, std::span<const std::uint64_t> sums);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
