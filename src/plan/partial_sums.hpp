#pragma once

#include "core/integers.hpp"
#include "histo_cl/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

// Counts and sums of the parts of a histogram, as 64-bit words. Their order is [sum][cell], whatever the
// problem's order of counters is. Adding the words of all parts, each modulo 2^64, gives the words of the
// whole. A count, or a sum of integer weights, is one word. A sum of float weights has three words:
//
//     low     the lower 32 bits of the fixed-point sum (kernels/accumulate/amount_float.cl)
//     high    the upper 64 bits, in two's complement
//     flags   the numbers of parts with NaN, with plus infinity and with minus infinity, 21 bits each
//
// A minimum or maximum is one word, its rank (problem/accumulator.hpp). Ranks are not added: a rank of the
// whole is the greatest of the parts' ranks. Counts next to the ranks are added.
//
// Because each number in `flags` has 21 bits, the words of up to 2^21 - 1 parts can be added before they are
// normalized. After normalization, `low` is below 2^32, and either all three numbers of `flags` are 0, or one
// of them is 1 and the sum is 0.

namespace histo_cl::detail {

/// Why the parts of a problem cannot be merged; empty if they can.
[[nodiscard]] std::string why_not_merged(const Problem& problem);

/// Throws Error(invalid_argument) with the reason if parts of the problem cannot be merged.
void check_mergeable(const Problem& problem);

/// Number of words of each part of a mergeable problem.
[[nodiscard]] std::uint64_t partial_words(const Problem& problem) noexcept;

/// Converts the output of enqueue_partial(), whose counts are of type `counter`, to normalized words. Throws
/// Error(invalid_argument) for a weight beyond the bound. The message names the first counter of such a
/// weight, numbered as in a batch in which this is histogram `histogram`.
[[nodiscard]] std::vector<std::uint64_t> words_of(const Problem& problem, CounterType counter,
                                                  std::span<const std::byte> left,
                                                  std::uint64_t histogram = 0);

/// Converts the counters of a problem without wide sums to words.
[[nodiscard]] std::vector<std::uint64_t> words_of_counters(const Problem& problem,
                                                           std::vector<std::uint64_t> counters);

/// Normalizes words after additions.
void normalize_words(const Problem& problem, std::span<std::uint64_t> words) noexcept;

/// Adds the normalized words `from` to the normalized words `into`, and normalizes the result. Keeps the
/// greater of two ranks.
void merge_words(const Problem& problem, std::span<std::uint64_t> into,
                 std::span<const std::uint64_t> from) noexcept;

/// Throws Error(invalid_argument) for words that no part with that number of elements can have: a wrong
/// number of words, counts above the number of elements, sums of float weights that are too large, or ranks
/// that no weight has. The words need not be normalized.
void check_words(const Problem& problem, std::span<const std::uint64_t> words, std::uint64_t elements);

/// A sum before it is rounded.
struct ExactSum {
    Int128 units = 0;             ///< the sum is units · 2^ExactSums::exponent
    std::uint64_t not_finite = 0; ///< the bits of NaN or of an infinity; 0 for a finite sum
};

/// The sums of one weight vector or of its squares, or the counts.
struct ExactSums {
    int exponent = 0; ///< 0 for integers, whose sums are modulo 2^64
    std::vector<ExactSum> cells;
};

/// Returns one sum for each cell, from counter `first` of the words on. The words must be normalized.
[[nodiscard]] ExactSums exact_sums(const Problem& problem, std::span<const std::uint64_t> words,
                                   std::uint64_t first);

/// The bits of the counts and sums that normalized words stand for, in the problem's order. Sums of float
/// weights are rounded once, to the nearest double or float, ties to even, as finish_sums in
/// kernels/merge/wide_sums.cl rounds them.
[[nodiscard]] std::vector<std::uint64_t> sums_of_words(const Problem& problem,
                                                       std::span<const std::uint64_t> words);

} // namespace histo_cl::detail
