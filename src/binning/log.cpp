#include "problem/binnings/log.hpp"

#include "binning/rules.hpp"
#include "binning/searched.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

BinRule rule_of(const LogBins& bins, const Problem& problem) {
    return searched(bins.count, LogEdges(bins), problem);
}

std::uint64_t iterations_of(const LogBins& bins, SampleType /*sample*/) noexcept {
    return search_iterations(bins.count);
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
