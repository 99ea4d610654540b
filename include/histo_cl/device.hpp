#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/export.h"
#include "histo_cl/opencl.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI {

/// A device: its OpenCL handles, its profile, and its indices in OpenCL's lists of platforms and devices,
/// which find_device() accepts as "P:D".
struct Device {
    cl_platform_id platform = nullptr;         ///< the device's platform
    cl_device_id id = nullptr;                 ///< the device
    std::uint32_t platform_index = UINT32_MAX; ///< P of "P:D"; UINT32_MAX: unknown
    std::uint32_t device_index = UINT32_MAX;   ///< D of "P:D": the index among the platform's devices
    DeviceProfile profile;                     ///< its properties
};

/// Queries a device's profile. Throws Error(invalid_argument) for a null handle, Error(opencl_error) if a
/// query fails.
[[nodiscard]] HISTO_CL_API DeviceProfile device_profile(cl_device_id device);

/// All devices of OpenCL 1.2 or later, platform by platform. Throws Error(no_platform) if there is no
/// platform. If no platform has such a device, throws Error(opencl_error) if a platform failed, otherwise
/// Error(no_device). The messages name packages that provide a platform.
[[nodiscard]] HISTO_CL_API std::vector<Device> devices();

/// The default device: among the devices with a compiler, the first GPU, else the first accelerator, else the
/// first CPU. Throws like devices(), and Error(no_compiler) if no device has a compiler.
[[nodiscard]] HISTO_CL_API Device default_device();

/// The first device that `text` matches. `text` is "P:D" (the indices of platform and device), or a part of
/// the name of the device or the platform; case is ignored. Throws like devices(). If no device matches,
/// throws Error(no_device), whose message lists the devices.
[[nodiscard]] HISTO_CL_API Device find_device(std::string_view text);

} // namespace histo_cl::inline HISTO_CL_ABI
