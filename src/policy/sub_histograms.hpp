#pragma once

#include "policy/draft.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// Completes a draft that has its window_bins (and count_values) and reason with sub-histograms of
/// all of them in local memory, as kernels/sub_histogram.cl lays them out.
[[nodiscard]] Proposal propose_sub_histograms(const Request& request, Decision draft);

/// Local memory of `replicas` tables of `bins` bins and a spare one, `words` words each. Bins that are
/// rotated over the banks come in whole turns.
[[nodiscard]] std::uint64_t sub_histogram_bytes(std::uint64_t bins, std::uint32_t words,
                                                std::uint64_t replicas) noexcept;

/// Loop iterations of a work-item to zero its share of the sub-histograms and to sum the replicas up.
[[nodiscard]] std::uint64_t sub_histogram_iterations(const Decision& draft) noexcept;

} // namespace histo_cl::inline HISTO_CL_ABI::detail
