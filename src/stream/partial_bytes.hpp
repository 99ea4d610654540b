#pragma once

#include "histo_cl/limits.hpp"
#include "histo_cl/problem.hpp"
#include "plan/partial_sums.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace histo_cl::detail {

/// Maximum number of words of a saved partial that Partial::load() reads for this problem. It allows for
/// partials of other problems, too, so that the error message can have their fingerprint: float weights in
/// the maximum number of bins have three words per bin.
[[nodiscard]] inline std::uint64_t max_words_per_partial(const Problem& problem) noexcept {
    return std::max(std::uint64_t{HISTO_CL_MAX_BINS} * 3, partial_words(problem));
}
/// Number of bytes of Partial::save() for that many words.
[[nodiscard]] constexpr std::uint64_t partial_bytes(std::uint64_t words) noexcept {
    return words * 8 + 168;
}

/// Partial::fingerprint() of a valid problem: the SHA-256 of
///
///     the names of sample, last_edge and out_of_range; joint as 0 or 1
///     the name of weights, or an empty one; squared_weights as 0 or 1
///     for several weight vectors, the text "weight_vectors" and their number
///     for another splitting than none, the text "splitting" and its name
///     for another accumulator than sum, the text "accumulator" and its name
///     the texts "counts_too" and "narrow_weights", if set
///     the exponent field and the elements of weight_bound; 0 and 0 without a bound
///     the number of axes, and for each the name of its kind and its members, in order
///
/// where names, texts and expressions are their length and their bytes; integers are 8 bytes, little-endian;
/// edges are their number and each edge; and a Number is two integers: 0 and a non-negative integer, 1 and a
/// negative integer, or 2 and the bits of a double that no 64-bit integer equals. Equal numbers therefore
/// have the same bytes.
[[nodiscard]] std::string fingerprint(const Problem& problem);

} // namespace histo_cl::detail
