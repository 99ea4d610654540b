#include "binning/bin_rule.hpp"

#include "binning/grid.hpp"
#include "binning/rules.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

BinRule bin_rule(const Problem& problem, std::size_t axis) {
    auto found = std::visit([&](const auto& bins) { return rule_of(bins, problem); }, problem.axes.at(axis));
    if (found.mode == BinRule::Mode::search) set_grid(found, problem.sample);
    return found;
}

std::vector<BinRule> bin_rules(const Problem& problem) {
    std::vector<BinRule> rules;
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        rules.push_back(bin_rule(problem, axis));
    return rules;
}

std::uint64_t most_iterations(const Problem& problem, std::size_t axis) {
    return std::visit([&](const auto& bins) { return iterations_of(bins, problem.sample); },
                      problem.axes[axis]);
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
