#include "bin_rule.hpp"

#include "even_edges.hpp"
#include "exact.hpp"

#include <algorithm>

namespace histo_cl::detail {
namespace {

/// Samples as integers in their order: an integer is itself, a float its order_of().
struct Order {
    Int128 least;    ///< the least sample that can be in a bin
    Int128 greatest; ///< likewise
    Int128 key_zero; ///< the one whose key is 0
};

Order order(SampleType sample) noexcept {
    if (sample == SampleType::f32)
        return {Int128{order_of(-std::numeric_limits<float>::infinity())},
                Int128{order_of(std::numeric_limits<float>::infinity())}, 0};
    if (sample == SampleType::f64)
        return {Int128{order_of(-std::numeric_limits<double>::infinity())},
                Int128{order_of(std::numeric_limits<double>::infinity())}, 0};
    return {lowest(sample), highest(sample), lowest(sample)};
}

/// The first Float at or above the edge; an edge of 0 includes −0.
template <class Float>
Int128 first_float_at(const Number& edge) noexcept {
    auto x = static_cast<Float>(edge.to_double()); // to nearest, so at most one step below the edge
    if (Number(x) < edge) x = std::nextafter(x, std::numeric_limits<Float>::infinity());
    return Int128{order_of(x == 0 ? -Float{0} : x)};
}

/// The first integer at or above the edge, or one beyond every type.
Int128 first_integer_at(const Number& edge) noexcept {
    constexpr auto beyond = Int128{1} << 65U;
    switch (edge.kind()) {
    case Number::Kind::i64: return edge.i64();
    case Number::Kind::u64: return edge.u64();
    case Number::Kind::f64: break;
    }
    if (edge.f64() > largest_integer_bound) return beyond;
    if (edge.f64() < -largest_integer_bound) return -beyond;
    return static_cast<Int128>(std::ceil(edge.f64()));
}

Int128 first_sample_at(const Number& edge, SampleType sample) noexcept {
    if (sample == SampleType::f32) return first_float_at<float>(edge);
    if (sample == SampleType::f64) return first_float_at<double>(edge);
    return first_integer_at(edge);
}

/// Even bins of integer samples as one fraction: edge i is (lower · count + i · width) / (count · 2^20).
struct EvenIntegers {
    explicit EvenIntegers(const EvenBins& bins) noexcept
        : count(bins.count), lower(fixed_point(bins.lower)), width(fixed_point(bins.upper) - lower) {}

    [[nodiscard]] Int128 first_sample_at(std::uint32_t edge) const noexcept {
        return ceil_div(lower * count + width * edge, count << fraction_bits);
    }

