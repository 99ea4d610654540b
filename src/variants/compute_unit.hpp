#pragma once

#include "histo_cl/decision.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/problem.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace histo_cl::detail {

/// The resources that work-groups running at the same time share: those of one unit that a device reports, or
/// of several (docs/notes/foreign.md).
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

/// Whether it is Intel's GPU. Its threads have registers for only one load at a time in large kernels: with
/// more they are 8 work-items wide instead of 16, or use scratch (docs/notes/foreign.md).
[[nodiscard]] inline bool is_intel_gpu(const DeviceProfile& device) noexcept {
    return device.type == DeviceType::gpu && device.vendor == Vendor::intel;
}

/// The bytes of its unit's local memory that a group with so much local memory takes.
[[nodiscard]] std::uint64_t local_bytes_taken(const ComputeUnit& unit, std::uint64_t local_bytes) noexcept;

// The local memory of a work-group: how much there is, and how a kernel gets it.

/// The most local memory that a work-group's counters can have; a trial launch may have to prove it.
[[nodiscard]] std::uint64_t max_local_memory(const DeviceProfile& device) noexcept;

/// Work-groups of such a size and local memory that share a compute unit.
[[nodiscard]] std::uint32_t resident_groups(const DeviceProfile& device, std::uint32_t work_group_size,
                                            std::uint64_t local_bytes) noexcept;

/// Whether groups of that size fill a compute unit with half the work-items that it can hold, or more. With
/// fewer, loads leave it idle.
[[nodiscard]] bool is_half_full(const DeviceProfile& device, std::uint32_t work_group_size,
                                std::uint64_t local_bytes) noexcept;

/// The most that each of so many work-groups can have which share a compute unit.
[[nodiscard]] std::uint64_t max_local_memory_of_groups(const DeviceProfile& device,
                                                       std::uint64_t groups) noexcept;

/// The part of it for tables that gain by size: all where the reach is known, else half, which leaves room
/// for a second group.
[[nodiscard]] std::uint64_t local_share(const DeviceProfile& device) noexcept;

/// Says how the kernel gets its local memory. It is an argument as far as drivers give it to arguments: up to
/// the reported size. Kernels declare it if they need more, or count the values of bytes: a constant address
/// is worth 2.5 % to them (H200). Then it comes in steps, so that numbers of bins share programs, but not in
/// one that would leave room for fewer work-groups.
void set_local_memory(const DeviceProfile& device, const Problem& problem, Decision& draft) noexcept;

// Local memory of kernels/hot_bins.cl.

inline constexpr std::uint64_t slot_bytes = 2 * sizeof(std::uint32_t); // a tag and a count

/// The number of slots that leaves a compute unit full of work-items (H200: 16384 are better than 8192 for
/// all but the most skewed samples).
[[nodiscard]] inline std::uint32_t hot_bin_slots(const DeviceProfile& device) noexcept {
    constexpr std::uint64_t most = 16384;
    return static_cast<std::uint32_t>(std::bit_floor(std::min(most, local_share(device) / slot_bytes)));
}

} // namespace histo_cl::detail
