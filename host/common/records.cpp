#include "common/records.hpp"

#include <nlohmann/json.hpp>

namespace common {

nlohmann::ordered_json device_record(const histo_cl::DeviceProfile& device) {
    return {{"name", device.name},
            {"platform", device.platform},
            {"version", device.version},
            {"driver", device.driver},
            {"type", name(device.type)},
            {"compute_units", device.compute_units},
            {"max_work_group_size", device.max_work_group_size},
            {"local_memory_bytes", device.local_memory_bytes},
            {"global_memory_bytes", device.global_memory_bytes}};
}

nlohmann::ordered_json decision_record(const histo_cl::Decision& decision) {
    return {{"variant", method_name(decision)},
            {"reason", decision.reason},
            {"work_group_size", decision.work_group_size},
            {"work_groups", decision.work_groups},
            {"replicas", decision.replicas},
            {"coarsening", decision.coarsening},
            {"load_bytes", decision.load_bytes},
            {"loads_in_flight", decision.loads_in_flight},
            {"count_values", decision.count_values},
            {"partition", name(decision.partition)},
            {"merge", name(decision.merge)},
            {"windows", decision.windows},
            {"window_bins", decision.window_bins},
            {"slots", decision.slots},
            {"local_bytes", decision.local_bytes},
            {"workspace_bytes", decision.workspace_bytes},
            {"samples_per_launch", decision.samples_per_launch},
            {"tuning", decision.tuning}};
}

} // namespace common
