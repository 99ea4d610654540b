#pragma once

#include "binning/bin_rule.hpp"
#include "core/exact.hpp"

#include <algorithm>
#include <bit>
#include <span>

// From edges to thresholds: what the binnings share.

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// A real number as the nearest double and what that lacks of it: exact for any Number, and for the sum of
/// two doubles. So they compare like what they stand for.
struct Real {
    double nearest = 0;
    double rest = 0;

    friend auto operator<=>(const Real&, const Real&) = default;
};

[[nodiscard]] Real real(const Number& number) noexcept;
/// a + b, if that is within the doubles.
[[nodiscard]] Real real_sum(double a, double b) noexcept;

/// Samples as integers in their order: an integer is itself, a float its key.
struct SampleOrder {
    Int128 least;    ///< the least sample that can be in a bin
    Int128 greatest; ///< likewise
    Int128 key_zero; ///< the one whose key is 0
};

[[nodiscard]] SampleOrder sample_order(SampleType sample) noexcept;

/// The first float in the order of its type at or above an edge; an edge of 0 includes −0.
[[nodiscard]] Int128 first_float_at(const Real& edge, SampleType sample) noexcept;
/// The first sample at or above an edge; for integers perhaps one beyond their type.
[[nodiscard]] Int128 first_sample_at(const Number& edge, SampleType sample) noexcept;
/// The first sample that is too large for the last bin.
[[nodiscard]] Int128 end_of_range(const Number& last_edge, const Problem& problem) noexcept;

/// Sets which samples are numbers: all of the order.
void set_numbers(BinRule& rule, const SampleOrder& order) noexcept;

/// Sets the range to the samples from `first` up to `end`, and the numbers. False if no sample is in it: then
/// the rule is complete as it is.
bool set_range(BinRule& rule, const SampleOrder& order, Int128 first, Int128 end) noexcept;

/// Fills the thresholds of all bins that a sample can reach; first_at(i) is the first sample at or above edge
/// i.
template <class FirstAt>
void set_thresholds(BinRule& rule, const SampleOrder& order, std::uint32_t bins, const FirstAt& first_at) {
    const auto first = static_cast<Int128>(rule.first_key) + order.key_zero;
    rule.thresholds.reserve(bins);
    for (std::uint32_t i = 0; i < bins; ++i) {
        const auto offset = std::max<Int128>(first_at(i), first) - first;
        if (offset > static_cast<Int128>(rule.last_offset)) break;
        rule.thresholds.push_back(static_cast<std::uint64_t>(offset));
    }
    rule.last_bin = static_cast<std::uint32_t>(rule.thresholds.size() - 1);
}

/// The rule of bins that are nothing but their edges: a search.
[[nodiscard]] BinRule searched(std::span<const Number> edges, const Problem& problem);

/// Of a search: a step for each power of two (a grid leaves no more), and the check that ends the loop.
[[nodiscard]] constexpr std::uint64_t search_iterations(std::uint64_t thresholds) noexcept {
    return static_cast<std::uint64_t>(std::bit_width(thresholds)) + 1;
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
