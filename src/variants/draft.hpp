#pragma once

#include "variants/compute_unit.hpp"
#include "variants/variant.hpp"

#include <cstdint>

namespace histo_cl::detail {

/// Where a variant keeps its private counts.
enum class PrivateCounts : std::uint8_t {
    none,         ///< no private counts: samples are counted in the caller's counters
    on_chip,      ///< in local memory or registers; in the workspace only for a merge by device or host
    in_workspace, ///< in the workspace, for every merge
    /// In local memory. Counts for which there is no room are added to the caller's counters at once.
    spilling,
};

/// What complete() needs to know about a variant: its preferences, which the caller's knobs override, and the
/// requirements of its kernel.
struct LaunchTraits {
    // The variant's preferences.
    std::uint32_t groups_per_unit = 0; ///< work-groups for each compute unit; 0: as many as are resident
    /// Minimum number of samples per work-item. If a launch has fewer, it has fewer work-groups.
    std::uint32_t coarsening = 16;
    /// Maximum number of bytes of a work-item's samples. Limits `coarsening`.
    std::uint32_t max_bytes_per_item = ~0U;
    Partition partition = Partition::interleaved;
    std::optional<Merge> merge = {};     ///< unset: merge_of_private_counts()
    std::uint32_t vectors_in_flight = 4; ///< vectors that a work-item loads at once, from one or more blocks

