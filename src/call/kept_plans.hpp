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

// Objects that histogram() on host data keeps between calls. They are not destroyed when the process ends,
// because destructors would call drivers that may already be unloaded.

namespace histo_cl::detail {

inline constexpr std::size_t max_kept_plans = 16;
/// Maximum memory, in bytes, that all kept plans take, on devices and on the host, for thresholds, edges, and
/// sums that are kept between launches.
inline constexpr std::uint64_t max_kept_plan_bytes = std::uint64_t{64} << 20U;
inline constexpr std::size_t max_kept_finders = 16;
/// Maximum memory, in bytes, that thresholds and edges of all kept finders take.
inline constexpr std::uint64_t max_kept_finder_bytes = std::uint64_t{16} << 20U;

/// A plan with its context, and with the queue for its commands. The queue is in order, and calls from
/// several threads share it.
struct KeptPlan {
    Context context;
    std::shared_ptr<StagingPool> pool; ///< shared by all plans of the context
    Queue queue;
    Plan plan;
};

/// Returns a kept plan, or makes and keeps one. Returns NotBuilt if the program has not been built and
/// `compile` forbids compiling it. The plan has the counter type CheckedProblem::counter() and the given
/// max_samples; see max_samples_of_kept_plan(). Throws like Plan.
[[nodiscard]] std::variant<std::shared_ptr<const KeptPlan>, NotBuilt>
kept_plan(const Device& device, const CheckedProblem& problem, std::uint64_t max_samples,
          const Options& options, Compile compile);

/// Drops the plans of a context in which a command has failed, because the context may be unusable.
void forget_kept_plans(cl_context context);

/// Returns the kept finders of a problem that the calling thread can count, or makes and keeps them.
[[nodiscard]] std::shared_ptr<const Finders> kept_finders(const Problem& problem);

/// Returns default_device(), which is kept for the rest of the process once it is found. Throws like
/// default_device().
[[nodiscard]] const Device& kept_default_device();
/// Returns kept_default_device(), or null if no device is usable. This is the case if there is no platform,
/// device or compiler, and in the child of a process that has used OpenCL. Throws for other errors, such as
/// errors of a driver.
[[nodiscard]] const Device* usable_default_device();
/// Whether a call of kept_default_device() has found a device.
[[nodiscard]] bool has_default_device();

[[nodiscard]] std::size_t kept_plan_count();
[[nodiscard]] std::size_t kept_finders_count();

// The calling thread counts as long as its counting has taken less time than the `work` that it avoids:
// finding devices, or building a kernel. These functions keep the total times. They are thread-safe.

/// The value of `work` for finding devices. For building a kernel, `work` is NotBuilt::kind.
inline constexpr std::size_t finding_devices = 0;

/// The total time, in seconds by the cost model, for which the calling thread has counted so far to avoid
/// this work. At most 256 totals are kept: if there are 256, the next addition first clears them all.
[[nodiscard]] double seconds_without(std::size_t work);
void add_seconds_without(std::size_t work, double seconds);

// Functions that make buffers of a device from host memory.

/// Whether kernels read host memory in place (CL_MEM_USE_HOST_PTR) instead of a copy.
///
/// OpenCL allows implementations to cache such a buffer in the device's memory. Only CPUs have no need to do
/// so, because their global memory is the host's memory. `alignment` is the size of the type that kernels
/// access: a sample, a mask byte, a weight or an index. OpenCL requires that the address is aligned to this
/// size, so data that is not aligned is copied. Kernels that load several samples at once check the address
/// first.
[[nodiscard]] bool is_used_in_place(const DeviceProfile& device, std::span<const std::byte> data,
                                    std::size_t alignment) noexcept;

/// A buffer that holds the data, and that kernels only read. `alignment`: see is_used_in_place(). `pinned`:
/// whether the data is page-locked. Data used in place must live until the last command on the buffer has
/// ended; other data is copied. The buffer may be larger than the data. After use it can be returned to the
/// pool.
[[nodiscard]] SampleBuffer read_only_buffer(const KeptPlan& kept, const DeviceProfile& device,
                                            std::span<const std::byte> data, std::size_t alignment,
                                            bool pinned);

} // namespace histo_cl::detail
