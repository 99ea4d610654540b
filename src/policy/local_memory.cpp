#include "policy/local_memory.hpp"

#include "policy/compute_unit.hpp"

#include <algorithm>
#include <bit>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

/// Local memory that kernels and drivers take beside the counters.
constexpr std::uint64_t own_use = 64;

} // namespace

std::uint64_t most_local_memory(const DeviceProfile& device) noexcept {
    const auto within_reach = std::max(device.local_memory_reach_bytes, own_use) - own_use;
    return std::max(device.local_memory_bytes, within_reach);
}

std::uint32_t resident_groups(const DeviceProfile& device, std::uint32_t work_group_size,
                              std::uint64_t local_bytes) noexcept {
    const auto unit = compute_unit(device);
    const auto by_memory =
        unit.local_bytes / std::max<std::uint64_t>(1, local_bytes_taken(unit, local_bytes));
    const auto by_items = unit.work_items / work_group_size;
    return static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(by_memory, 1, std::max<std::uint64_t>(1, by_items)));
}

bool is_half_full(const DeviceProfile& device, std::uint32_t work_group_size,
                  std::uint64_t local_bytes) noexcept {
    const std::uint64_t groups = resident_groups(device, work_group_size, local_bytes);
    return 2 * groups * work_group_size >= compute_unit(device).work_items;
}

std::uint64_t most_local_memory_of_groups(const DeviceProfile& device, std::uint64_t groups) noexcept {
    const auto unit = compute_unit(device);
    const std::uint64_t alignment = std::max(128U, unit.granule);
    const auto share = unit.local_bytes / std::max<std::uint64_t>(1, groups);
    const auto own = std::max(share, unit.reserved_for_a_group) - unit.reserved_for_a_group;
    return std::min(unit.powers_of_two ? std::bit_floor(own) : own, most_local_memory(device)) / alignment *
           alignment;
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
    const auto unit = compute_unit(device);
    const auto groups =
        unit.local_bytes / std::max<std::uint64_t>(1, local_bytes_taken(unit, draft.local_bytes));
    const auto stepped = (draft.local_bytes + step - 1) / step * step;
    draft.local_bytes =
        std::max(draft.local_bytes, std::min(stepped, most_local_memory_of_groups(device, groups)));
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
