#include "variants/compute_unit.hpp"

#include "core/integers.hpp"

#include <algorithm>
#include <bit>

namespace histo_cl::detail {
namespace {

/// A compute unit of AMD has 64 KiB of local memory, but a driver may allow a work-group only half of it. On
/// RDNA, the units that AMD's driver reports are work-group processors, which have two such memories each.
/// Mesa (and possibly Apple) reports compute units.
ComputeUnit amd_unit(const DeviceProfile& device) noexcept {
    constexpr std::uint64_t bytes_per_compute_unit = 64 * 1024;
    const bool work_group_processor =
        device.wave_width == 32 && device.platform == "AMD Accelerated Parallel Processing";
    return {.units = device.compute_units,
            .local_bytes =
                std::max(device.local_memory_bytes,
                         work_group_processor ? 2 * bytes_per_compute_unit : bytes_per_compute_unit),
            .granule = 512,
            .documented = true};
}

/// Intel's drivers count execution units. Eight of them share at least 64 KiB of local memory in 16 banks,
/// and each has at least seven threads of 16 work-items, the SIMD width of nearly all kernels.
ComputeUnit intel_unit(const DeviceProfile& device) noexcept {
    constexpr std::uint32_t execution_units = 8;
    constexpr std::uint64_t threads = 7;
    constexpr std::uint64_t width = 16;
    return {.units = (device.compute_units + execution_units - 1) / execution_units,
            .work_items = execution_units * threads * width,
            .local_bytes = device.local_memory_bytes,
            .powers_of_two = true,
            .banks = 16,
            .documented = true};
}

/// A unit like NVIDIA's: a work-group can use nearly all local memory, and the driver reserves 1 KiB for each
/// group.
ComputeUnit usual_unit(const DeviceProfile& device) noexcept {
    constexpr std::uint64_t reserved = 1024;
    const auto max_bytes = std::max(device.local_memory_bytes, device.local_memory_reach_bytes);
    return {.units = device.compute_units,
            .local_bytes = saturating_add(max_bytes, reserved),
            .reserved_for_a_group = reserved};
}

} // namespace

ComputeUnit compute_unit(const DeviceProfile& device) noexcept {
    if (device.type == DeviceType::gpu && device.vendor == Vendor::amd) return amd_unit(device);
    if (is_intel_gpu(device)) return intel_unit(device);
    return usual_unit(device);
}

std::uint64_t local_bytes_taken(const ComputeUnit& unit, std::uint64_t local_bytes) noexcept {
    // Larger values cannot be rounded up, and no device has that much memory.
    constexpr auto max_rounded = std::uint64_t{1} << 62U;
    auto taken = local_bytes;
    if (taken <= max_rounded)
        taken = unit.powers_of_two ? std::bit_ceil(taken) : rounded_up(taken, unit.granule);
    return saturating_add(taken, unit.reserved_for_a_group);
}

namespace {

/// Local memory that kernels and drivers use in addition to the counters.
constexpr std::uint64_t own_use = 64;

} // namespace

std::uint64_t max_local_memory(const DeviceProfile& device) noexcept {
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

std::uint64_t max_local_memory_of_groups(const DeviceProfile& device, std::uint64_t groups) noexcept {
    const auto unit = compute_unit(device);
    const std::uint64_t alignment = std::max(128U, unit.granule);
    const auto share = unit.local_bytes / std::max<std::uint64_t>(1, groups);
    const auto own = std::max(share, unit.reserved_for_a_group) - unit.reserved_for_a_group;
    return std::min(unit.powers_of_two ? std::bit_floor(own) : own, max_local_memory(device)) / alignment *
           alignment;
}

std::uint64_t local_share(const DeviceProfile& device) noexcept {
    const auto max_bytes = max_local_memory(device);
    return device.local_memory_reach_bytes != 0 ? max_bytes : max_bytes / 2;
}

void set_local_memory(const DeviceProfile& device, const Problem& problem, Decision& draft) noexcept {
    const bool beyond = device.local_memory_reach_bytes > device.local_memory_bytes &&
                        draft.local_bytes + own_use > device.local_memory_bytes;
    draft.declares_local_memory = beyond || (draft.count_values && bytes(problem.sample) == 1);
    if (!draft.declares_local_memory) return;
    // Local memory takes space from the cache, and a larger step would take enough to slow down counting
    // bytes.
    const std::uint64_t step = draft.count_values ? 512 : 16 * 1024;
    const auto unit = compute_unit(device);
    const auto groups =
        unit.local_bytes / std::max<std::uint64_t>(1, local_bytes_taken(unit, draft.local_bytes));
    draft.local_bytes = std::max(draft.local_bytes, std::min(rounded_up(draft.local_bytes, step),
                                                             max_local_memory_of_groups(device, groups)));
}

} // namespace histo_cl::detail
