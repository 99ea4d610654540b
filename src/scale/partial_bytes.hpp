#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/limits.hpp"

#include <cstddef>
#include <cstdint>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// Of float weights in as many bins as there can be.
inline constexpr std::uint64_t most_words_of_a_partial = std::uint64_t{HISTO_CL_MAX_BINS} * 3;
/// Of Partial::save().
inline constexpr std::size_t most_bytes_of_a_partial = most_words_of_a_partial * 8 + 168;

} // namespace histo_cl::inline HISTO_CL_ABI::detail
