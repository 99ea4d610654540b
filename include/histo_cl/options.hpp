#pragma once

#include "histo_cl/export.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace histo_cl {

/// Where the private counters live and how a sample is added to them. kernels/ has one file for each.
enum class Variant : std::uint8_t {
    global_atomic,    ///< every sample is an atomic in global memory
    global_private,   ///< a copy of the bins for each work-group in global memory, then a merge
    local_atomic,     ///< sub-histograms in local memory, barrier, merge
    local_aggregated, ///< the same, and a work-item sums runs of one bin before it adds them
    banked_uchar4,    ///< up to 256 bins: a byte counter for each work-item and bin, banked, no atomics
    local_packed,     ///< local memory again, two counters of 16 bits to a word
    local_windowed,   ///< each row of work-groups counts one window of the bins in local memory
    hot_bin_cache,    ///< local memory holds the bins met first, all others count in global memory
    item_private,     ///< each work-item owns its tables; for CPUs
    item_pairs,       ///< the same for up to 256 bins, and two samples are counted by one store
    item_packed,      ///< each work-item owns a byte for each bin; for many bins on CPUs
};

inline constexpr std::array all_variants{
    Variant::global_atomic, Variant::global_private, Variant::local_atomic,   Variant::local_aggregated,
    Variant::banked_uchar4, Variant::local_packed,   Variant::local_windowed, Variant::hot_bin_cache,
    Variant::item_private,  Variant::item_pairs,     Variant::item_packed};

/// Which samples a work-item reads: one run of its own, or every so-many-th load of the whole.
enum class Partition : std::uint8_t { contiguous, interleaved };

/// Who adds the work-groups' private counts up.
enum class Merge : std::uint8_t {
    atomic,     ///< each group as it ends, by atomics on the caller's counters, which are zeroed before
    last_group, ///< each group by atomics on sums in the workspace; the last to end moves them to the
                ///< counters
    device,     ///< a merge kernel, from a row of the workspace for each group
    host,       ///< the calling thread, from the same rows: by Plan::count, which waits, not by enqueue
};

inline constexpr std::array all_merges{Merge::atomic, Merge::last_group, Merge::device, Merge::host};

HISTO_CL_API std::string_view name(Variant variant) noexcept;
HISTO_CL_API std::string_view name(Partition partition) noexcept;
HISTO_CL_API std::string_view name(Merge merge) noexcept;
HISTO_CL_API std::optional<Variant> variant_named(std::string_view name) noexcept;
HISTO_CL_API std::optional<Partition> partition_named(std::string_view name) noexcept;
HISTO_CL_API std::optional<Merge> merge_named(std::string_view name) noexcept;

/// How to count. Every knob changes speed, never counts; a knob left at 0 or empty is chosen.
/// A knob that is set is kept: a variant that cannot keep it rejects, and if none is left that is an error.
struct Options {
    std::optional<Variant> variant = {};
    std::uint32_t work_group_size = 0; ///< work-items in a work-group
    std::uint32_t work_groups = 0;     ///< the most work-groups of one launch
    std::uint32_t replicas = 0;   ///< copies of the bins in one work-group (item_private: of one work-item)
    std::uint32_t coarsening = 0; ///< samples a work-item has before another work-group is launched
    /// Bytes one load takes: 1 (sample by sample), 4 or 16. Unless this or loads_in_flight is set, CPUs count
    /// blocks of some hundred elements where they lie.
    std::uint32_t load_bytes = 0;
    std::uint32_t loads_in_flight = 0; ///< loads a work-item begins before it counts the first: 1, 2, 4 or 8
    std::optional<Partition> partition = {};
    std::optional<Merge> merge = {};
    /// Count what the samples are, and bin each value once as a work-group ends: for integers of 8 and 16
    /// bits that local_atomic counts, and for bytes that item_private and item_pairs count.
    std::optional<bool> count_values = {};

    std::uint64_t workspace_limit = 64ULL << 20; ///< bytes of device memory that the private counts may take
    /// Samples one launch counts at most; longer inputs take several launches. At most 2^31, which is also
    /// the default: a private 32-bit counter then never wraps. Smaller where a display's watchdog wants short
    /// kernels.
    std::uint64_t samples_per_launch = 0;

    bool program_cache = true;        ///< keep built kernels on disk
    std::string cache_directory = {}; ///< where; empty: $XDG_CACHE_HOME/histo_cl, else $HOME/.cache/histo_cl

    /// A table of measured knobs (tuning.hpp) that a plan takes where it fits, under those that are set here;
    /// empty: default_tuning_file(). None is read unless asked for. A table can make a plan slower or faster,
    /// never wrong, and one that cannot be used is ignored: Decision::tuning tells.
    std::optional<std::string> tuning_file = {};
    /// Take the library's own measured knobs, where it has some for the device and the table has none.
    bool measured_tuning = true;

    /// Count on the calling thread, without a device: only histogram() on host data can, and chooses so for
    /// little of it on a CPU (docs/host_data.md). True is an error where it cannot, or with a knob of a
    /// launch; false never does.
    std::optional<bool> calling_thread = {};

    friend bool operator==(const Options&, const Options&) = default;
};

} // namespace histo_cl
