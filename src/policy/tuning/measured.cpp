#include "policy/tuning/measured.hpp"

#include <algorithm>

// Data, not rules: an entry stands here only if a measurement beat what `choose` takes by rule. To add some,
// write an array of entries for a kind of device, and name it in `measured`:
//
//     constexpr std::array h200{
//         TuningEntry{.key = {.sample = SampleType::f32, .counters = 65536},
//                     .knobs = {.variant = Variant::local_windowed, .work_group_size = 1024},
//                     .speedup = 1.3},
//     };
//     constexpr std::array measured{MeasuredDevice{Vendor::nvidia, "H200", h200}};

namespace histo_cl::detail {
namespace {

constexpr std::span<const MeasuredDevice> measured{};

} // namespace

std::span<const MeasuredDevice> measured_devices() noexcept {
    return measured;
}

const MeasuredDevice* find(std::span<const MeasuredDevice> devices, const DeviceProfile& profile) noexcept {
    const auto found = std::ranges::find_if(devices, [&](const MeasuredDevice& device) {
        return device.vendor == profile.vendor && profile.name.find(device.name) != std::string::npos;
    });
    return found == devices.end() ? nullptr : &*found;
}

} // namespace histo_cl::detail
