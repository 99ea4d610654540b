#pragma once

#include <histo_cl/device.hpp>

#include <nlohmann/json_fwd.hpp>

namespace common {

/// A device in a benchmark's JSON: its names and versions, and the sizes that its speed depends on.
[[nodiscard]] nlohmann::ordered_json device_record(const histo_cl::DeviceProfile& device);

} // namespace common
