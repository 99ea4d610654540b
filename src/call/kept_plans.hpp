#pragma once

#include "call/upload.hpp"
#include "device/objects.hpp"
#include "engines/thread/count.hpp"
#include "histo_cl/abi.hpp"
#include "histo_cl/device.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/plan.hpp"
#include "problem/checked.hpp"
#include "program/program.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <variant>

// What histogram() on host data keeps between calls. Not destroyed when the process ends, because destructors
// would call drivers that may already be unloaded.

namespace histo_cl::detail {

inline constexpr std::size_t max_kept_plans = 16;
/// Maximum device and host memory that kept plans hold: thresholds, sums between launches, edges.
inline constexpr std::uint64_t max_kept_plan_bytes = std::uint64_t{64} << 20U;
inline constexpr std::size_t max_kept_finders = 16;
/// Maximum memory of the thresholds and edges of kept finders.
inline constexpr std::uint64_t max_kept_finder_bytes = std::uint64_t{16} << 20U;

/// A plan with the context and queue it runs on. The queue is in order, and calls from several threads share
/// it.
struct KeptPlan {
    Context context;
    std::shared_ptr<StagingPool> pool; ///< shared by all plans of the context
    Queue queue;
    Plan plan;
};

/// Returns the kept plan, which the first call makes. If compiling is not allowed and the program is not
/// built, returns NotBuilt. The plan has the given counters and max_samples, see max_samples_of_kept_plan().
/// Throws like Plan.
[[nodiscard]] std::variant<std::shared_ptr<const KeptPlan>, NotBuilt>
kept_plan(const Device& device, const CheckedProblem& problem, std::uint64_t max_samples,
          const Options& options, Compile compile);

/// Drops the plans of a context in which a command failed: it may be unusable.
void forget_kept_plans(cl_context context);

/// The finders of a problem that the calling thread can count.
[[nodiscard]] std::shared_ptr<const Finders> kept_finders(const Problem& problem);

/// default_device(), determined once per process.
[[nodiscard]] const Device& kept_default_device();
/// Whether kept_default_device() has been found.
[[nodiscard]] bool has_default_device();

/// Number of kept plans, and of kept finders.
[[nodiscard]] std::size_t kept_plan_count();
[[nodiscard]] std::size_t kept_finders_count();

// The calling thread counts as long as that costs less than finding devices or building a kernel. These
// functions keep account of that time. Thread-safe.

/// The `work` of finding devices. The `work` of building a kernel is its NotBuilt::kind.
inline constexpr std::size_t finding_devices = 0;

/// The seconds, by the cost model, that the calling thread has counted so far to avoid that work. Remembered
/// for a few hundred kernels.
[[nodiscard]] double seconds_without(std::size_t work);
void add_seconds_without(std::size_t work, double seconds);

// Host memory as buffers of a device.

/// Whether kernels read host memory in place (CL_MEM_USE_HOST_PTR), or get a copy of it.
///
/// OpenCL lets implementations cache such a buffer in the device's memory; only a CPU, whose global memory is
/// the host's, does not need that. The pointer must be aligned to the type that kernels access (appendix on
/// data types of the specification): a sample, a mask byte or a weight; wider loads of our kernels check the
/// address first. Data that is not aligned to its own type is copied.
[[nodiscard]] bool is_used_in_place(const DeviceProfile& device, std::span<const std::byte> data,
                                    std::size_t alignment) noexcept;

/// A read-only buffer of the data, which is aligned to `alignment` and, if `pinned`, page-locked. Data used
/// in place must live until the last command on the buffer has ended; other data is copied. The buffer may be
/// larger than the data; after use it can be given back to the pool.
[[nodiscard]] SampleBuffer read_only_buffer(const KeptPlan& kept, const DeviceProfile& device,
                                            std::span<const std::byte> data, std::size_t alignment,
                                            bool pinned);

} // namespace histo_cl::detail
