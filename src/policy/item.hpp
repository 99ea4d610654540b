#pragma once

#include "policy/draft.hpp"

// What the variants have in common whose work-items own their counters: kernels/item_*.cl.

namespace histo_cl::detail {

/// Sets what is counted, and how much of it: the values of bytes, which need no binning then, unless there
/// are more than so many; else the bins. Refused if values were asked for and cannot be counted.
[[nodiscard]] std::optional<Refusal> set_counted(const Request& request, std::uint32_t most_values,
                                                 Decision& draft);

/// The bytes of one table of so many cells and a spare one; see kernels/item_tables.cl.
[[nodiscard]] std::uint64_t table_bytes(const Problem& problem, std::uint32_t cells) noexcept;

/// The caller's replicas, else as many tables for each of so many work-items as pay, beside so many other
/// bytes of local memory.
[[nodiscard]] std::uint32_t tables(const Request& request, std::uint32_t cells, std::uint64_t other_bytes,
                                   std::uint32_t work_items = 1) noexcept;

/// A contiguous run of blocks for each work-item. Values are added to their bins by atomics, if they are
/// counted.
[[nodiscard]] LaunchTraits item_traits(const Request& request, bool count_values) noexcept;

/// Why a variant that counts blocks, by one work-item a group and one for a sample, cannot run; nothing if it
/// can.
[[nodiscard]] std::optional<Refusal> no_blocks_because(const Request& request);

} // namespace histo_cl::detail
