#include "binning/rules.hpp"
#include "binning/thresholds.hpp"
#include "problem/log_edges.hpp"

namespace histo_cl::detail {

BinRule rule_of(const LogBins& bins, const Problem& problem) {
    const auto edges = log_edges(bins);
    return searched(std::vector<Number>(edges.begin(), edges.end()), problem);
}

} // namespace histo_cl::detail
