#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/export.h"
#include "histo_cl/memory.hpp"
#include "histo_cl/opencl.h"
#include "histo_cl/options.hpp"
#include "histo_cl/sample.hpp"
#include "histo_cl/shared.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace histo_cl::detail {
struct EqualizationPlanState;
} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

/// How an EqualizationPlan computes its maps.
enum class MapRule : std::uint8_t {
    equalize, ///< like equalization_map()
    match,    ///< like matching_map()
    clahe,    ///< like clahe_maps()
};

/// The memory that one EqualizationPlan::enqueue reads and writes, owned and retained like the memory of a
/// Job.
struct EqualizationJob {
    Memory counts = {};           ///< [histogram][bin], from the start of the memory
    std::uint32_t bins = 256;     ///< bins per histogram, 1 to 65536
    std::uint64_t histograms = 1; ///< up to max_histograms, e.g. the tiles of a batch; 0: no maps
    Memory maps = {};             ///< receives levels of u32, [histogram][bin]; must not overlap the counts
    MapRule rule = MapRule::equalize; ///< how a map follows from counts
    std::uint32_t levels = 256;       ///< MapRule::equalize: number of levels, 1 to 65536
    double clip_limit = 0;            ///< MapRule::clahe: see clahe_maps(); finite, 0 clips nothing
    /// MapRule::match: the counts of the reference, one histogram that all others are matched to.
    Memory reference = {};
    std::uint32_t reference_bins = 256; ///< 1 to 65536; levels are 0 to reference_bins − 1
};

/// Computes maps from counts on a device, for a MapPlan to apply there. An image is equalized by three
/// enqueues, of a Plan, an EqualizationPlan and a MapPlan, without waiting on the host. The maps have the
/// levels that equalization_map(), matching_map() and clahe_maps() return for the same counts, with two
/// exceptions. If a total is 0, where matching_map() throws, bin i gets level min(i, reference_bins − 1). If
/// the product of both totals is above 2^53, MapRule::match compares products that are rounded to doubles,
/// which can change a level.
///
/// Compiled once, used many times. Immutable: copies share the compiled program, and every member function is
/// thread-safe.
class HISTO_CL_API EqualizationPlan {
  public:
    /// Makes a plan for counts of type `counter`, u32 or u64. Uses only the member `program_cache` of
    /// `options`.
    ///
    /// Throws the same errors as Plan. Also throws Error(invalid_argument) for another counter type, and
    /// Error(unsupported) for a byte order other than the host's.
    EqualizationPlan(cl_context context, cl_device_id device, CounterType counter = CounterType::u32,
                     const Options& options = {});

    /// The type of the counts.
    [[nodiscard]] CounterType counter() const noexcept;
    /// The properties of the device.
    [[nodiscard]] const DeviceProfile& profile() const noexcept;

    /// Enqueues one kernel. `queue`, `wait` and `event` are as in Plan::enqueue(); `event` completes when the
    /// maps are written.
    ///
    /// Before anything is enqueued, throws Error(invalid_argument) for null handles, handles of another
    /// context or device than the plan's, a buffer that is too small or cannot be read or written, a
    /// misaligned sub-buffer, numbers beyond their limits, members that the rule does not use unless they are
    /// at their defaults, and maps that overlap the counts or the reference. Throws Error(invalid_argument)
    /// and Error(unsupported) like Plan::enqueue() for memory given by its address, and Error(opencl_error)
    /// if the driver rejects a command.
    void enqueue(cl_command_queue queue, const EqualizationJob& job, std::span<const cl_event> wait = {},
                 cl_event* event = nullptr) const;

  private:
    Shared<detail::EqualizationPlanState> state_;
};

/// The name of a value, e.g. "clahe".
[[nodiscard]] HISTO_CL_API std::string_view name(MapRule rule) noexcept;

} // namespace histo_cl::inline HISTO_CL_ABI