    Int128 count;
    Int128 lower;
    Int128 width;
};

/// Sets the range; false if no sample is in it. `first_at(i)` is the first sample at or above edge i.
template <class FirstAt>
bool set_range(Indexing& rule, const Order& order, std::uint32_t bins, const FirstAt& first_at) {
    const auto first = std::max(first_at(0), order.least);
    const auto last = std::min(first_at(bins) - 1, order.greatest);
    if (first > last) return false;
    rule.first_key = static_cast<std::uint64_t>(first - order.key_zero);
    rule.last_offset = static_cast<std::uint64_t>(last - first);
    return true;
}

/// Fills the thresholds of all bins that a sample can reach.
template <class FirstAt>
void set_thresholds(Indexing& rule, const Order& order, std::uint32_t bins, const FirstAt& first_at) {
    const auto first = static_cast<Int128>(rule.first_key) + order.key_zero;
    rule.thresholds.reserve(bins);
    for (std::uint32_t i = 0; i < bins; ++i) {
        const auto offset = std::max(first_at(i), first) - first;
        if (offset > static_cast<Int128>(rule.last_offset)) break;
        rule.thresholds.push_back(static_cast<std::uint64_t>(offset));
    }
    rule.last_bin = static_cast<std::uint32_t>(rule.thresholds.size() - 1);
}

/// Mode shift, if each bin holds 2^n whole samples and the first bin starts with the first sample.
bool set_shift(Indexing& rule, const Order& order, const EvenIntegers& even) {
    const auto first = static_cast<Int128>(rule.first_key) + order.key_zero;
    const auto unit = even.count << fraction_bits;
    if (first << fraction_bits != even.lower || even.width % unit != 0) return false;
    const auto samples = static_cast<UInt128>(even.width / unit);
    if ((samples & (samples - 1)) != 0) return false;
    while ((UInt128{1} << rule.shift) < samples)
        ++rule.shift;
    if (UInt128{rule.last_offset} >> rule.shift == 0)
        return false; // one bin; the shift may be as wide as a key
    rule.mode = Indexing::Mode::shift;
    rule.last_bin = static_cast<std::uint32_t>(rule.last_offset >> rule.shift);
    return true;
}

/// Mode multiply: position = offset · (count · 2^20 / width) + (position of the first sample), times 2^shift.
/// The shift is the largest at which the multiplier fits a word and the product two.
void set_multiply(Indexing& rule, const Order& order, const EvenIntegers& even) {
    const auto first = static_cast<Int128>(rule.first_key) + order.key_zero;
    const auto width = static_cast<UInt128>(even.width);
    const auto slope = static_cast<UInt128>(even.count) << fraction_bits;
    const auto start = static_cast<UInt128>(((first << fraction_bits) - even.lower) * even.count);
    const int word = rule.last_offset >> 32U == 0 ? 32 : 64;
    const auto fits = [&](int shift) {
        const auto bins = static_cast<UInt128>(rule.last_bin) + 1;
        return bins <= (~UInt128{0} >> (128 - 2 * word)) >> shift &&
               shifted_div(slope, width, shift) >> word == 0;
    };
    int shift = 0;
    while (shift + 1 < 2 * word && fits(shift + 1))
        ++shift;
    const auto addend = shifted_div(start, width, shift);
    rule.mode = Indexing::Mode::multiply;
    rule.shift = static_cast<std::uint32_t>(shift);
    rule.multiplier = static_cast<std::uint64_t>(shifted_div(slope, width, shift));
    rule.addend_low = static_cast<std::uint64_t>(addend);
    rule.addend_high = static_cast<std::uint64_t>(addend >> 64U);
}

/// Mode scale, if the rounded edges lie near enough to where multiplying puts them; else search.
///
/// Let g(x) = (x − lower) · scale without rounding. It rises with x, and |g(edge i) − i| is at most the D
/// measured below. The device computes g within position · relative_margin: a subtraction and a product, each
/// rounded by half a unit in the last place, doubled to be safe. So a position further than that plus D from
/// a whole number is in the bin of its floor, and any other at
/// most one bin off while the margin is below 1.
void set_scale(Indexing& rule, const EvenBins& bins, SampleType sample) {
    const bool single = sample == SampleType::f32;
    const LinspaceEdges edge(bins, sample);
    const double lower = edge(0);
    const double width = edge(bins.count) - lower;
    double scale = bins.count / width;
    if (single) scale = static_cast<double>(static_cast<float>(scale));
    rule.mode = Indexing::Mode::search;
    // Beyond these a difference could overflow, or a denormal that the device flushes could weigh something.
    const double largest_width = single ? 0x1p127 : 0x1p1023;
    const double largest_scale = single ? 0x1p100 : 0x1p1000;
    if (!(width <= largest_width && scale <= largest_scale && scale >= 1 / largest_scale)) return;
    double deviation = 0;
    for (std::uint32_t i = 0; i <= bins.count; ++i)
        deviation = std::max(deviation, std::fabs((edge(i) - lower) * scale - i));
    deviation += bins.count * 0x1p-50; // what rounding in double can have hidden
    const double relative_margin = single ? 0x1p-22 : 0x1p-51;
    if (deviation >= 0.25 || deviation + bins.count * relative_margin >= 0.75) return;
    rule.mode = Indexing::Mode::scale;
    rule.lower = lower;
    rule.scale = scale;
    rule.relative_margin = relative_margin;
    rule.absolute_margin = deviation * (1 + 0x1p-10) + (single ? 0x1p-40 : 0x1p-60);
}

} // namespace

Indexing indexing(const Problem& problem) {
    Indexing rule;
    const auto order = detail::order(problem.sample);
    const auto bins = problem.bins();

    if (const auto* edges = std::get_if<EdgeBins>(&problem.binning)) {
        const auto first_at = [&](std::uint32_t i) {
            return first_sample_at(edges->edges[i], problem.sample);
        };
        if (!set_range(rule, order, bins, first_at)) return rule;
        set_thresholds(rule, order, bins, first_at);
        rule.mode = Indexing::Mode::search;
        return rule;
    }

    const auto& even = std::get<EvenBins>(problem.binning);
    if (is_float(problem.sample)) {
        const LinspaceEdges edge(even, problem.sample);
        const auto first_at = [&](std::uint32_t i) {
            return first_sample_at(Number(edge(i)), problem.sample);
        };
        if (!set_range(rule, order, bins, first_at)) return rule;
        set_thresholds(rule, order, bins, first_at);
        set_scale(rule, even, problem.sample);
        return rule;
    }

    const EvenIntegers integers(even);
    const auto first_at = [&](std::uint32_t i) { return integers.first_sample_at(i); };
    if (!set_range(rule, order, bins, first_at)) return rule;
    if (set_shift(rule, order, integers)) return rule;
    set_thresholds(rule, order, bins, first_at);
    set_multiply(rule, order, integers);
    return rule;
}

} // namespace histo_cl::detail
