#pragma once

#include "core/enum_table.hpp"
#include "histo_cl/abi.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/opencl.h"

#include <concepts>
#include <cstdint>
#include <mutex>

namespace histo_cl::detail {

/// A version as OpenCL 3.0 packs it into 32 bits (CL_MAKE_VERSION).
[[nodiscard]] constexpr std::uint32_t opencl_version(std::uint32_t major, std::uint32_t minor,
                                                     std::uint32_t patch) noexcept {
    return major << 22U | minor << 12U | patch;
}

/// The names of the vendors, in their own spelling.
template <>
inline constexpr auto enum_table<Vendor> = std::to_array<Named<Vendor>>({{Vendor::amd, "AMD"},
                                                                         {Vendor::apple, "Apple"},
                                                                         {Vendor::arm, "Arm"},
                                                                         {Vendor::intel, "Intel"},
                                                                         {Vendor::nvidia, "NVIDIA"},
                                                                         {Vendor::qualcomm, "Qualcomm"},
                                                                         {Vendor::other, "other"}});
static_assert(enum_table<Vendor>.size() == enumerator_count<Vendor>());

/// CL_PLATFORM_NOT_FOUND_KHR, which some headers lack.
inline constexpr cl_int platform_not_found = -1001;

[[nodiscard]] cl_platform_id platform_of(cl_device_id device);

/// The parent of a sub-device; null for a root device.
[[nodiscard]] cl_device_id parent_of(cl_device_id device);

/// Whether PoCL is the device's platform. The library works around some faults of PoCL.
[[nodiscard]] inline bool is_pocl(const DeviceProfile& device) noexcept {
    return device.platform == "Portable Computing Language";
}

/// Whether the device is a CPU with Intel's runtime. The library works around some faults of this runtime.
[[nodiscard]] inline bool is_intel_cpu(const DeviceProfile& device) noexcept {
    return device.type == DeviceType::cpu && device.platform.starts_with("Intel(R)");
}

/// Whether a kernel argument that was once set to an address no longer accepts a buffer: launches with a
/// buffer then fail with CL_INVALID_KERNEL_ARGS. Observed with NVIDIA's driver 580.
[[nodiscard]] inline bool keeps_arguments_addresses(const DeviceProfile& device) noexcept {
    return device.vendor == Vendor::nvidia;
}

// After fork(), the child process has a copy of the parent's memory, but not the parent's threads. So a
// driver that the parent has used may hang in the child.

/// Must be called before OpenCL is called. Throws Error(unsupported) if this process was forked from a
/// process that had already called OpenCL.
void begin_opencl();

/// Whether this process was forked from a process that had already called OpenCL. If so, all OpenCL objects
/// belong to the parent process and must not even be released.
[[nodiscard]] bool opencl_is_lost() noexcept;

// The first use of a device initializes parts of its driver. In some drivers the initialization is not
// thread-safe: PoCL 3.1 returns no devices to a thread while a call of another thread initializes it.

/// Uses of a device that may initialize a part of its driver.
enum class Use : std::uint8_t { list, context, queue, build, launch };

/// Whether this process has used the device in this way. For Use::list, which lists all devices, `device` is
/// null.
[[nodiscard]] bool was_used(cl_device_id device, Use use);
void note_used(cl_device_id device, Use use);
/// Waits for the lock that each first use holds, and returns it. Uses must not nest.
[[nodiscard]] std::unique_lock<std::mutex> lock_first_use();

/// Returns the result of action(), which uses the device in the given way. The first such use runs under a
/// lock, so that no other first use in this process overlaps it. OpenCL calls that the library's callers make
/// themselves are not covered. Throws like begin_opencl(), before taking the lock, and like action().
/// Thread-safe.
template <std::invocable Action>
auto use_device(cl_device_id device, Use use, const Action& action) {
    begin_opencl();
    if (was_used(device, use)) return action();
    const auto lock = lock_first_use();
    auto result = action();
    note_used(device, use);
    return result;
}

} // namespace histo_cl::detail
