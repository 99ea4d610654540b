#pragma once

#include "binnings/rules.hpp"
#include "exact.hpp"

#include <algorithm>
#include <span>

// From edges to thresholds: what the binnings share.

namespace histo_cl::detail {

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

/// Samples as integers in their order: an integer is itself, a float its order_of().
struct Order {
    Int128 least;    ///< the least sample that can be in a bin
    Int128 greatest; ///< likewise
    Int128 key_zero; ///< the one whose key is 0
};

[[nodiscard]] Order order(SampleType sample) noexcept;

/// The first float in the order of its type at or above an edge; an edge of 0 includes −0.
[[nodiscard]] Int128 first_float_at(const Real& edge, SampleType sample) noexcept;
/// The first sample at or above an edge; for integers perhaps one beyond their type.
[[nodiscard]] Int128 first_sample_at(const Number& edge, SampleType sample) noexcept;
/// The first sample that is too large for the last bin.
[[nodiscard]] Int128 end_of_range(const Number& last_edge, const Problem& problem) noexcept;

/// Sets which samples are numbers: all of the order.
void set_numbers(Indexing& rule, const Order& order) noexcept;

/// Sets the range to the samples from `first` up to `end`, and the numbers. False if no sample is in it: then
/// the rule is complete as it is.
bool set_range(Indexing& rule, const Order& order, Int128 first, Int128 end) noexcept;

/// Fills the thresholds of all bins that a sample can reach; first_at(i) is the first sample at or above edge
/// i.
template <class FirstAt>
void set_thresholds(Indexing& rule, const Order& order, std::uint32_t bins, const FirstAt& first_at) {
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
[[nodiscard]] Indexing searched(std::span<const Number> edges, const Problem& problem);

/// Makes the search of a rule of f32 or f64 samples a multiplication if its bins are nearly `count` even ones
/// over [lower, upper): mode scale. Else leaves the rule as it is.
void set_scale(Indexing& rule, SampleType sample, double lower, double upper, std::uint32_t count);

/// Mode scale of `count` bins over [0, upper) of f32 or f64 samples, without thresholds, if the bins' width
/// is a power of two: then every product is exact, and so is every edge.
bool set_whole_bins(Indexing& rule, SampleType sample, double upper, std::uint32_t count);

/// How many bins there are to how many samples, both above 0; less than 2^60 and 2^126.
struct Slope {
    UInt128 bins;
    UInt128 samples;
};

/// Mode multiply for even bins of integers: at offset 0 the position is start / slope.samples.
void set_multiply(Indexing& rule, const Slope& slope, UInt128 start, LastEdge last_edge);
/// Makes the search of a rule of integers a shift or a multiplication if that gives the very bins of the
/// thresholds, and then drops those. Else leaves the rule as it is.
void set_nearly_even(Indexing& rule);

/// Gives a search the grid that leaves the fewest steps, if that saves any.
void set_grid(Indexing& rule, SampleType sample);

/// Even bins of the integers of an order.
[[nodiscard]] Indexing even_integers(const EvenBins& bins, const Order& order, LastEdge last_edge);

} // namespace histo_cl::detail
