#include "common/program.hpp"
#include "common/terminal.hpp"
#include "common/text.hpp"

#include <nlohmann/json.hpp>

namespace common {

std::string index_of(const histo_cl::Device& device) {
    return std::to_string(device.platform_index) + ":" + std::to_string(device.device_index);
}

std::optional<histo_cl::Device> preferred_device(const std::string& program) try {
    return histo_cl::default_device();
} catch (const histo_cl::Error& error) {
    complain(program, std::string(error.what()));
    return std::nullopt;
}

std::string device_list(std::span<const histo_cl::Device> devices,
                        const std::optional<histo_cl::Device>& preferred, std::size_t width) {
    std::string text;
    for (const auto& device : devices) {
        const auto& profile = device.profile;
        const auto index = (preferred && device.id == preferred->id ? "* " : "  ") + index_of(device) + "  ";
        const auto indented = [&](const std::string& words) {
            return wrapped(words, width, index.size()) + "\n";
        };
        text +=
            index + indented(profile.name + " (" + profile.platform + ")") + std::string(index.size(), ' ') +
            indented(std::string(name(profile.type)) + ", " + plural(profile.compute_units, "compute unit") +
                     ", " + byte_size(profile.local_memory_bytes) + " local memory, " +
                     byte_size(profile.global_memory_bytes) + " global memory");
    }
    if (preferred) text += "* default device\n";
    return text;
}

void list_devices(const std::string& program) {
    const auto devices = histo_cl::devices();
    print(device_list(devices, preferred_device(program), line_columns()));
}

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
