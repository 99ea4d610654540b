#pragma once

#include "histo_cl/tuning.hpp"

#include <span>
#include <string_view>

namespace histo_cl::detail {

/// What was measured on one kind of device, whatever its driver.
struct MeasuredDevice {
    Vendor vendor;
    std::string_view name; ///< a part of DeviceProfile::name
    std::span<const TuningEntry> entries;
};

/// The library's own table: knobs that measurements favour over those chosen by rule.
[[nodiscard]] std::span<const MeasuredDevice> measured_devices() noexcept;

/// The first that the profile is one of; null if none.
[[nodiscard]] const MeasuredDevice* find(std::span<const MeasuredDevice> devices,
                                         const DeviceProfile& profile) noexcept;

} // namespace histo_cl::detail
