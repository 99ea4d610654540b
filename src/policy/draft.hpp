#pragma once

#include "policy/variant.hpp"

#include <cstdint>

namespace histo_cl::detail {

/// Where a variant's private counts lie until they are merged.
enum class PrivateCounts : std::uint8_t {
    none,         ///< there are none: samples go to the caller's counters
    on_chip,      ///< in local memory or registers; in the workspace only for a merge by device or host
    in_workspace, ///< in the workspace, whatever the merge
    spilling,     ///< in local memory, and what has no room there goes to the caller's counters at once
};

/// What a variant would like of its launch; the caller's knobs overrule each.
struct LaunchWish {
    std::uint32_t groups_per_unit = 0; ///< work-groups for each compute unit; 0: as many as are resident
    std::uint32_t coarsening = 16;     ///< samples a work-item has before another work-group is launched …
    std::uint32_t most_bytes_an_item = ~0U; ///< … or fewer, if they are more bytes than these
    Partition partition = Partition::interleaved;
    std::optional<Merge> merge = {};        ///< else the usual one
    std::uint32_t vectors_in_flight = 4;    ///< vectors that a work-item loads at once, of one block or more
    std::uint32_t most_loads_in_flight = 8; ///< what the counters can take
    PrivateCounts private_counts = PrivateCounts::on_chip;
    std::uint64_t row_bytes = 0;      ///< of a work-group's private counts in the workspace; 0: words
    std::uint32_t block_elements = 0; ///< counted by loops where they lie; 0: loads into registers
    /// Loop iterations of one work-item, at most: those to zero and to merge its share of the private
    /// counters …
    std::uint64_t fixed_iterations = 0;
    /// … and those for a load, beside the bins' search. Only a device with a loop_limit is held to them.
    std::uint64_t iterations_per_load = 1;
};

/// The samples that one load takes.
[[nodiscard]] std::uint64_t samples_of_a_load(const Request& request) noexcept;

/// The caller's work-group size, else the wish within the device's limit.
[[nodiscard]] std::uint32_t work_group_size(const Request& request, std::uint32_t wish) noexcept;

/// The caller's replicas, else as many as the wish, halved until `bytes_each` of them fit the budget; at
/// least 1.
[[nodiscard]] std::uint32_t replicas(const Request& request, std::uint32_t wish, std::uint64_t bytes_each,
                                     std::uint64_t budget) noexcept;

/// The elements of a block that loops count where they lie, by their type; 0 where loads are asked for, or
/// the driver stops long loops.
[[nodiscard]] std::uint32_t elements_of_loops(const Request& request) noexcept;

/// The most local memory that a work-group's counters can have, perhaps only proved by a trial.
[[nodiscard]] std::uint64_t most_local_memory(const DeviceProfile& device) noexcept;

/// Work-groups of such a size and local memory that share a compute unit.
[[nodiscard]] std::uint32_t resident_groups(const DeviceProfile& device, std::uint32_t work_group_size,
                                            std::uint64_t local_bytes) noexcept;

/// What tables that gain by size should take of it: all where the reach is known, else a half, which leaves
/// room for a second group.
[[nodiscard]] std::uint64_t local_share(const DeviceProfile& device) noexcept;

/// The caller's work-group size, else the usual one for tables of `local_bytes`: 512 on NVIDIA's devices, 256
/// on the others, but larger where few groups are resident, so that they fill a compute unit all the same.
[[nodiscard]] std::uint32_t work_group_size_for_tables(const Request& request,
                                                       std::uint64_t local_bytes) noexcept;
[[nodiscard]] std::uint32_t work_group_size_for_tables(const Request& request, std::uint64_t local_bytes,
                                                       std::uint32_t usual) noexcept;

/// How counts in local memory or registers are merged, if by nothing of the variant's own wish.
[[nodiscard]] Merge merge_of_private_counts(const Request& request) noexcept;

/// Completes a draft that has its variant, work-group size, replicas, window_bins, windows, local_bytes and
/// reason: the work-groups, loads, partition, merge and workspace. Or the first thing that cannot be had: a
/// work-group size out of the device's range, too little local memory or workspace.
[[nodiscard]] Proposal complete(const Request& request, Decision draft, const LaunchWish& wish);

/// "1000 bins" or "1 bin".
[[nodiscard]] std::string bins_text(std::uint64_t bins);

} // namespace histo_cl::detail
