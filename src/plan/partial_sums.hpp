#pragma once

#include "histo_cl/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

// Counts and sums of parts, as words of 64 bits that add up, modulo 2^64 and one by one, to those of the
// whole, in the order of the counters. A count, and a sum of integer weights, is one word. A sum of float
// weights is three:
//
//     low     its lower 32 bits in units of the fixed point (kernels/amount_float.cl)
//     high    its upper 64 bits, in two's complement
//     flags   in 21 bits each, the parts with a NaN, with an infinity, and with a negative infinity
//
// so that words of up to 2^21 - 1 parts can be added before they are normalized: `low` without its carries,
// at most one flag, which is 1, and no sum beside it.

namespace histo_cl::detail {

/// Why parts of such a problem do not add up to the whole; empty if they do.
[[nodiscard]] std::string not_merged_because(const Problem& problem);

/// Throws Error(invalid_argument) with the reason.
void check_mergeable(const Problem& problem);

/// How many words a partial of a mergeable problem has.
[[nodiscard]] std::uint64_t words_of_a_partial(const Problem& problem) noexcept;

/// The words of what enqueue_partial() left for a problem of such counters. Throws Error(invalid_argument)
/// for a weight beyond the bound.
[[nodiscard]] std::vector<std::uint64_t> words_of(const Problem& problem, CounterType counter,
                                                  std::span<const std::byte> left);

/// Normalizes words that were added.
void normalize_words(const Problem& problem, std::span<std::uint64_t> words) noexcept;

/// Adds normalized words, and normalizes.
void merge_words(const Problem& problem, std::span<std::uint64_t> into,
                 std::span<const std::uint64_t> from) noexcept;

/// Throws Error(invalid_argument) for words that no part of so many elements has: too many or too few, or
/// beyond what the elements can add up to. Normalized or not.
void check_words(const Problem& problem, std::span<const std::uint64_t> words, std::uint64_t elements);

/// The sums of normalized words, or their bits: those of float weights rounded once, to the nearest
/// double, ties to even, as finish_sums of kernels/wide_sums.cl does.
[[nodiscard]] std::vector<std::uint64_t> sums_of_words(const Problem& problem,
                                                       std::span<const std::uint64_t> words);

} // namespace histo_cl::detail
