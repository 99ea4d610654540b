#pragma once

#include "histo_cl/problem.hpp"

#include <cstdint>
#include <span>
#include <string_view>

// Minima and maxima of weights.
//
// A rank is an unsigned integer that says how extreme a value is. A cell keeps the value with the highest
// rank, which is the least value for a minimum, and the greatest for a maximum. Rank 0 means that there is no
// value yet, and NaN has the highest rank. So ranks are initialized with 0, and are merged by max(), just as
// counts are merged by addition. This is so on devices (kernels/accumulate/amount_extreme.cl), on the calling
// thread and in partials.

namespace histo_cl::detail {

/// Whether cells keep a minimum or a maximum.
[[nodiscard]] constexpr bool is_extreme(const Problem& problem) noexcept {
    return problem.weights.accumulator != Accumulator::sum;
}

/// What cells keep, for messages: "minima", "maxima" or "sums".
[[nodiscard]] constexpr std::string_view extremes_or_sums(const Problem& problem) noexcept {
    switch (problem.weights.accumulator) {
    case Accumulator::minimum: return "minima";
    case Accumulator::maximum: return "maxima";
    default: return "sums";
    }
}

/// The accumulator, and the type of the counters: u64, i64 or f64.
struct ExtremeType {
    Accumulator accumulator;
    CounterType counter;
};

/// The type of a checked problem for which is_extreme() is true.
[[nodiscard]] ExtremeType extreme_type(const Problem& problem) noexcept;

/// The bits of the counter of an empty cell: the least extreme value.
[[nodiscard]] std::uint64_t identity_of(const ExtremeType& type) noexcept;

/// The rank of the counter with these bits; 0 for identity_of().
[[nodiscard]] std::uint64_t rank_of(const ExtremeType& type, std::uint64_t bits) noexcept;

/// The bits of the counter with this rank. All ranks above the rank of infinity stand for NaN, with the bits
/// 0x7FF8000000000000.
[[nodiscard]] std::uint64_t bits_of_rank(const ExtremeType& type, std::uint64_t rank) noexcept;

/// Converts the words of one histogram to the bits of its counters. The words are the counts of elements, if
/// there are any, followed by the ranks.
void set_counters_of_words(const Problem& problem, std::span<std::uint64_t> words) noexcept;

/// The reverse of set_counters_of_words(). Counts that are stored as doubles must be whole numbers below
/// 2^64.
void set_words_of_counters(const Problem& problem, std::span<std::uint64_t> counters) noexcept;

/// The bits of the counter of a cell that got only this weight. `bits`: the bits of the weight.
[[nodiscard]] std::uint64_t extreme_of_weight(SampleType weights, std::uint64_t bits) noexcept;

/// Whether a weight of this type can give a counter these bits.
[[nodiscard]] bool is_weight(SampleType weights, std::uint64_t bits) noexcept;

/// Throws Error(invalid_argument) for a minimum or maximum without weights, or with an option that only sums
/// have.
void check_accumulator(const Problem& problem);

} // namespace histo_cl::detail
