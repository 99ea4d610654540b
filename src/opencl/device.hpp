#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/opencl.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// The platform of a device.
[[nodiscard]] cl_platform_id platform_of(cl_device_id device);

/// The device that a sub-device is a part of; null for a whole device.
[[nodiscard]] cl_device_id parent_of(cl_device_id device);

/// Whether it is PoCL's, some faults of which are worked around.
[[nodiscard]] inline bool is_pocl(const DeviceProfile& device) noexcept {
    return device.platform == "Portable Computing Language";
}

/// Whether an argument of a kernel that has once been an address takes no buffer any more: each launch fails
/// with CL_INVALID_KERNEL_ARGS. Seen in NVIDIA's driver 580.
[[nodiscard]] inline bool keeps_arguments_addresses(const DeviceProfile& device) noexcept {
    return device.vendor == Vendor::nvidia;
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
