#pragma once

#include "histo_cl/device_profile.hpp"

#include <cstdint>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// What work-groups that run at the same time share. It is what a device counts as a compute unit, or several
/// of those (docs/notes/foreign.md).
struct ComputeUnit {
    std::uint32_t units = 1;         ///< of the device
    std::uint64_t work_items = 2048; ///< that are resident, at most
    std::uint64_t local_bytes = 0;   ///< for the local memory of all groups, and what is reserved for them
    std::uint64_t reserved_for_a_group = 0;
    std::uint32_t granule = 1;  ///< a group's local memory is rounded up to a multiple of it …
    bool powers_of_two = false; ///< … or to a power of two
    std::uint32_t banks = 32;   ///< of local memory, each a word wide
    bool documented = false;    ///< by its maker; else it is taken for one of NVIDIA's
};

[[nodiscard]] ComputeUnit compute_unit(const DeviceProfile& device) noexcept;

/// Whose threads have registers for one load at a time where there is much besides: with more they are 8
/// work-items wide instead of 16, or use scratch (docs/notes/foreign.md).
[[nodiscard]] inline bool is_intel_gpu(const DeviceProfile& device) noexcept {
    return device.type == DeviceType::gpu && device.vendor == Vendor::intel;
}

/// What a group with so much local memory takes of that of its unit.
[[nodiscard]] std::uint64_t local_bytes_taken(const ComputeUnit& unit, std::uint64_t local_bytes) noexcept;

} // namespace histo_cl::inline HISTO_CL_ABI::detail
