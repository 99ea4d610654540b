#include "binning/rules.hpp"
#include "binning/thresholds.hpp"

namespace histo_cl::detail {

BinRule rule_of(const CustomBins& /*bins*/, const Problem& problem) {
    BinRule rule;
    set_numbers(rule, sample_order(problem.sample));
    rule.mode = BinRule::Mode::custom;
    return rule;
}

} // namespace histo_cl::detail
