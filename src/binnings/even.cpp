#include "binnings/thresholds.hpp"
#include "even_edges.hpp"

namespace histo_cl::detail {
namespace {

/// Even bins of integer samples as one fraction: edge i is (lower · count + i · width) / (count · 2^20).
struct Fraction {
    explicit Fraction(const EvenBins& bins) noexcept
        : count(bins.count), lower(fixed_point(bins.lower)), width(fixed_point(bins.upper) - lower) {}

    [[nodiscard]] Int128 first_sample_at(std::uint32_t edge) const noexcept {
        return ceil_div(lower * count + width * edge, count << fraction_bits);
    }
    [[nodiscard]] Int128 end_of_range(LastEdge last_edge) const noexcept {
        if (last_edge == LastEdge::exclusive) return first_sample_at(static_cast<std::uint32_t>(count));
        return floor_div(lower + width, Int128{1} << fraction_bits) + 1;
    }

    Int128 count;
    Int128 lower;
    Int128 width;
};

/// Mode shift, if each bin holds 2^n whole samples and the first bin starts with the first sample.
bool set_shift(Indexing& rule, const Order& order, const Fraction& even) {
    const auto first = static_cast<Int128>(rule.first_key) + order.key_zero;
    const auto unit = even.count << fraction_bits;
    if (first << fraction_bits != even.lower || even.width % unit != 0) return false;
    const auto samples = static_cast<UInt128>(even.width / unit);
    if ((samples & (samples - 1)) != 0) return false;
    while ((UInt128{1} << rule.shift) < samples)
        ++rule.shift;
    const auto last = UInt128{rule.last_offset} >> rule.shift;
    if (last == 0) return false; // one bin; the shift may be as wide as a key
    rule.mode = Indexing::Mode::shift;
    rule.last_bin = static_cast<std::uint32_t>(std::min(last, static_cast<UInt128>(even.count - 1)));
    return true;
}

/// Mode multiply: position = offset · (count · 2^20 / width) + (position of the first sample), times 2^shift.
/// The shift is the largest at which the multiplier fits a word and the product two.
void set_multiply(Indexing& rule, const Order& order, const Fraction& even) {
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
/// Let g(x) = (x − lower) · scale without rounding, where lower is the lowest edge's nearest sample. It rises
/// with x, and |g(edge i) − i| is at most the D measured below. The device computes g within position ·
/// relative_margin: a subtraction and a product, each rounded by half a unit in the last place, doubled to be
/// safe. So a position further than that plus D from a whole number is in the bin of its floor, and any other
/// at most one bin off while the margin is below 1.
void set_scale(Indexing& rule, const LinspaceEdges& edge, std::uint32_t count, SampleType sample) {
    const bool single = sample == SampleType::f32;
    const double lower = rounded_to(sample, edge(0));
    const double width = edge(count) - lower;
    const double scale = rounded_to(sample, count / width);
    // Beyond these a difference could overflow, or a denormal that the device flushes could weigh something.
    const double largest_width = single ? 0x1p127 : 0x1p1023;
    const double largest_scale = single ? 0x1p100 : 0x1p1000;
    if (!(width <= largest_width && scale <= largest_scale && scale >= 1 / largest_scale)) return;
    double deviation = 0;
    for (std::uint32_t i = 0; i <= count; ++i)
        deviation = std::max(deviation, std::fabs((edge(i) - lower) * scale - i));
    deviation += count * 0x1p-50; // what rounding in double can have hidden
    const double relative_margin = single ? 0x1p-22 : 0x1p-51;
    if (deviation >= 0.25 || deviation + count * relative_margin >= 0.75) return;
    rule.mode = Indexing::Mode::scale;
    rule.lower = lower;
    rule.scale = scale;
    rule.relative_margin = relative_margin;
    rule.absolute_margin = deviation * (1 + 0x1p-10) + (single ? 0x1p-40 : 0x1p-60);
}

Indexing even_floats(const EvenBins& bins, const Problem& problem) {
    Indexing rule;
    const auto order = detail::order(problem.sample);
    const LinspaceEdges edge(bins, edge_type(problem));
    const auto first_at = [&](std::uint32_t i) { return first_sample_at(Number(edge(i)), problem.sample); };
    if (!set_range(rule, order, first_at(0), end_of_range(Number(edge(bins.count)), problem))) return rule;
    set_thresholds(rule, order, bins.count, first_at);
    rule.mode = Indexing::Mode::search;
    if (problem.sample != SampleType::f16) set_scale(rule, edge, bins.count, problem.sample);
    return rule;
}

} // namespace

Indexing even_integers(const EvenBins& bins, const Order& order, LastEdge last_edge) {
    Indexing rule;
    const Fraction even(bins);
    const auto first_at = [&](std::uint32_t i) { return even.first_sample_at(i); };
    if (!set_range(rule, order, first_at(0), even.end_of_range(last_edge))) return rule;
    rule.capped = last_edge == LastEdge::inclusive;
    if (set_shift(rule, order, even)) return rule;
    set_thresholds(rule, order, bins.count, first_at);
    set_multiply(rule, order, even);
    return rule;
}

Indexing rule(const EvenBins& bins, const Problem& problem) {
    if (is_float(problem.sample)) return even_floats(bins, problem);
    return even_integers(bins, order(problem.sample), problem.last_edge);
}

} // namespace histo_cl::detail
