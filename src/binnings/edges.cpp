#include "binnings/thresholds.hpp"

namespace histo_cl::detail {

Indexing rule(const EdgeBins& bins, const Problem& problem) {
    return searched(bins.edges, problem);
}

} // namespace histo_cl::detail
