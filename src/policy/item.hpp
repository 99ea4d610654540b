#pragma once

#include "policy/draft.hpp"

// What the variants have in common whose work-items own their counters: kernels/item_*.cl.

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// Sets count_values and window_bins: the values of bytes if there are at most `most_values`, else the bins.
/// Refuses if the caller wants values and they cannot be counted.
[[nodiscard]] std::optional<Refusal> set_counted(const Request& request, std::uint32_t most_values,
                                                 Decision& draft);

/// The bytes of the tables of `cells` cells and a spare one; see kernels/item_tables.cl.
[[nodiscard]] std::uint64_t table_bytes(const Problem& problem, std::uint32_t cells,
                                        std::uint32_t replicas) noexcept;

/// The caller's replicas, else as many tables for each work-item as pay, beside `other_bytes` of local
/// memory.
[[nodiscard]] std::uint32_t tables(const Request& request, std::uint32_t cells, std::uint64_t other_bytes,
                                   std::uint32_t work_items = 1) noexcept;

/// A contiguous run of blocks for each work-item.
[[nodiscard]] LaunchTraits item_traits(const Request& request) noexcept;

/// Why a variant that counts unweighted blocks, with one work-item in a work-group, cannot run; nothing if it
/// can.
[[nodiscard]] std::optional<Refusal> no_blocks_because(const Request& request);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
