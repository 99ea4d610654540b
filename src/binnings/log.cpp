#include "binnings/thresholds.hpp"
#include "log_edges.hpp"

namespace histo_cl::detail {

Indexing rule(const LogBins& bins, const Problem& problem) {
    const auto edges = log_edges(bins);
    return searched(std::vector<Number>(edges.begin(), edges.end()), problem);
}

} // namespace histo_cl::detail
