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

/// Where the private counters live and how a sample is added to them. kernels/ has a file of this name for
/// each.
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

/// What adds up the work-groups' private counts.
enum class Merge : std::uint8_t {
    atomic,     ///< each work-group when it ends, by atomics on the caller's counters, which are zeroed first
    last_group, ///< each group by atomics on sums in the workspace; the last to end moves them to the
                ///< counters
    device,     ///< a merge kernel, from a row of the workspace for each group
    host,       ///< the calling thread, from the same rows: only Plan::count(), which waits, supports this
};

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail {

/// The values of an enumeration from 0 to `last`.
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

/// How to count. The members up to count_values are the knobs: they change speed, never counts. The library
/// chooses a knob that is not set. Variants that do not support the value of a set knob are rejected; Error
/// is thrown if no variant is left.
struct Options {
    std::optional<Variant> variant = {};
    std::optional<std::uint32_t> work_group_size = {}; ///< work-items per work-group, at least 1
    std::optional<std::uint32_t> work_groups = {};     ///< maximum work-groups per launch, at least 1
    /// Copies of the bins per work-group (item_private: per work-item): 1 to 4096.
    std::optional<std::uint32_t> replicas = {};
    /// Minimum samples per work-item before another work-group is launched, at least 1.
    std::optional<std::uint32_t> coarsening = {};
    /// Bytes per load: 1 (one sample at a time), 4 or 16. If neither this nor loads_in_flight is set, CPUs
    /// count blocks of several hundred elements in place.
    std::optional<std::uint32_t> load_bytes = {};
    /// Loads that a work-item issues before it counts the first: 1, 2, 4 or 8.
    std::optional<std::uint32_t> loads_in_flight = {};
    std::optional<Partition> partition = {};
    std::optional<Merge> merge = {};
    /// Whether to count samples by value and bin each value once, when a work-group ends. Supported by
    /// local_atomic for 8- and 16-bit integers, and by item_private and item_pairs for 8-bit integers.
    std::optional<bool> count_values = {};

    /// Bytes of device memory that the private counts, or the queues of Variant::partitioned, may take.
    /// Unset: 64 MiB for counts, and for queues a 32nd of the device's memory, but at most 512 MiB.
    std::optional<std::uint64_t> workspace_limit = {};
    /// Maximum samples per launch; longer inputs take several launches. 1 to 2^31. The default is 2^31, so
    /// that private 32-bit counters cannot wrap. Lower it if a display's watchdog requires short kernels.
    std::optional<std::uint64_t> samples_per_launch = {};

    bool program_cache = true; ///< keep built kernels on disk, and share them with other plans
    /// Directory of the program cache, in UTF-8 on Windows; empty: $XDG_CACHE_HOME/histo_cl, else
    /// $HOME/.cache/histo_cl. A directory that others can write to is not used (docs/first_call.md).
    std::string cache_directory = {};
    /// Limits of the cache on disk. When a kernel is added, kernels that were not used for cache_days are
    /// deleted, and then the least recently used ones until at most cache_bytes are left.
    std::uint64_t cache_bytes = 256ULL << 20;
    std::uint32_t cache_days = 30;

    /// A file with measured knobs (tuning.hpp): a plan uses those for its problem that are not set here.
    /// Empty: default_tuning_file(); not set: no table is read. A table changes the speed of a plan, never
    /// its counts. A table that cannot be used is ignored; Decision::tuning says why.
    std::optional<std::string> tuning_file = {};

    /// Whether to count on the calling thread, without a device; only for histogram() on host data. Unset:
    /// for small inputs on a CPU, and for others until building a kernel pays off (docs/first_call.md). True:
    /// an error if the calling thread cannot count the problem, or if a knob of the launch is set. False:
    /// never.
    std::optional<bool> calling_thread = {};

    friend bool operator==(const Options&, const Options&) = default;
};

/// The options, with unset knobs taken from `knobs`.
[[nodiscard]] HISTO_CL_API Options with_knobs(Options options, const Options& knobs);

/// The knobs that are set, e.g. "variant local_atomic, replicas 8"; "no knobs" if there are none.
[[nodiscard]] HISTO_CL_API std::string to_string(const Options& knobs);

} // namespace histo_cl::inline HISTO_CL_ABI
