#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/opencl.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// The platform of a device.
[[nodiscard]] cl_platform_id platform_of(cl_device_id device);

/// The device that a sub-device is a part of; null for a whole device.
[[nodiscard]] cl_device_id parent_of(cl_device_id device);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
