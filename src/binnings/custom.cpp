#include "binnings/thresholds.hpp"

namespace histo_cl::detail {

Indexing rule(const CustomBins& /*bins*/, const Problem& problem) {
    Indexing rule;
    set_numbers(rule, order(problem.sample));
    rule.mode = Indexing::Mode::custom;
    return rule;
}

} // namespace histo_cl::detail
