#pragma once

#include "variants/launch.hpp"

namespace histo_cl::detail {

/// What local_atomic and local_aggregated share: sub-histograms of all bins in local memory, as
/// kernels/sub_histogram.cl lays them out.
[[nodiscard]] Proposal propose_sub_histograms(const Request& request, Variant variant, std::string reason);

/// Loop iterations of a work-item to zero its share of the sub-histograms and to sum the replicas up.
[[nodiscard]] std::uint64_t sub_histogram_iterations(const Decision& draft) noexcept;

} // namespace histo_cl::detail
