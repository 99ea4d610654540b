#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/export.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace histo_cl::inline HISTO_CL_ABI {

/// Where the private counters live and how a sample is added to them. kernels/ has one file for each.
enum class Variant : std::uint8_t {
    global_atomic,    ///< one atomic in global memory per sample
    global_private,   ///< a copy of the bins per work-group in global memory, then a merge
    local_atomic,     ///< sub-histograms in local memory, barrier, merge
    local_aggregated, ///< the same, but a work-item sums runs of one bin before it adds them
    banked_uchar4,    ///< up to 256 bins: a byte counter per work-item and bin, banked, no atomics
    local_packed,     ///< local memory, two 16-bit counters per word
    local_windowed,   ///< each row of work-groups counts one window of the bins in local memory
    hot_bin_cache,    ///< the first bins seen count in local memory, all others in global memory
    partitioned,      ///< samples queue up by partitions of the bins, each of which counts in local memory
    item_private,     ///< private tables per work-item; for CPUs
    item_pairs,       ///< the same for up to 256 bins, and one store counts two samples
    item_packed,      ///< a byte per work-item and bin; for many bins on CPUs
};

/// Which samples a work-item reads: one contiguous range, or every n-th load with n work-items.
enum class Partition : std::uint8_t { contiguous, interleaved };

/// Who adds up the work-groups' private counts.
enum class Merge : std::uint8_t {
    atomic,     ///< each group when it ends, by atomics on the caller's counters, which are zeroed first
    last_group, ///< each group by atomics on sums in the workspace; the last to end moves them to the
                ///< counters
    device,     ///< a merge kernel, from a row of the workspace for each group
    host,       ///< the calling thread, from the same rows: by Plan::count, which waits, not by enqueue
};

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail {

/// The values of an enumeration from the first, which is 0, to `last`.
template <auto last>
[[nodiscard]] constexpr auto values_up_to() noexcept {
    std::array<decltype(last), static_cast<std::size_t>(last) + 1> values{};
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<decltype(last)>(i);
    return values;
}

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

inline constexpr auto all_variants = detail::values_up_to<Variant::item_packed>();
inline constexpr auto all_partitions = detail::values_up_to<Partition::interleaved>();
inline constexpr auto all_merges = detail::values_up_to<Merge::host>();

[[nodiscard]] HISTO_CL_API std::string_view name(Variant variant) noexcept;
[[nodiscard]] HISTO_CL_API std::string_view name(Partition partition) noexcept;
[[nodiscard]] HISTO_CL_API std::string_view name(Merge merge) noexcept;
[[nodiscard]] HISTO_CL_API std::optional<Variant> variant_named(std::string_view name) noexcept;
[[nodiscard]] HISTO_CL_API std::optional<Partition> partition_named(std::string_view name) noexcept;
[[nodiscard]] HISTO_CL_API std::optional<Merge> merge_named(std::string_view name) noexcept;

/// How to count. The first ten members, up to count_values, are the knobs: they change speed, never counts. A
/// knob that is not set is chosen. One that is set is kept: variants that cannot keep it are rejected, and
/// Error is thrown if none is left.
struct Options {
    std::optional<Variant> variant = {};
    std::optional<std::uint32_t> work_group_size = {}; ///< work-items per work-group, at least 1
    std::optional<std::uint32_t> work_groups = {};     ///< maximum work-groups per launch, at least 1
    /// Copies of the bins in one work-group (item_private: of one work-item): 1 to 4096.
    std::optional<std::uint32_t> replicas = {};
    /// Samples a work-item has before another work-group is launched, at least 1.
    std::optional<std::uint32_t> coarsening = {};
    /// Bytes one load takes: 1 (sample by sample), 4 or 16. Unless this or loads_in_flight is set, CPUs count
    /// blocks of some hundred elements in place.
    std::optional<std::uint32_t> load_bytes = {};
    /// Loads a work-item begins before it counts the first: 1, 2, 4 or 8.
    std::optional<std::uint32_t> loads_in_flight = {};
    std::optional<Partition> partition = {};
    std::optional<Merge> merge = {};
    /// Count samples by value, and bin each value once when a work-group ends: for integers of 8 and 16 bits
    /// that local_atomic counts, and for bytes that item_private and item_pairs count.
    std::optional<bool> count_values = {};

    /// Bytes of device memory that the private counts, or the queues of Variant::partitioned, may take.
    /// Unset: 64 MiB for counts, and for queues a 32nd of the device's memory, but at most 512 MiB.
    std::optional<std::uint64_t> workspace_limit = {};
    /// Maximum samples per launch; longer inputs take several launches. 1 to 2^31, which is also the default:
    /// a private 32-bit counter then never wraps. Lower it where a display's watchdog needs short kernels.
    std::optional<std::uint64_t> samples_per_launch = {};

    bool program_cache = true; ///< keep built kernels on disk, and share them with other plans
    /// Directory of the kept kernels, on Windows in UTF-8; empty: $XDG_CACHE_HOME/histo_cl, else
    /// $HOME/.cache/histo_cl. A directory that others can write to is not used (docs/first_call.md).
    std::string cache_directory = {};
    /// What the cache may hold on disk. When a kernel is added, those that were not used for so many days are
    /// deleted, and then the least recently used ones beyond so many bytes.
    std::uint64_t cache_bytes = 256ULL << 20;
    std::uint32_t cache_days = 30;

    /// A table of measured knobs (tuning.hpp): a plan takes those of its problem that are not set here.
    /// Empty: default_tuning_file(); not set: no table is read. A table can make a plan slower or faster,
    /// never wrong, and one that cannot be used is ignored; Decision::tuning says why.
    std::optional<std::string> tuning_file = {};

    /// Count on the calling thread, without a device: only histogram() on host data can, and does by default
    /// for small inputs on a CPU, and for others until their kernel is worth its build (docs/first_call.md).
    /// True is an error if it cannot, or with a launch knob; false always uses the device.
    std::optional<bool> calling_thread = {};

    friend bool operator==(const Options&, const Options&) = default;
};

/// The options with those knobs that they leave unset taken from `knobs`.
[[nodiscard]] HISTO_CL_API Options with_knobs(Options options, const Options& knobs);

/// The knobs that are set, e.g. "variant local_atomic, replicas 8"; "no knobs" if there are none.
[[nodiscard]] HISTO_CL_API std::string to_string(const Options& knobs);

} // namespace histo_cl::inline HISTO_CL_ABI
