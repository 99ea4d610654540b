#include "binning/thresholds.hpp"

#include "core/float_format.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

/// The place of a value of a float type in its order.
Int128 place_of(double value, SampleType sample) noexcept {
    const FloatFormat format(sample);
    return Int128{format.key(format.nearest(value))};
}

/// The place of the first float from the edge on, or above it. The nearest float is at most one place off.
Int128 first_float(const Real& edge, bool above, SampleType sample) noexcept {
    const double x = rounded_to(sample, edge.nearest);
    const bool too_low = above ? Real{x, 0} <= edge : Real{x, 0} < edge;
    if (too_low) return place_of(x == 0 ? 0.0 : x, sample) + 1;
    return place_of(x == 0 ? -0.0 : x, sample);
}

/// floor or ceil of the edge, or one beyond every type.
Int128 rounded(const Number& edge, double (*round)(double)) noexcept {
    constexpr auto beyond = Int128{1} << 65U;
    switch (edge.kind()) {
    case Number::Kind::i64: return edge.i64();
    case Number::Kind::u64: return edge.u64();
    case Number::Kind::f64: break;
    }
    if (edge.f64() > largest_integer_bound) return beyond;
    if (edge.f64() < -largest_integer_bound) return -beyond;
    return static_cast<Int128>(round(edge.f64()));
}

} // namespace

Real real(const Number& number) noexcept {
    const auto nearest = number.to_double();
    switch (number.kind()) {
    case Number::Kind::i64:
        return {nearest, static_cast<double>(number.i64() - static_cast<Int128>(nearest))};
    case Number::Kind::u64:
        return {nearest, static_cast<double>(number.u64() - static_cast<Int128>(nearest))};
    case Number::Kind::f64: break;
    }
    return {nearest, 0};
}

Real real_sum(double a, double b) noexcept { // Knuth's two-sum: each step but the first is exact
    const double sum = a + b;
    const double of_b = sum - a;
    return {sum, (a - (sum - of_b)) + (b - of_b)};
}

SampleOrder sample_order(SampleType sample) noexcept {
    if (!is_float(sample)) return {lowest(sample), highest(sample), lowest(sample)};
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return {place_of(-infinity, sample), place_of(infinity, sample), 0};
}

Int128 first_float_at(const Real& edge, SampleType sample) noexcept {
    return first_float(edge, false, sample);
}

Int128 first_sample_at(const Number& edge, SampleType sample) noexcept {
    return is_float(sample) ? first_float(real(edge), false, sample) : rounded(edge, std::ceil);
}

Int128 end_of_range(const Number& last_edge, const Problem& problem) noexcept {
    if (problem.last_edge == LastEdge::exclusive) return first_sample_at(last_edge, problem.sample);
    return is_float(problem.sample) ? first_float(real(last_edge), true, problem.sample)
                                    : rounded(last_edge, std::floor) + 1;
}

void set_numbers(BinRule& rule, const SampleOrder& order) noexcept {
    rule.first_number = static_cast<std::uint64_t>(order.least - order.key_zero);
    rule.last_number = static_cast<std::uint64_t>(order.greatest - order.least);
}

bool set_range(BinRule& rule, const SampleOrder& order, Int128 first, Int128 end) noexcept {
    set_numbers(rule, order);
    const auto least = std::max(first, order.least);
    const auto greatest = std::min<Int128>(end - 1, order.greatest);
    rule.all_below = first > order.greatest;
    if (!rule.all_below) rule.first_key = static_cast<std::uint64_t>(least - order.key_zero);
    if (least > greatest) return false;
    rule.last_offset = static_cast<std::uint64_t>(greatest - least);
    return true;
}

BinRule searched(std::span<const Number> edges, const Problem& problem) {
    BinRule rule;
    const auto order = sample_order(problem.sample);
    const auto first_at = [&](std::uint32_t i) { return first_sample_at(edges[i], problem.sample); };
    if (!set_range(rule, order, first_at(0), end_of_range(edges.back(), problem))) return rule;
    set_thresholds(rule, order, static_cast<std::uint32_t>(edges.size() - 1), first_at);
    rule.mode = BinRule::Mode::search;
    return rule;
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
