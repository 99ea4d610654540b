#pragma once

#include "core/enum_table.hpp"
#include "histo_cl/abi.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/opencl.hpp"

#include <cstdint>

namespace histo_cl::detail {

/// A version as OpenCL 3.0 packs it into 32 bits (CL_MAKE_VERSION).
[[nodiscard]] constexpr std::uint32_t opencl_version(std::uint32_t major, std::uint32_t minor,
                                                     std::uint32_t patch) noexcept {
    return major << 22U | minor << 12U | patch;
}

/// The vendors' names, as the vendors spell them.
template <>
inline constexpr auto enum_table<Vendor> = std::to_array<Named<Vendor>>({{Vendor::amd, "AMD"},
                                                                         {Vendor::apple, "Apple"},
                                                                         {Vendor::arm, "Arm"},
                                                                         {Vendor::intel, "Intel"},
                                                                         {Vendor::nvidia, "NVIDIA"},
                                                                         {Vendor::qualcomm, "Qualcomm"},
                                                                         {Vendor::other, "other"}});
static_assert(enum_table<Vendor>.size() == enumerator_count<Vendor>());

[[nodiscard]] cl_platform_id platform_of(cl_device_id device);

/// The parent of a sub-device; null for a root device.
[[nodiscard]] cl_device_id parent_of(cl_device_id device);

/// Whether the device is PoCL's. The library works around some faults of PoCL.
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

} // namespace histo_cl::detail
