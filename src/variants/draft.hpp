#pragma once

#include "variants/compute_unit.hpp"
#include "variants/variant.hpp"

#include <cstdint>

namespace histo_cl::detail {

/// Where a variant's private counts lie until they are merged.
enum class PrivateCounts : std::uint8_t {
    none,         ///< there are none: samples go to the caller's counters
    on_chip,      ///< in local memory or registers; in the workspace only for a merge by device or host
    in_workspace, ///< in the workspace, whatever the merge
    spilling,     ///< in local memory, and what has no room there goes to the caller's counters at once
};

/// What complete() needs to know about a variant: its preferences, which the caller's knobs override, and the
/// requirements of its kernel.
struct LaunchTraits {
    // Its preferences.
    std::uint32_t groups_per_unit = 0; ///< work-groups for each compute unit; 0: as many as are resident
    std::uint32_t coarsening = 16;     ///< samples a work-item has before another work-group is launched …
    std::uint32_t max_bytes_per_item = ~0U; ///< … or fewer, if they are more bytes than these
    Partition partition = Partition::interleaved;
    std::optional<Merge> merge = {};     ///< unset: merge_of_private_counts()
    std::uint32_t vectors_in_flight = 4; ///< vectors that a work-item loads at once, of one block or more

    // The requirements of its kernel.
    std::uint32_t max_loads_in_flight = 8; ///< more could overflow its counters
    PrivateCounts private_counts = PrivateCounts::on_chip;
    std::uint64_t row_bytes = 0; ///< of a work-group's private counts in the workspace; 0: private_bytes()
    std::uint32_t block_elements = 0; ///< counted in place by loops; 0: loads into registers
    /// Loop iterations of one work-item, at most: those to zero and to merge its share of the private
    /// counters …
    std::uint64_t fixed_iterations = 0;
    /// … and those for a load, beside the bins' search. Only a device with a loop_limit is held to them.
    std::uint64_t iterations_per_load = 1;
};

/// The samples that one load takes.
[[nodiscard]] std::uint64_t samples_of_a_load(const Request& request) noexcept;

/// The caller's work-group size, else the preferred one within the device's limit.
[[nodiscard]] std::uint32_t work_group_size(const Request& request, std::uint32_t preferred) noexcept;

/// The caller's replicas, else the preferred number, halved until `bytes_each` of them fit the budget; at
/// least 1.
[[nodiscard]] std::uint32_t replicas(const Request& request, std::uint32_t preferred,
                                     std::uint64_t bytes_each, std::uint64_t budget) noexcept;

/// The elements of a block that loops count in place, by their type; 0 if loads are requested, or the driver
/// stops long loops.
[[nodiscard]] std::uint32_t elements_of_loops(const Request& request) noexcept;

/// The caller's work-group size, else the usual one for tables of `local_bytes`: 512 on NVIDIA's devices, 256
/// on the others, but larger where few groups are resident, so that they fill a compute unit all the same.
[[nodiscard]] std::uint32_t work_group_size_for_tables(const Request& request,
                                                       std::uint64_t local_bytes) noexcept;
[[nodiscard]] std::uint32_t work_group_size_for_tables(const Request& request, std::uint64_t local_bytes,
                                                       std::uint32_t usual) noexcept;

/// The caller's merge, else the usual one of counts in local memory or registers.
[[nodiscard]] Merge merge_of_private_counts(const Request& request) noexcept;

/// The local memory in which counted values become cells before a merge by the last group; 0 for another
/// merge, or if bins are counted.
[[nodiscard]] std::uint64_t bytes_of_cells(const Problem& problem, bool count_values, Merge merge) noexcept;

/// Completes a draft that has its work-group size, replicas, window_bins, windows, local_bytes and reason
/// with work-groups, loads, partition, merge and workspace. Or refuses for the first thing that is not
/// possible: a work-group size beyond the device's, too little local memory or workspace, a knob.
[[nodiscard]] Proposal complete(const Request& request, Decision draft, const LaunchTraits& traits);

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

// Shared by the variants whose work-items own their counters: kernels/item_*.cl.

/// Sets count_values and window_bins: the values of bytes if there are at most `max_values`, else the bins.
/// Refuses if the caller wants values and they cannot be counted.
[[nodiscard]] std::optional<Refusal> set_counted(const Request& request, std::uint32_t max_values,
                                                 Decision& draft);

/// The bytes of the tables of `cells` cells and a spare one; see kernels/item_tables.cl.
[[nodiscard]] std::uint64_t table_bytes(const Problem& problem, std::uint32_t cells,
                                        std::uint32_t replicas) noexcept;

/// The caller's replicas, else as many tables for each work-item as pay, beside `other_bytes` of local
/// memory.
[[nodiscard]] std::uint32_t tables(const Request& request, std::uint32_t cells, std::uint64_t other_bytes,
                                   std::uint32_t work_items = 1) noexcept;

/// The traits of a launch with a contiguous run of blocks for each work-item.
[[nodiscard]] LaunchTraits item_traits(const Request& request) noexcept;

/// Why a variant that counts unweighted blocks, with one work-item in a work-group, cannot run; nothing if it
/// can.
[[nodiscard]] std::optional<Refusal> no_blocks_because(const Request& request);

} // namespace histo_cl::detail
