#include "policy/local_memory.hpp"

#include "core/saturating.hpp"

#include <algorithm>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

/// Local memory that kernels and drivers take beside the counters.
constexpr std::uint64_t own_use = 64;

/// What a compute unit has for the local memory of all its groups, of which the driver takes some for each.
constexpr std::uint64_t reserved_for_a_group = 1024;

std::uint64_t local_memory_of_a_unit(const DeviceProfile& device) noexcept {
    // A group can have nearly all that a unit has.
    return saturating_add(std::max(device.local_memory_bytes, device.local_memory_reach_bytes),
                          reserved_for_a_group);
}

} // namespace

std::uint64_t most_local_memory(const DeviceProfile& device) noexcept {
    const auto within_reach = std::max(device.local_memory_reach_bytes, own_use) - own_use;
    return std::max(device.local_memory_bytes, within_reach);
}

std::uint32_t resident_groups(const DeviceProfile& device, std::uint32_t work_group_size,
                              std::uint64_t local_bytes) noexcept {
    constexpr std::uint64_t items_of_unit = 2048;
    const auto by_memory = local_memory_of_a_unit(device) / (local_bytes + reserved_for_a_group);
    const auto by_items = items_of_unit / work_group_size;
    return static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(by_memory, 1, std::max<std::uint64_t>(1, by_items)));
}

std::uint64_t most_local_memory_of_groups(const DeviceProfile& device, std::uint64_t groups) noexcept {
    constexpr std::uint64_t alignment = 128;
    const auto share = local_memory_of_a_unit(device) / std::max<std::uint64_t>(1, groups);
    return std::min(std::max(share, reserved_for_a_group) - reserved_for_a_group, most_local_memory(device)) /
           alignment * alignment;
}

std::uint64_t local_share(const DeviceProfile& device) noexcept {
    const auto most = most_local_memory(device);
    return device.local_memory_reach_bytes != 0 ? most : most / 2;
}

void set_local_memory(const DeviceProfile& device, const Problem& problem, Decision& draft) noexcept {
    const bool beyond = device.local_memory_reach_bytes > device.local_memory_bytes &&
                        draft.local_bytes + own_use > device.local_memory_bytes;
    draft.declares_local_memory = beyond || (draft.count_values && bytes(problem.sample) == 1);
    if (!draft.declares_local_memory) return;
    const std::uint64_t step = draft.count_values ? 512 : 16 * 1024; // bytes come so fast that caches matter
    const auto groups = local_memory_of_a_unit(device) / (draft.local_bytes + reserved_for_a_group);
    const auto stepped = (draft.local_bytes + step - 1) / step * step;
    draft.local_bytes =
        std::max(draft.local_bytes, std::min(stepped, most_local_memory_of_groups(device, groups)));
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
