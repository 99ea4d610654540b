#pragma once

#include "variants/launch.hpp"

// What the variants have in common whose work-items own their counters: kernels/item_*.cl.

namespace histo_cl::detail {

/// Tables that stay in a core's nearest cache beside the samples; more tables than 16 gain nothing.
constexpr std::uint64_t nearest_cache = 17 * 1024;
constexpr std::uint32_t most_tables = 16;

/// Sets what is counted, and how much of it: the values of bytes, which need no binning then, unless there are
/// more than so many; else the bins. Refused if values were asked for and cannot be counted.
[[nodiscard]] std::optional<Refusal> set_counted(const Request& request, std::uint32_t most_values,
                                                 Decision& draft);

/// The bytes of one table of so many cells and a spare one; see kernels/item_tables.cl.
[[nodiscard]] std::uint64_t table_bytes(const Problem& problem, std::uint32_t cells) noexcept;

/// A contiguous run of blocks for each work-item.
[[nodiscard]] LaunchWish item_wish(const Request& request) noexcept;

/// Why a variant that counts blocks, by one work-item a group and one for a sample, cannot run; nothing if it
/// can.
[[nodiscard]] std::optional<Refusal> no_blocks_because(const Request& request);

} // namespace histo_cl::detail
