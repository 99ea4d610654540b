#pragma once

#include "policy/draft.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// Completes a draft that has its window_bins (and count_values) and reason with sub-histograms of
/// all of them in local memory, as kernels/sub_histogram.cl lays them out.
[[nodiscard]] Proposal propose_sub_histograms(const Request& request, Decision draft);

/// Local memory of `replicas` tables of `bins` bins and a spare one, `words` words each, whose rows are
/// stretched by scale / 1024.
[[nodiscard]] std::uint64_t sub_histogram_bytes(std::uint64_t bins, std::uint32_t words,
                                                std::uint64_t replicas, std::uint32_t scale = 1024) noexcept;

/// Gives a draft with its work-group size and tables the local memory to stretch their rows, as far as that
/// leaves as many work-groups resident.
void stretch_rows(const Request& request, Decision& draft) noexcept;

/// ROW_SCALE of kernels/sub_histogram.cl: as far as the decision's local memory allows.
[[nodiscard]] std::uint32_t row_scale(const Problem& problem, const Decision& decision) noexcept;

/// Loop iterations of a work-item to zero its share of the sub-histograms and to sum the replicas up.
[[nodiscard]] std::uint64_t sub_histogram_iterations(const Decision& draft) noexcept;

} // namespace histo_cl::inline HISTO_CL_ABI::detail
