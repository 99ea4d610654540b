#include "bench_record.hpp"

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

std::string run_text(const nlohmann::ordered_json& run, const std::vector<nlohmann::ordered_json>& results) {
    std::string lines;
    for (const auto& result : results)
        lines += (lines.empty() ? "\n  " : ",\n  ") + result.dump();
    auto text = run.dump(1);
    text.erase(text.rfind('\n'));
    return text + ",\n \"results\": [" + lines + "\n ]\n}\n";
}

} // namespace common
