#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/export.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace histo_cl::inline HISTO_CL_ABI {

/// A variant of the counting kernel: where the private counters are, and how a sample is added to them.
/// docs/variants.md compares the variants. Each variant has a file with its name in kernels/.
enum class Variant : std::uint8_t {
    global_atomic,    ///< one atomic in global memory per sample; no private counters
    global_private,   ///< a copy of the bins per work-group in global memory, then a merge
    local_atomic,     ///< sub-histograms in local memory, barrier, merge
    local_aggregated, ///< like local_atomic, but a work-item adds a run of samples of one bin with one atomic
    banked_uchar4,    ///< up to 256 bins: a byte counter per work-item and bin, banked, no atomics
    local_packed,     ///< local memory, two 16-bit counters per word
    local_windowed,   ///< each row of work-groups counts one window of the bins in local memory
    hot_bin_cache,    ///< the bins that occur first are counted in local memory, others in global memory
    partitioned,      ///< samples are queued by partition of the bins, then counted in local memory
    item_private,     ///< private tables per work-item; for CPUs
    item_pairs,       ///< like item_private for up to 256 bins, but one store counts two samples
    item_packed,      ///< a byte counter per work-item and bin; for many bins on CPUs
};

/// Which samples a work-item reads: one contiguous range, or every n-th load, where n is the number of
/// work-items.
enum class Partition : std::uint8_t { contiguous, interleaved };

/// How the private counts of the work-groups are added up.
enum class Merge : std::uint8_t {
    atomic, ///< each work-group adds its counts to the caller's counters by atomics
    /// Each work-group adds its counts to sums in the workspace by atomics; the last work-group moves the
    /// sums to the caller's counters.
    last_group,
    device, ///< each work-group writes its counts to a row of the workspace; a kernel adds up the rows
    host,   ///< like device, but the host adds up the rows; not for enqueues, which do not wait
};

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail::inline HISTO_CL_ABI {

/// The values of an enumeration from 0 to `last`.
template <auto last>
[[nodiscard]] constexpr auto values_up_to() noexcept {
    std::array<decltype(last), static_cast<std::size_t>(last) + 1> values{};
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<decltype(last)>(i);
    return values;
}

} // namespace histo_cl::detail::inline HISTO_CL_ABI

namespace histo_cl::inline HISTO_CL_ABI {

/// @{
/// All values, in the order of the enumeration.
inline constexpr auto all_variants = detail::values_up_to<Variant::item_packed>();
inline constexpr auto all_partitions = detail::values_up_to<Partition::interleaved>();
inline constexpr auto all_merges = detail::values_up_to<Merge::host>();
/// @}

/// @{
/// The name of a value, e.g. "local_atomic".
[[nodiscard]] HISTO_CL_API std::string_view name(Variant variant) noexcept;
[[nodiscard]] HISTO_CL_API std::string_view name(Partition partition) noexcept;
[[nodiscard]] HISTO_CL_API std::string_view name(Merge merge) noexcept;
/// @}
/// @{
/// The value that has this name; empty if none has it.
[[nodiscard]] HISTO_CL_API std::optional<Variant> variant_named(std::string_view name) noexcept;
[[nodiscard]] HISTO_CL_API std::optional<Partition> partition_named(std::string_view name) noexcept;
[[nodiscard]] HISTO_CL_API std::optional<Merge> merge_named(std::string_view name) noexcept;
/// @}

/// Knobs change the speed of counting, never counts. The library chooses those that are not set. A variant
/// that does not support the value of a set knob is rejected; if no variant is left, Error(unsupported) is
/// thrown.
struct Knobs {
    std::optional<Variant> variant = {};               ///< the variant to use
    std::optional<std::uint32_t> work_group_size = {}; ///< work-items per work-group, at least 1
    std::optional<std::uint32_t> work_groups = {}; ///< maximum number of work-groups per launch, at least 1
    /// Copies of the bins per work-group (item_private: per work-item): 1 to 4096.
    std::optional<std::uint32_t> replicas = {};
    /// Minimum number of samples per work-item, at least 1. Small inputs are therefore counted by fewer
    /// work-groups.
    std::optional<std::uint32_t> coarsening = {};
    /// Bytes per load: 1 (one sample at a time), 4 or 16. If neither load_bytes nor loads_in_flight is set,
    /// CPUs count blocks of elements in place, without loading them into registers first.
    std::optional<std::uint32_t> load_bytes = {};
    /// Number of loads that a work-item issues before it counts: 1, 2, 4 or 8.
    std::optional<std::uint32_t> loads_in_flight = {};
    std::optional<Partition> partition = {}; ///< which samples a work-item reads
    std::optional<Merge> merge = {};         ///< how private counts are added up
    /// Whether a work-group counts samples by value: it finds the bin of each value once, at the end.
    /// Supported by local_atomic for 8- and 16-bit integers, and by banked_uchar4, item_private and
    /// item_pairs for 8-bit integers.
    std::optional<bool> count_values = {};

