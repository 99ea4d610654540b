#include "binning/multiply.hpp"
#include "binning/rules.hpp"
#include "binning/scale.hpp"
#include "binning/thresholds.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

BinRule rule_of(const EdgeBins& bins, const Problem& problem) {
    auto rule = searched(bins.edges, problem);
    if (rule.mode == BinRule::Mode::none) return rule;
    const auto count = static_cast<std::uint32_t>(bins.edges.size() - 1);
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
