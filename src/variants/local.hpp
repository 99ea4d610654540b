#pragma once

#include "variants/launch.hpp"

namespace histo_cl::detail {

/// What local_atomic and local_aggregated share: sub-histograms of all bins in local memory, as
/// kernels/sub_histogram.cl lays them out.
[[nodiscard]] Proposal propose_sub_histograms(const Request& request, Variant variant, std::string reason);

} // namespace histo_cl::detail
