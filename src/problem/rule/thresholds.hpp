#pragma once

#include "core/c_math.hpp"
#include "core/exact.hpp"
#include "core/float_format.hpp"
#include "problem/rule/bin_rule.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

// Computes thresholds from edges, for all binnings.

namespace histo_cl::detail {

/// A real number as the nearest double and the remainder: exact for any Number, and for the sum of two
/// doubles. Two Reals compare like the numbers that they represent.
struct Real {
    double nearest = 0;
    double rest = 0;

    friend auto operator<=>(const Real&, const Real&) = default;
};

[[nodiscard]] inline Real real(const Number& number) noexcept {
    if (number.kind() == Number::Kind::f64) [[likely]]
        return {number.f64(), 0};
    const auto exact = integer_of(number);
    const auto nearest = static_cast<double>(exact);
    return {nearest, static_cast<double>(exact - static_cast<Int128>(nearest))};
}
/// Returns a + b, which must be within the range of doubles.
[[nodiscard]] inline Real real_sum(double a, double b) noexcept {
    const auto sum = exact_sum(a, b);
    return {sum.value, sum.error};
}

/// Maps samples to ordered integers: an integer to itself, a float to its key.
struct SampleOrder {
    Int128 minimum;  ///< the smallest sample that can be in a bin
    Int128 maximum;  ///< the largest sample that can be in a bin
    Int128 key_zero; ///< the sample whose key is 0
};

[[nodiscard]] SampleOrder sample_order(SampleType sample) noexcept;

// These functions are called for each of many edges, so they are inline and take a format that is constructed
// once.

/// The key of the first float at or above an edge, or strictly above the edge if `above` is true. −0 and +0
/// are both at an edge of 0.
[[nodiscard]] constexpr std::uint64_t first_float(const Real& edge, const FloatFormat& format,
                                                  bool above = false) noexcept {
    const auto bits = format.nearest(edge.nearest); // at most one float off
    const double x = format.value_of(bits);
    // Without a branch, because it would be mispredicted often.
    const bool same = (x == edge.nearest) & (above ? edge.rest >= 0 : edge.rest > 0);
    const unsigned up = ((x < edge.nearest) | same) ? 1 : 0;
    if (x == 0) [[unlikely]]
        return format.sign - 1 + 2 * up; // −0, or the float after +0
    return format.key(bits) + up;
}

/// The first integer at or above an edge, or strictly above the edge if `above` is true. For edges beyond
/// every integer type, the result is beyond every type too.
[[nodiscard]] inline Int128 first_whole(double edge, bool above = false) noexcept {
    constexpr auto beyond = Int128{1} << 65U;
    if (edge > largest_integer_bound) return beyond;
    if (edge < -largest_integer_bound) return -beyond;
    if (std::fabs(edge) >= 0x1p63) return static_cast<Int128>(edge) + (above ? 1 : 0);
    const auto whole = static_cast<std::int64_t>(edge); // rounded towards 0, so at most one too low
    const auto x = static_cast<double>(whole);
    return Int128{whole} + ((above ? x <= edge : x < edge) ? 1 : 0);
}

/// The first sample at or above an edge, or strictly above the edge if `above` is true. The result for an
/// integer type may be beyond the type.
[[nodiscard]] inline Int128 first_sample(const Number& edge, const FloatFormat& format,
                                         bool above = false) noexcept {
    if (is_float(format.type)) return first_float(real(edge), format, above);
    if (edge.kind() != Number::Kind::f64) return integer_of(edge) + (above ? 1 : 0);
    return first_whole(edge.f64(), above);
}

/// The first sample that is too large for the last bin.
[[nodiscard]] Int128 end_of_range(const Number& last_edge, const Problem& problem) noexcept;

/// Marks all samples from SampleOrder::minimum to SampleOrder::maximum as numbers.
void set_numbers(BinRule& rule, const SampleOrder& order) noexcept;

/// Sets the range to the samples in [first, end), and marks which samples are numbers. Returns false if no
/// sample is in the range; the rule is then complete.
bool set_range(BinRule& rule, const SampleOrder& order, Int128 first, Int128 end) noexcept;

/// Allocates the thresholds of all bins that a sample can reach, with room for a grid after them.
void make_thresholds(BinRule& rule, std::uint32_t reached_bins);

/// The first number below `end` for which is_beyond(n) is true, by binary search; `end` if there is none.
template <class IsBeyond>
[[nodiscard]] std::uint32_t first_beyond(std::uint32_t end, const IsBeyond& is_beyond) {
    std::uint32_t first = 0;
    while (first < end) {
        const auto middle = first + (end - first) / 2;
        if (is_beyond(middle))
            end = middle;
        else
            first = middle + 1;
    }
    return first;
}

/// Sets the thresholds of floats. first_at(i) is the key of the first float at or above edge i.
template <class FirstAt>
void set_thresholds(BinRule& rule, std::uint32_t bins, const FirstAt& first_at) {
    const auto first = rule.first_key;
    const auto last = first + rule.last_offset;
    make_thresholds(rule, first_beyond(bins, [&](std::uint32_t i) { return first_at(i) > last; }));
    auto* const thresholds = rule.thresholds.data();
    const auto reached = static_cast<std::uint32_t>(rule.thresholds.size());
    for (std::uint32_t i = 0; i < reached; ++i)
        thresholds[i] = std::max<std::uint64_t>(first_at(i), first) - first;
}

/// Maximum number of iterations of a search: a step for each power of two, and the check that ends the loop.
/// A grid only reduces the number of steps.
[[nodiscard]] constexpr std::uint64_t search_iterations(std::uint64_t thresholds) noexcept {
    return static_cast<std::uint64_t>(std::bit_width(thresholds)) + 1;
}

// The rule for bins given by their edges: mode search.

[[nodiscard]] inline Real real(double edge) noexcept {
    return {edge, 0};
}

/// The first integer at or above an edge, modulo 2^64. The integer must be within the type T.
template <class T>
[[nodiscard]] std::uint64_t first_of_type(double edge) noexcept {
    using Whole = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
    const auto whole = static_cast<Whole>(edge); // rounded towards 0, so at most one too low
    return static_cast<std::uint64_t>(whole) + (static_cast<double>(whole) < edge ? 1 : 0);
}
template <class T>
[[nodiscard]] std::uint64_t first_of_type(const Number& edge) noexcept {
    switch (edge.kind()) {
    case Number::Kind::i64: return static_cast<std::uint64_t>(edge.i64());
    case Number::Kind::u64: return edge.u64();
    case Number::Kind::f64: break;
    }
    return first_of_type<T>(edge.f64());
}

/// Sets the thresholds of integers. Computes in 128 bits which edges are in range, because edges may need
/// more than 64 bits. For edges in range, 64 bits suffice.
template <class T, class EdgeAt>
void set_whole_thresholds(BinRule& rule, std::uint32_t bins, const EdgeAt& edge_at) {
    const auto first = static_cast<Int128>(rule.first_key) + lowest(sample_type_of<T>());
    const auto last = first + static_cast<Int128>(rule.last_offset);
    const auto first_at = [&](std::uint32_t i) { return first_sample(Number(edge_at(i)), float_format<T>); };
    make_thresholds(rule, first_beyond(bins, [&](std::uint32_t i) { return first_at(i) > last; }));
    const auto reached = static_cast<std::uint32_t>(rule.thresholds.size());
    const auto in_range = first_beyond(reached, [&](std::uint32_t i) { return first_at(i) > first; });
    auto* const thresholds = rule.thresholds.data();
    std::fill_n(thresholds, in_range, 0);
    for (auto i = in_range; i < reached; ++i)
        thresholds[i] = first_of_type<T>(edge_at(i)) - static_cast<std::uint64_t>(first);
}

/// Makes the rule for increasing edges. edge_at(i) is edge i, a Number or a double.
template <class EdgeAt>
[[nodiscard]] BinRule searched(std::uint32_t bins, const EdgeAt& edge_at, const Problem& problem) {
    BinRule rule;
    const auto first = first_sample(Number(edge_at(0)), FloatFormat(problem.sample));
    const auto end = end_of_range(Number(edge_at(bins)), problem);
    if (!set_range(rule, sample_order(problem.sample), first, end)) return rule;
    with_sample_type(problem.sample, [&]<class T>(std::type_identity<T> /*sample*/) {
        if constexpr (is_float(sample_type_of<T>()))
            set_thresholds(rule, bins,
                           [&](std::uint32_t i) { return first_float(real(edge_at(i)), float_format<T>); });
        else
            set_whole_thresholds<T>(rule, bins, edge_at);
    });
    rule.mode = BinRule::Mode::search;
    return rule;
}

} // namespace histo_cl::detail
