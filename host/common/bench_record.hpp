#pragma once

#include <histo_cl/device.hpp>

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

// The JSON that benchmarks write.

namespace common {

/// A device: its names and versions, and the sizes that its speed depends on.
[[nodiscard]] nlohmann::ordered_json device_record(const histo_cl::DeviceProfile& device);

/// The text of a run, an object, to which "results" are added: a line each, for readers and for diff.
[[nodiscard]] std::string run_text(const nlohmann::ordered_json& run,
                                   const std::vector<nlohmann::ordered_json>& results);

} // namespace common
