#pragma once

#include "histo_cl/limits.hpp"
#include "histo_cl/problem.hpp"
#include "plan/partial_sums.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// The words that a saved partial is read with at most, of the problem or of any other: those of float
/// weights in as many bins as one channel can have.
[[nodiscard]] inline std::uint64_t most_words_of_a_partial(const Problem& problem) noexcept {
    return std::max(std::uint64_t{HISTO_CL_MAX_BINS} * 3, words_of_a_partial(problem));
}
/// Of Partial::save() with so many words.
[[nodiscard]] constexpr std::uint64_t bytes_of_a_partial(std::uint64_t words) noexcept {
    return words * 8 + 168;
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
