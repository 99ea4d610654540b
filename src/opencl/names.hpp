#pragma once

#include "core/enum_table.hpp"
#include "histo_cl/device_profile.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// As the companies write themselves.
template <>
inline constexpr auto enum_table<Vendor> = std::to_array<Named<Vendor>>({{Vendor::amd, "AMD"},
                                                                         {Vendor::apple, "Apple"},
                                                                         {Vendor::arm, "Arm"},
                                                                         {Vendor::intel, "Intel"},
                                                                         {Vendor::nvidia, "NVIDIA"},
                                                                         {Vendor::qualcomm, "Qualcomm"},
                                                                         {Vendor::other, "other"}});
static_assert(enum_table<Vendor>.size() == enumerator_count<Vendor>());

} // namespace histo_cl::inline HISTO_CL_ABI::detail
