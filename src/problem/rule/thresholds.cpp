#include "problem/rule/thresholds.hpp"

#include "problem/rule/scale.hpp"

namespace histo_cl::detail {
Real real_sum(double a, double b) noexcept { // Knuth's two-sum: each step but the first is exact
    const double sum = a + b;
    const double of_b = sum - a;
    return {sum, (a - (sum - of_b)) + (b - of_b)};
}

SampleOrder sample_order(SampleType sample) noexcept {
    if (!is_float(sample)) return {lowest(sample), highest(sample), lowest(sample)};
    const FloatFormat format(sample);
    return {format.key(format.infinity | format.sign), format.key(format.infinity), 0};
}

Int128 end_of_range(const Number& last_edge, const Problem& problem) noexcept {
    return first_sample(last_edge, FloatFormat(problem.sample), problem.last_edge == LastEdge::inclusive);
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

void make_thresholds(BinRule& rule, std::uint32_t reached_bins) {
    rule.thresholds.reserve(reached_bins + max_cells(reached_bins));
    rule.thresholds.resize(reached_bins);
    rule.last_bin = reached_bins - 1;
}

} // namespace histo_cl::detail
