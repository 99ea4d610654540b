#include "demo/command/devices.hpp"

#include "common/format.hpp"
#include "common/program.hpp"
#include "common/usage_error.hpp"

#include <algorithm>

namespace demo {

using common::printable;
using common::UsageError;

std::vector<histo_cl::Device> devices_of(const Command& command) {
    if (command.devices.empty()) return {common::device_named({})};
    std::vector<histo_cl::Device> devices;
    for (const auto& text : command.devices) {
        auto device = common::device_named(text);
        if (std::ranges::find(devices, device.id, &histo_cl::Device::id) != devices.end())
            throw UsageError("--device " + printable(text) + ": " + printable(device.profile.name) +
                             " is given twice");
        devices.push_back(std::move(device));
    }
    return devices;
}

} // namespace demo