    friend bool operator==(const Knobs&, const Knobs&) = default;
};

/// Where built kernels are kept for later processes.
struct ProgramCache {
    /// A directory, in UTF-8 on Windows. Empty: default_cache_directory(). A directory that other users can
    /// write to is not used (docs/first_call.md).
    std::string directory = {};
    /// Maximum size of all kept kernels in bytes. When a kernel is added, the least recently used ones are
    /// deleted until the others fit. 0: no kernel is kept or shared with other plans.
    std::uint64_t bytes = std::uint64_t{256} << 20U;

    friend bool operator==(const ProgramCache&, const ProgramCache&) = default;
};

/// How to count.
struct Options {
    Knobs knobs = {}; ///< settings that affect only speed; the library chooses those that are not set
    /// For histogram() on host data: whether the calling thread counts, without a device. Unset: it counts
    /// where that is faster or the only way, see histogram(). True: it always counts; the call throws if the
    /// calling thread cannot count the problem, or if a knob or samples_per_launch is set. False: it never
    /// counts. A Stream ignores this member if devices are passed to it.
    std::optional<bool> calling_thread = {};
    /// Maximum bytes of device memory for the workspace, see Plan::workspace_bytes(). Unset: the default. It
    /// is 64 MiB (on a CPU an eighth of the memory, but at most 512 MiB) for each sum of a cell, not counting
    /// sums of squares. For the queues of Variant::partitioned it is a 32nd of the memory, but at most 512
    /// MiB.
    std::optional<std::uint64_t> workspace_limit = {};
    /// Maximum number of samples per launch; longer inputs take several launches. 1 to 2^31. The default is
    /// 2^31, with which private 32-bit counters cannot wrap. Set a smaller value if a display's watchdog
    /// requires short kernels.
    std::optional<std::uint64_t> samples_per_launch = {};
    /// A file with a table of measured knobs (tuning.hpp). A plan takes the knobs that are not set here from
    /// the table's entry for its problem. Empty text: default_tuning_file(). Unset: no table is read. A table
    /// changes the speed of a plan, never its counts. A table that cannot be used is ignored;
    /// Decision::tuning says why.
    std::optional<std::string> tuning_file = {};
    ProgramCache program_cache = {}; ///< where built kernels are kept

    friend bool operator==(const Options&, const Options&) = default;
};

/// The directory of the program cache if ProgramCache::directory is empty: $XDG_CACHE_HOME/histo_cl, else
/// $HOME/.cache/histo_cl (on Windows `%LOCALAPPDATA%\histo_cl\cache`). Empty if none of the variables that
/// determine it is an absolute path.
[[nodiscard]] HISTO_CL_API std::string default_cache_directory();

/// The knobs that are set, e.g. "variant local_atomic, replicas 8"; "no knobs" if there are none.
[[nodiscard]] HISTO_CL_API std::string to_string(const Knobs& knobs);

} // namespace histo_cl::inline HISTO_CL_ABI
