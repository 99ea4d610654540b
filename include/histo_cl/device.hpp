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

/// A device and where it stands in the lists of OpenCL.
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

/// All devices of OpenCL 1.2 or later, platform by platform. Throws Error(no_platform) that names packages
/// which provide one, and Error(no_device) if no platform has a device.
[[nodiscard]] HISTO_CL_API std::vector<Device> devices();

/// The default: among those with a compiler the first GPU, else the first accelerator, else the first CPU.
/// Throws like devices(), and Error(no_compiler) if none has a compiler.
[[nodiscard]] HISTO_CL_API Device default_device();

/// By "P:D" (platform and device index) or by a part of its name or its platform's, ignoring case; the first
/// match. Throws like devices(); Error(no_device) lists the devices found.
[[nodiscard]] HISTO_CL_API Device find_device(std::string_view text);

} // namespace histo_cl::inline HISTO_CL_ABI
