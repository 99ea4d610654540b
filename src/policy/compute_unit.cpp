#include "policy/compute_unit.hpp"

#include "core/saturating.hpp"

#include <algorithm>
#include <bit>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

/// Compute units of AMD have 64 KiB, of which a driver may give a work-group half. Its own driver counts
/// RDNA's work-group processors, which have two such memories; Mesa counts their halves (as Apple may).
ComputeUnit amd_unit(const DeviceProfile& device) noexcept {
    constexpr std::uint64_t of_a_compute_unit = 64 * 1024;
    const bool work_group_processor =
        device.wave_width == 32 && device.platform == "AMD Accelerated Parallel Processing";
    return {.units = device.compute_units,
            .local_bytes = std::max(device.local_memory_bytes,
                                    work_group_processor ? 2 * of_a_compute_unit : of_a_compute_unit),
            .granule = 512,
            .documented = true};
}

/// Intel's drivers count execution units. Eight share at least 64 KiB of local memory in 16 banks, and have
/// at least seven threads each, which are 16 work-items wide: the width of nearly all kernels.
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

/// As NVIDIA's: a group can have nearly all that a unit has, and the driver takes some for each.
ComputeUnit usual_unit(const DeviceProfile& device) noexcept {
    constexpr std::uint64_t reserved = 1024;
    const auto most = std::max(device.local_memory_bytes, device.local_memory_reach_bytes);
    return {.units = device.compute_units,
            .local_bytes = saturating_add(most, reserved),
            .reserved_for_a_group = reserved};
}

} // namespace

ComputeUnit compute_unit(const DeviceProfile& device) noexcept {
    if (device.type == DeviceType::gpu && device.vendor == Vendor::amd) return amd_unit(device);
    if (is_intel_gpu(device)) return intel_unit(device);
    return usual_unit(device);
}

std::uint64_t local_bytes_taken(const ComputeUnit& unit, std::uint64_t local_bytes) noexcept {
    constexpr auto most = std::uint64_t{1} << 62U; // more is none that can be rounded up, nor had
    auto taken = local_bytes;
    if (taken <= most)
        taken = unit.powers_of_two ? std::bit_ceil(taken)
                                   : (taken + unit.granule - 1) / unit.granule * unit.granule;
    return saturating_add(taken, unit.reserved_for_a_group);
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
