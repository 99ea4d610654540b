#pragma once

#include "histo_cl/limits.hpp"
#include "histo_cl/problem.hpp"
#include "plan/partial_sums.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace histo_cl::detail {

/// The maximum words of a saved partial that is read, of this problem or another: those of float weights in
/// as many bins as one channel can have.
[[nodiscard]] inline std::uint64_t max_words_per_partial(const Problem& problem) noexcept {
    return std::max(std::uint64_t{HISTO_CL_MAX_BINS} * 3, words_of_a_partial(problem));
}
/// The bytes of Partial::save() for so many words.
[[nodiscard]] constexpr std::uint64_t bytes_of_a_partial(std::uint64_t words) noexcept {
    return words * 8 + 168;
}

/// Partial::fingerprint() of a valid problem: the SHA-256 of
///
///     the names of sample, last_edge and out_of_range; joint as 0 or 1
///     the name of weights, or an empty one; squared_weights as 0 or 1
///     of several vectors of weights, the text "weight_vectors" and their number
///     the texts "counts_too" and "narrow_weights" of what is set
///     the exponent field and the elements of weight_bound; 0 and 0 without
///     how many axes there are, and of each the name of its kind and its members, in their order
///
/// where a name or an expression is its length and its bytes, an integer 8 bytes, little-endian, edges how
/// many there are and each, and a Number a kind and 8 bytes: 0 and the integer, 1 and the negative integer,
/// or 2 and the bits of a double that is no integer of 64 bits. So numbers that are equal are one.
[[nodiscard]] std::string fingerprint(const Problem& problem);

} // namespace histo_cl::detail
