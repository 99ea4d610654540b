#include "core/text.hpp"
#include "problem/binnings.hpp"
#include "problem/binnings/common.hpp"
#include "problem/expression/expression.hpp"
#include "problem/rule/bin_rule.hpp"
#include "problem/rule/thresholds.hpp"

#include <algorithm>

namespace histo_cl::detail {

/// The expression on one line, shortened if it is long.
std::string text(const CustomBins& bins) {
    constexpr std::size_t shown = 60;
    auto expression = bins.expression;
    std::ranges::replace(expression, '\n', ' ');
    if (expression.size() > shown) expression = expression.substr(0, shown) + "…";
    return counted(bins.count, "custom bin") + " by \"" + expression + "\"";
}

void check(const CustomBins& bins, const Problem& problem) {
    check_count(bins.count);
    static_cast<void>(expression::parsed(bins.expression, problem.sample));
}

std::vector<double> edges_of(const CustomBins& /*bins*/, const Problem& /*problem*/) {
    invalid("custom bins have no edges");
}

BinRule rule_of(const CustomBins& /*bins*/, const Problem& problem, bool /*doubles*/) {
    BinRule rule;
    set_numbers(rule, sample_order(problem.sample));
    rule.mode = BinRule::Mode::custom;
    return rule;
}

std::uint64_t iterations_of(const CustomBins& /*bins*/, SampleType /*sample*/) noexcept {
    return 0;
}

} // namespace histo_cl::detail
