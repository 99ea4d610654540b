#include "binning/multiply.hpp"
#include "binning/rules.hpp"
#include "binning/scale.hpp"
#include "binning/searched.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

BinRule rule_of(const EdgeBins& bins, const Problem& problem) {
    const auto* const edges = bins.edges.data();
    const auto count = static_cast<std::uint32_t>(bins.edges.size() - 1);
    auto rule = searched(
        count, [edges](std::uint32_t i) -> const Number& { return edges[i]; }, problem);
    if (rule.mode == BinRule::Mode::none) return rule;
    if (is_float(problem.sample))
        set_scale(rule, problem.sample, bins.edges.front().to_double(), bins.edges.back().to_double(), count);
    else
        set_nearly_even(rule);
    return rule;
}

std::uint64_t iterations_of(const EdgeBins& bins, SampleType /*sample*/) noexcept {
    return search_iterations(bins.edges.size() - 1);
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
