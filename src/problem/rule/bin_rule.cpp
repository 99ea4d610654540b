#include "problem/rule/bin_rule.hpp"

#include "problem/binnings.hpp"
#include "problem/rule/thresholds.hpp"
#include "problem/splitting.hpp"

#include <algorithm>

namespace histo_cl::detail {

BinRule bin_rule(const Problem& problem, std::size_t axis, bool doubles) {
    auto found =
        std::visit([&](const auto& bins) { return rule_of(bins, problem, doubles); }, problem.axes.at(axis));
    if (found.mode == BinRule::Mode::search) set_grid(found, problem.sample, doubles);
    return found;
}

std::vector<BinRule> bin_rules(const Problem& problem, bool doubles) {
    std::vector<BinRule> rules;
    if (splits(problem)) return rules; // kernels/bin/split.cl uses no rules
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        rules.push_back(bin_rule(problem, axis, doubles));
    return rules;
}

std::uint64_t max_iterations(const Problem& problem, std::size_t axis) {
    return std::visit([&](const auto& bins) { return iterations_of(bins, problem.sample); },
                      problem.axes[axis]);
}

Values values(const Problem& problem, std::size_t axis) {
    const auto order = sample_order(problem.sample);
    const Values all{0, static_cast<std::uint32_t>(order.maximum - order.minimum + 1)};
    if (bytes(problem.sample) == 1 || problem.out_of_range != OutOfRange::dropped) return all;
    const auto range = std::visit([](const auto& bins) { return ends_of(bins); }, problem.axes[axis]);
    if (!range) return all;
    const auto first = std::max(first_sample(range->first, FloatFormat(problem.sample)), order.minimum);
    const auto last = std::min<Int128>(end_of_range(range->last, problem) - 1, order.maximum);
    // If no sample is in range, returns only the sample with key 0, which is then in no bin.
    if (first > last) return {0, 1};
    return {static_cast<std::uint32_t>(first - order.key_zero), static_cast<std::uint32_t>(last - first + 1)};
}

std::uint32_t value_count(const Problem& problem) {
    std::uint32_t count = 0;
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        count += values(problem, axis).count;
    return count;
}

std::string why_no_values(const Problem& problem) {
    if (is_float(problem.sample) || bytes(problem.sample) > 2)
        return "only integers of 8 and 16 bits have few values";
    if (problem.joint) return "a joint histogram bins several samples at once";
    if (problem.weights.type) return "weights are not counted";
    if (splits(problem)) return "an element may be in several bins";
    if (problem.batch != Batch::one) return "the values of each histogram of a batch would be binned anew";
    if (needs_index(problem)) return "the custom bins ask for the element's index";
    return {};
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
    rule.first_number = static_cast<std::uint64_t>(order.minimum - order.key_zero);
    rule.last_number = static_cast<std::uint64_t>(order.maximum - order.minimum);
}

bool set_range(BinRule& rule, const SampleOrder& order, Int128 first, Int128 end) noexcept {
    set_numbers(rule, order);
    const auto minimum = std::max(first, order.minimum);
    const auto maximum = std::min<Int128>(end - 1, order.maximum);
    rule.all_below = first > order.maximum;
    if (!rule.all_below) rule.first_key = static_cast<std::uint64_t>(minimum - order.key_zero);
    if (minimum > maximum) return false;
    rule.last_offset = static_cast<std::uint64_t>(maximum - minimum);
    return true;
}

void make_thresholds(BinRule& rule, std::uint32_t reached_bins) {
    rule.thresholds.reserve(reached_bins + max_cells(reached_bins));
    rule.thresholds.resize(reached_bins);
    rule.last_bin = reached_bins - 1;
}

} // namespace histo_cl::detail
