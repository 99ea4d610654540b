#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/export.h"
#include "histo_cl/options.hpp"
#include "histo_cl/problem.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI {

/// A variant that was not chosen, and the reason: e.g. {local_atomic, "needs 40960 B of local memory, the
/// device has 32768 B"}.
struct Rejection {
    Variant variant;    ///< the rejected variant
    std::string reason; ///< why the variant was not chosen
};

/// Where the value of a knob comes from.
enum class KnobOrigin : std::uint8_t {
    chosen, ///< chosen by choose() from the device's profile
    caller, ///< set by the caller in Options::knobs
    tuning, ///< set by a tuning table
};

/// The name of a value, e.g. "caller".
[[nodiscard]] HISTO_CL_API std::string_view name(KnobOrigin origin) noexcept;

/// A knob that was set by the caller or by a tuning table.
struct SetKnob {
    std::string_view name; ///< the name of the member, e.g. "replicas"
    KnobOrigin origin;     ///< `caller` or `tuning`

    friend bool operator==(const SetKnob&, const SetKnob&) = default;
};

/// How a problem is counted: the variant, its launch shape, and the variants that were rejected.
struct Decision {
    std::optional<Variant> variant;    ///< empty: counted as columns, or on the calling thread
    std::uint32_t work_group_size = 1; ///< work-items per work-group
    /// Maximum number of work-groups per launch; with several windows, per window.
    std::uint32_t work_groups = 1;
    std::uint32_t replicas = 1;        ///< copies of the bins per work-group; item_private: per work-item
    std::uint32_t coarsening = 1;      ///< minimum number of samples per work-item
    std::uint32_t load_bytes = 1;      ///< bytes per load
    std::uint32_t loads_in_flight = 1; ///< number of loads that a work-item issues before it counts
    /// Number of elements per block that a loop counts in place, on CPUs; 0: samples are loaded into
    /// registers.
    std::uint32_t block_elements = 0;
    Partition partition = Partition::interleaved; ///< which samples a work-item reads
    Merge merge = Merge::atomic;                  ///< how the private counts are added up
    /// Whether a work-group counts samples by value: it finds the bin of each value once, at the end.
    bool count_values = false;
    std::uint32_t window_bins = 0; ///< number of bins (or values) that one work-group counts
    std::uint32_t windows = 1;     ///< number of windows; a row of work-groups reads all samples for each
    /// Number of passes over the samples. Each pass fills a part of the counters and has its own decision;
    /// this is the decision of the first pass.
    std::uint32_t passes = 1;
    /// One launch counts all channels by value, in a local table that holds `axes` channels at once.
    bool columns = false;
    std::uint32_t axes = 1; ///< number of axes that one pass counts; with several passes, the maximum
    /// Batches: a team of work-items counts each small histogram, without a merge.
    bool teams = false;
    /// hot_bin_cache, partitioned: number of bins that local memory holds at once; columns: counters per
    /// value.
    std::uint32_t slots = 0;
    bool paired = false;          ///< columns: each pair of columns is counted in a joint table
    std::uint32_t partitions = 0; ///< partitioned: number of parts of the bins, each with its own queues
    /// partitioned: minimum number of samples of a round. A round queues samples, and then counts the queues.
    /// Inputs with fewer samples are counted in the same way as by hot_bin_cache. For other inputs the kernel
    /// first looks at some of the samples, and queues samples only if their distribution is nearly flat.
    std::uint64_t min_samples = 0;
    std::uint64_t local_bytes = 0; ///< local memory per work-group
    /// The kernel declares its local memory, because the driver does not allow an argument of this size, or
    /// because a declaration is faster, as for 8-bit samples that are counted by value. Otherwise local
    /// memory is an argument.
    bool declares_local_memory = false;
    /// Global memory for queues or for the private counts of all work-groups.
    std::uint64_t workspace_bytes = 0;
    std::uint64_t samples_per_launch = 1ULL << 31; ///< maximum number of samples per launch
    /// Kernels use atomics to read what other work-items write: counters, and the tags of hot_bin_cache
    /// (DeviceProfile::reports_races).
    bool atomic_reads = false;
    bool branches = false;        ///< partitioned: kernels may branch or return before a barrier
    bool native_atomic64 = false; ///< u64 counters use one 64-bit atomic, not two of 32 bits
    bool doubles = true;          ///< kernels may use doubles; if false, f64 samples are binned by their bits
    /// The calling thread counts. Nothing is launched, and of the other members only `reason` is meaningful.
    bool calling_thread = false;

