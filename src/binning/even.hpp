#pragma once

#include "binning/thresholds.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// Even bins of the integers of an order.
[[nodiscard]] BinRule even_integers(const EvenBins& bins, const SampleOrder& order, LastEdge last_edge);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
