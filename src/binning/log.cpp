#include "problem/binnings/log.hpp"

#include "binning/rules.hpp"
#include "binning/thresholds.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

BinRule rule_of(const LogBins& bins, const Problem& problem) {
    const auto edges = log_edges(bins);
    return searched(std::vector<Number>(edges.begin(), edges.end()), problem);
}

std::uint64_t iterations_of(const LogBins& bins, SampleType /*sample*/) noexcept {
    return search_iterations(bins.count);
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
