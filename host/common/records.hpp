#pragma once

#include <histo_cl/decision.hpp>
#include <histo_cl/device.hpp>

#include <nlohmann/json_fwd.hpp>

// The JSON that programs have in common.

namespace common {

/// A device: its names and versions, and the sizes that its speed depends on.
[[nodiscard]] nlohmann::ordered_json device_record(const histo_cl::DeviceProfile& device);

/// What the library decided, without the variants that it passed over.
[[nodiscard]] nlohmann::ordered_json decision_record(const histo_cl::Decision& decision);

} // namespace common
