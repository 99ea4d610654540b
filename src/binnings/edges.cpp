#include "binnings/thresholds.hpp"

namespace histo_cl::detail {

Indexing rule(const EdgeBins& bins, const Problem& problem) {
    auto rule = searched(bins.edges, problem);
    if (rule.mode == Indexing::Mode::none) return rule;
    const auto count = static_cast<std::uint32_t>(bins.edges.size() - 1);
    if (is_float(problem.sample))
        set_scale(rule, problem.sample, bins.edges.front().to_double(), bins.edges.back().to_double(), count);
    else
        set_nearly_even(rule);
    return rule;
}

} // namespace histo_cl::detail