    // The requirements of the variant's kernel.
    std::uint32_t max_loads_in_flight = 8; ///< a power of 2; more loads could overflow the variant's counters
    PrivateCounts private_counts = PrivateCounts::on_chip;
    /// Bytes of a work-group's private counts in the workspace; 0: private_bytes().
    std::uint64_t row_bytes = 0;
    /// Number of elements per block, if loops count blocks in place; 0: elements are loaded into registers.
    std::uint32_t block_elements = 0;
    /// Maximum number of loop iterations in which a work-item zeroes and merges its share of private
    /// counters.
    std::uint64_t fixed_iterations = 0;
    /// Maximum number of loop iterations per load, not counting the search for bins. This and
    /// fixed_iterations matter only for devices with a loop_limit.
    std::uint64_t iterations_per_load = 1;
};

/// Number of elements per load, for the caller's load_bytes if set, otherwise for 16 bytes.
[[nodiscard]] std::uint64_t samples_per_load(const Request& request) noexcept;

/// Sets count_values (to the caller's value, otherwise to `pays`) and window_bins. `obstacle`: why samples
/// cannot be counted by value; empty if they can. If there is an obstacle, count_values becomes false, or the
/// function refuses if the caller set it to true.
[[nodiscard]] std::optional<Refusal> set_counted(const Request& request, const std::string& obstacle,
                                                 bool pays, Decision& draft);

/// The caller's work-group size if it is set, otherwise the preferred size within the device's limit.
[[nodiscard]] std::uint32_t work_group_size(const Request& request, std::uint32_t preferred) noexcept;

/// The caller's number of replicas if it is set. Otherwise the preferred number, halved until that many
/// replicas of `bytes_each` bytes fit in the budget; at least 1.
[[nodiscard]] std::uint32_t replicas(const Request& request, std::uint32_t preferred,
                                     std::uint64_t bytes_each, std::uint64_t budget) noexcept;

/// Number of elements per block, if loops count blocks in place: 128 if elements are split, otherwise 1024
/// for samples of 1 or 2 bytes, and 256 for others. 0 if the caller sets load_bytes, or loads_in_flight above
/// 1, or if the driver limits loops.
[[nodiscard]] std::uint32_t elements_of_loops(const Request& request) noexcept;

/// The caller's work-group size if it is set, otherwise the usual size for tables of `local_bytes` bytes: 512
/// on NVIDIA's devices, 256 on others. If groups of that size fill less than half of a compute unit, it is
/// 1024, or the device's maximum.
[[nodiscard]] std::uint32_t work_group_size_for_tables(const Request& request,
                                                       std::uint64_t local_bytes) noexcept;
[[nodiscard]] std::uint32_t work_group_size_for_tables(const Request& request, std::uint64_t local_bytes,
                                                       std::uint32_t usual) noexcept;

/// The caller's merge if it is set, otherwise the usual merge for counts in local memory or registers:
/// Merge::last_group for few counters of one histogram without weights, on devices with 64-bit atomics, else
/// Merge::atomic.
[[nodiscard]] Merge merge_of_private_counts(const Request& request) noexcept;

/// Bytes of local memory in which counts of values are summed per cell before a merge by the last group; 0
/// for other merges, or if bins are counted.
[[nodiscard]] std::uint64_t bytes_of_cells(const Problem& problem, bool count_values, Merge merge) noexcept;

/// Completes a draft: sets work-groups, loads, partition, merge and workspace. The draft must have its
/// work-group size, replicas, window_bins, windows, local_bytes and reason. Refuses a work-group size beyond
/// the device's limit, too little local memory or workspace, too many windows or loop iterations, and knobs
/// that are not supported.
[[nodiscard]] Proposal complete(const Request& request, Decision draft, const LaunchTraits& traits);

/// Completes a draft with sub-histograms in local memory, in the layout of
/// kernels/accumulate/sub_histogram.cl. The draft must have its window_bins, count_values and reason.
[[nodiscard]] Proposal propose_sub_histograms(const Request& request, Decision draft);

/// Bytes of local memory for `replicas` tables of `bins` bins and a spare one, with `words` words per bin.
/// The bins are spread over scale / 1024 times as many rows; see kernels/accumulate/sub_histogram.cl.
[[nodiscard]] std::uint64_t sub_histogram_bytes(std::uint64_t bins, std::uint32_t words,
                                                std::uint64_t replicas, std::uint32_t scale = 1024) noexcept;

/// Increases the local memory of a draft, so that the bins can be spread over more rows. Stops before the
/// number of resident work-groups would decrease. The draft must have its work-group size and tables.
void stretch_rows(const Request& request, Decision& draft) noexcept;

/// ROW_SCALE of kernels/accumulate/sub_histogram.cl, as large as the decision's local memory allows.
[[nodiscard]] std::uint32_t row_scale(const Problem& problem, const Decision& decision) noexcept;

/// Maximum number of loop iterations in which a work-item zeroes its share of the sub-histograms and sums up
/// the replicas.
[[nodiscard]] std::uint64_t sub_histogram_iterations(const Decision& draft) noexcept;

// Shared by the variants whose work-items own their counters: kernels/variants/item_*.cl.

/// Why blocks cannot be counted by value; empty if they can. Samples must be bytes with at most `max_values`
/// values, in blocks that are counted in place, and the problem and the merge must allow it.
[[nodiscard]] std::string why_no_values_of_blocks(const Request& request, std::uint32_t max_values);

/// Bytes of `replicas` tables of `cells` cells and a spare one. If there are more than 2 replicas, two more
/// tables are included, except for wide sums. See kernels/accumulate/item_tables.cl.
[[nodiscard]] std::uint64_t table_bytes(const Problem& problem, std::uint32_t cells,
                                        std::uint32_t replicas) noexcept;

/// Number of tables per work-item: the caller's replicas if set, otherwise the largest power of two, up to 16
/// (up to 2 for batches; 1 for extremes), for which the tables of all `work_items` take at most 66 KiB, and
/// fit in local memory next to `other_bytes` and the additional tables of table_bytes(); at least 1.
[[nodiscard]] std::uint32_t tables(const Request& request, std::uint32_t cells, std::uint64_t other_bytes,
                                   std::uint32_t work_items = 1) noexcept;

/// The traits of a variant whose work-items each count a contiguous run of blocks.
[[nodiscard]] LaunchTraits item_traits(const Request& request) noexcept;

/// Common checks of item_pairs and item_packed, which count blocks in place, without weights and with one
/// work-item per work-group. Returns why the variant cannot run; empty if it can.
[[nodiscard]] std::optional<Refusal> why_no_blocks(const Request& request);

} // namespace histo_cl::detail
