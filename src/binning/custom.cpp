#include "binning/rules.hpp"
#include "binning/thresholds.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

BinRule rule_of(const CustomBins& /*bins*/, const Problem& problem) {
    BinRule rule;
    set_numbers(rule, sample_order(problem.sample));
    rule.mode = BinRule::Mode::custom;
    return rule;
}

std::uint64_t iterations_of(const CustomBins& /*bins*/, SampleType /*sample*/) noexcept {
    return 0;
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
