#pragma once

#include <histo_cl/decision.hpp>
#include <histo_cl/device.hpp>

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>

namespace common {

/// The index that --device takes: "0:1".
[[nodiscard]] std::string index_of(const histo_cl::Device& device);

/// The default device; nothing if there is none, which is reported.
[[nodiscard]] std::optional<histo_cl::Device> preferred_device(const std::string& program);

/// What each device is, below its index and name, with a star at the preferred one; in lines of at most
/// `width`.
[[nodiscard]] std::string device_list(std::span<const histo_cl::Device> devices,
                                      const std::optional<histo_cl::Device>& preferred, std::size_t width);

/// Prints the list of all devices.
void list_devices(const std::string& program);

/// A device: its names and versions, and the sizes that its speed depends on.
[[nodiscard]] nlohmann::ordered_json device_record(const histo_cl::DeviceProfile& device);

/// What the library decided, without the variants that it passed over.
[[nodiscard]] nlohmann::ordered_json decision_record(const histo_cl::Decision& decision);

} // namespace common
