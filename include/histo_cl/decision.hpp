#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/export.hpp"
#include "histo_cl/options.hpp"
#include "histo_cl/problem.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI {

/// A variant that was not chosen, and why, e.g. {local_atomic, "needs 40960 B of local memory, the device has
/// 32768 B"}.
struct Rejection {
    Variant variant;
    std::string reason;
};

/// Where the value of a knob comes from.
enum class KnobOrigin : std::uint8_t {
    chosen, ///< by choose(), from the device's profile
    caller, ///< set in the caller's Options
    tuning, ///< set by a tuning table
};

HISTO_CL_API std::string_view name(KnobOrigin origin) noexcept;

/// A knob that was set: its name in Options, and who set it: KnobOrigin::caller or tuning.
struct SetKnob {
    std::string_view name;
    KnobOrigin origin;

    friend bool operator==(const SetKnob&, const SetKnob&) = default;
};

/// How the counting will be done: the variant, its launch shape, and the variants rejected before it.
struct Decision {
    std::optional<Variant> variant; ///< empty: counted as columns, or on the calling thread
    std::uint32_t work_group_size = 1;
    std::uint32_t work_groups = 1; ///< maximum of one launch (in one window's row)
    std::uint32_t replicas = 1;
    std::uint32_t coarsening = 1;
    std::uint32_t load_bytes = 1;
    std::uint32_t loads_in_flight = 1;
    /// Elements of a block that is counted in place by loops (CPUs); 0: loads into registers.
    std::uint32_t block_elements = 0;
    Partition partition = Partition::interleaved;
    Merge merge = Merge::atomic;
    bool count_values = false;     ///< values are counted, and binned as a work-group ends
    std::uint32_t window_bins = 0; ///< bins (or values) that one work-group counts
    std::uint32_t windows = 1;     ///< rows of work-groups, each reading all samples
    /// Number of passes over the samples, each of which fills a part of the counters and has its own
    /// decision; this is the decision of the first pass. With several passes, `axes` is the number of axes of
    /// the largest pass.
    std::uint32_t passes = 1;
    /// All channels are counted in one launch, by their values, in a local table that holds `axes` channels
    /// at once.
    bool columns = false;
    std::uint32_t axes = 1; ///< axes that one pass counts
    /// Batches: each small histogram is counted by its own team of work-items, without a merge.
    bool teams = false;
    /// hot_bin_cache, partitioned: bins that local memory holds at once; columns: counters per value.
    std::uint32_t slots = 0;
    bool paired = false;          ///< columns: one counter counts two columns jointly
    std::uint32_t partitions = 0; ///< partitioned: the number of parts of the bins, each with its own queues
    /// partitioned: the minimum samples of a round. With fewer, hot bins are counted without looking at the
    /// samples first.
    std::uint64_t min_samples = 0;
    std::uint64_t local_bytes = 0; ///< local memory of a work-group
    /// The kernel declares its local memory, because it is more than the driver allows for an argument, or
    /// because that is faster (for the values of bytes). Else local memory is an argument.
    bool declares_local_memory = false;
    std::uint64_t workspace_bytes = 0; ///< global memory for the private counts of all work-groups, or queues
    std::uint64_t samples_per_launch = 1ULL << 31;
    bool atomic_reads = false;    ///< reads by atomics, for devices that report races
    bool branches = false;        ///< partitioned: kernels may return, and branch, before a barrier
    bool native_atomic64 = false; ///< u64 counters by one 64-bit atomic, not by two of 32 bits
    bool f64_as_bits = false;     ///< f64 samples are binned by their bits: the device has no doubles
    /// The calling thread counts: nothing is launched, and only the reason is meaningful here.
    bool calling_thread = false;

    std::string reason;                ///< why this variant was chosen
    std::vector<Rejection> rejections; ///< the variants before it on the list, in order
    std::vector<SetKnob> set_knobs;    ///< in the order of Options; all others were chosen
    /// For a plan with Options::tuning_file: the table and its knobs for this problem, or why none were
    /// taken. Empty without a table.
    std::string tuning;
};

/// The origin of a knob by its name in Options, e.g. "replicas".
[[nodiscard]] HISTO_CL_API KnobOrigin origin(const Decision& decision, std::string_view knob) noexcept;

/// Chooses a variant and its launch from the device's profile. A pure function, without OpenCL calls.
///
/// It goes through the list of variants for the device type; each accepts the problem or rejects it with a
/// reason, and the first that accepts is chosen. `refused` are variants that a driver has already rejected:
/// they are skipped, with that reason. Throws Error(invalid_argument) for an invalid problem or knob, and
/// Error(unsupported) with every reason if no variant accepts, or if the one that `options` force does not.
[[nodiscard]] HISTO_CL_API Decision choose(const DeviceProfile& profile, const Problem& problem,
                                           const Options& options = {},
                                           std::span<const Rejection> refused = {});

/// How histogram(problem, data, options, device) counts data of that shape: on the calling thread, or as
/// choose() decides for the problem of its plan. A pure function. Throws like choose() and footprint(), and
/// Error(invalid_argument) if Options::calling_thread is true and the calling thread cannot count the
/// problem.
///
/// `seconds_unbuilt` is not set if the kernel is built, in this process or in the program cache. Otherwise it
/// is the time that the calling thread has spent counting because the kernel is not built, finite and at
/// least 0: it continues to count until that time exceeds the time of a build (docs/first_call.md).
[[nodiscard]] HISTO_CL_API Decision choose_for_host_data(const DeviceProfile& profile, const Problem& problem,
                                                         const Shape& shape, const Options& options = {},
                                                         std::optional<double> seconds_unbuilt = {});

/// What counts: the name of the variant, "columns" or "calling_thread".
[[nodiscard]] HISTO_CL_API std::string_view method_name(const Decision& decision) noexcept;

/// A readable text of several lines: the variant and why it was chosen, the knobs that were set, its launch,
/// its memory, and the rejected variants.
[[nodiscard]] HISTO_CL_API std::string to_string(const Decision& decision);

/// Work-groups that `samples` of one launch take (in one window's row): at least 1, at most
/// decision.work_groups.
[[nodiscard]] HISTO_CL_API std::uint32_t launched_groups(const Decision& decision,
                                                         std::uint64_t samples) noexcept;

} // namespace histo_cl::inline HISTO_CL_ABI