    std::string reason;                ///< why this variant, or the calling thread, was chosen
    std::vector<Rejection> rejections; ///< the variants that were tried and rejected, in order
    /// The knobs that were set, in the order of Knobs; choose() chose all others.
    std::vector<SetKnob> set_knobs;
    /// For a plan with Options::tuning_file: a text that names the table and the knobs that were taken from
    /// it, or says why none were taken. Empty if no table was read.
    std::string tuning;
};

/// The origin of a knob's value. `knob` is its name in Knobs, e.g. "replicas".
[[nodiscard]] HISTO_CL_API KnobOrigin origin(const Decision& decision, std::string_view knob) noexcept;

/// Chooses a variant and its launch from the device's profile. Makes no OpenCL calls; the same arguments give
/// the same result.
///
/// Tries the variants for the device's type in a fixed order. Each variant accepts the problem or rejects it
/// with a reason, and the first that accepts is chosen. A variant that could run but would be slow rejects
/// the problem, too; it is chosen only if no other variant accepts. The variants in `refused`, which a driver
/// has already rejected, are skipped and keep their reasons.
///
/// Throws Error(invalid_argument) for an invalid problem or knob, and if Options::calling_thread is true.
/// Throws Error(unsupported) if no variant can run, or if the variant set in `options` cannot run; the
/// message has all reasons.
[[nodiscard]] HISTO_CL_API Decision choose(const DeviceProfile& profile, const Problem& problem,
                                           const Options& options = {},
                                           std::span<const Rejection> refused = {});

/// Decides how histogram(problem, data, options, device) counts data of this shape: on the calling thread, or
/// by a plan with the decision of choose(). A pure function.
///
/// `seconds_unbuilt` is not set if the kernel is already built, in this process or in the program cache.
/// Otherwise it is an estimate, finite and at least 0, of the time that the calling thread has spent counting
/// so far because the kernel was not built. If that time plus the time for this data is less than a build
/// takes, the calling thread counts this data, too (docs/first_call.md).
///
/// Throws like choose() and footprint(). If Options::calling_thread is true, throws Error(unsupported) for a
/// problem that the calling thread cannot count, and Error(invalid_argument) for a knob or
/// samples_per_launch. Throws Error(invalid_argument) for an invalid `seconds_unbuilt`.
[[nodiscard]] HISTO_CL_API Decision choose_for_host_data(const DeviceProfile& profile, const Problem& problem,
                                                         const Shape& shape, const Options& options = {},
                                                         std::optional<double> seconds_unbuilt = {});

/// The way of counting: the name of the variant, "columns" or "calling_thread".
[[nodiscard]] HISTO_CL_API std::string_view method_name(const Decision& decision) noexcept;

/// A readable text of one or more lines: the variant and why it was chosen, the knobs that were set, the
/// launch, the memory, and the rejected variants.
[[nodiscard]] HISTO_CL_API std::string to_string(const Decision& decision);

/// Number of work-groups of a launch with `samples` samples (with several windows, per window): 1 to
/// decision.work_groups.
[[nodiscard]] HISTO_CL_API std::uint32_t launched_groups(const Decision& decision,
                                                         std::uint64_t samples) noexcept;

} // namespace histo_cl::inline HISTO_CL_ABI
