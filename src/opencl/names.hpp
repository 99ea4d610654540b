#pragma once

#include "core/enum_table.hpp"
#include "histo_cl/device_profile.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

template <>
inline constexpr auto enum_table<DeviceType> = std::to_array<Named<DeviceType>>(
    {{DeviceType::cpu, "cpu"}, {DeviceType::gpu, "gpu"}, {DeviceType::accelerator, "accelerator"}});
static_assert(is_complete<DeviceType>());

template <>
inline constexpr auto enum_table<Vendor> = std::to_array<Named<Vendor>>({{Vendor::amd, "AMD"},
                                                                         {Vendor::apple, "Apple"},
                                                                         {Vendor::arm, "Arm"},
                                                                         {Vendor::intel, "Intel"},
                                                                         {Vendor::nvidia, "NVIDIA"},
                                                                         {Vendor::qualcomm, "Qualcomm"},
                                                                         {Vendor::other, "other"}});
static_assert(is_complete<Vendor>());

} // namespace histo_cl::inline HISTO_CL_ABI::detail
