#include "device_record.hpp"

#include <nlohmann/json.hpp>

namespace common {

nlohmann::ordered_json device_record(const histo_cl::DeviceProfile& device) {
    return {{"name", device.name},
            {"platform", device.platform},
            {"version", device.version},
            {"driver", device.driver},
            {"compute_units", device.compute_units},
            {"local_memory_bytes", device.local_memory_bytes},
            {"global_memory_bytes", device.global_memory_bytes}};
}

} // namespace common
