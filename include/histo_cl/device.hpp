#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/export.hpp"
#include "histo_cl/opencl.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI {

/// A device, with its indices in OpenCL's lists of platforms and devices.
struct Device {
    cl_platform_id platform = nullptr;
    cl_device_id id = nullptr;
    std::uint32_t platform_index = 0; ///< P of "P:D"
    std::uint32_t device_index = 0;   ///< D of "P:D"
    DeviceProfile profile;
};

/// Queries a device's profile. Throws Error(invalid_argument) for a null handle, Error(opencl_error) if a
/// query fails.
[[nodiscard]] HISTO_CL_API DeviceProfile device_profile(cl_device_id device);

/// All devices of OpenCL 1.2 or later, platform by platform. Throws Error(no_platform), whose message names
/// packages that provide one, and Error(no_device) if no platform has a device.
[[nodiscard]] HISTO_CL_API std::vector<Device> devices();

/// The default device: of the devices with a compiler the first GPU, else the first accelerator, else the
/// first CPU. Throws like devices(), and Error(no_compiler) if none has a compiler.
[[nodiscard]] HISTO_CL_API Device default_device();

/// The first device that `text` matches: "P:D" (indices of platform and device), or a part of the device's or
/// the platform's name, ignoring case. Throws like devices(), and Error(no_device), which lists the devices,
/// if none matches.
[[nodiscard]] HISTO_CL_API Device find_device(std::string_view text);

} // namespace histo_cl::inline HISTO_CL_ABI
