#pragma once

#include "binning/thresholds.hpp"

namespace histo_cl::detail {

/// Even bins of the integers of an order.
[[nodiscard]] BinRule even_integers(const EvenBins& bins, const SampleOrder& order, LastEdge last_edge);

} // namespace histo_cl::detail
