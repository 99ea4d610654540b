#pragma once

#include "histo_cl/decision.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/problem.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace histo_cl::detail {

/// The resources that concurrent work-groups share. Such a unit may correspond to several of the units that a
/// device reports (docs/notes/foreign.md).
struct ComputeUnit {
    std::uint32_t units = 1;         ///< number of such units in the device
    std::uint64_t work_items = 2048; ///< maximum number of resident work-items
    std::uint64_t local_bytes = 0;   ///< local memory of a unit, including what the driver reserves
    std::uint64_t reserved_for_a_group = 0;
    std::uint32_t granule = 1;  ///< bytes; a group's local memory is rounded up to a multiple of this
    bool powers_of_two = false; ///< a group's local memory is rounded up to a power of two instead
    std::uint32_t banks = 32;   ///< banks of local memory, each one word wide
    bool documented = false; ///< whether the vendor documents the values; otherwise they are those of NVIDIA
};

[[nodiscard]] ComputeUnit compute_unit(const DeviceProfile& device) noexcept;

/// Whether the device is an Intel GPU. In large kernels, a thread of an Intel GPU has registers for only one
/// load at a time. Kernels with more loads are compiled for 8 instead of 16 work-items per thread, or spill
/// registers (docs/notes/foreign.md).
[[nodiscard]] inline bool is_intel_gpu(const DeviceProfile& device) noexcept {
    return device.type == DeviceType::gpu && device.vendor == Vendor::intel;
}

/// Number of bytes of a unit's local memory that a work-group with `local_bytes` takes, including the
/// rounding and what the driver reserves.
[[nodiscard]] std::uint64_t local_bytes_taken(const ComputeUnit& unit, std::uint64_t local_bytes) noexcept;

// The local memory of a work-group: its limit, and how a kernel gets it.

/// Maximum local memory for a work-group's counters; a trial launch may be needed to confirm it.
[[nodiscard]] std::uint64_t max_local_memory(const DeviceProfile& device) noexcept;

/// Number of work-groups of this size, with `local_bytes` of local memory each, that can be resident on a
/// compute unit; at least 1.
[[nodiscard]] std::uint32_t resident_groups(const DeviceProfile& device, std::uint32_t work_group_size,
                                            std::uint64_t local_bytes) noexcept;

/// Whether the work-groups of this size, with `local_bytes` of local memory each, that are resident together
/// have at least half of the work-items that a compute unit can run. With fewer, the unit idles during loads.
[[nodiscard]] bool is_half_full(const DeviceProfile& device, std::uint32_t work_group_size,
                                std::uint64_t local_bytes) noexcept;

/// Maximum local memory of each work-group if `groups` work-groups share a compute unit.
[[nodiscard]] std::uint64_t max_local_memory_of_groups(const DeviceProfile& device,
                                                       std::uint64_t groups) noexcept;

/// The local memory that a work-group may take for tables that become faster with size: all if the vendor's
/// documented limit is known, else half, which leaves room for a second group.
[[nodiscard]] std::uint64_t local_share(const DeviceProfile& device) noexcept;

/// Sets how the kernel gets its local memory. By default the memory is an argument, which drivers allow up to
/// the reported size. Kernels declare the memory if they need more, or if they count the values of bytes,
/// because that is 2.5 % faster (H200). A declared size is rounded up in steps, so that different numbers of
/// bins share programs, but never so far that fewer work-groups are resident.
void set_local_memory(const DeviceProfile& device, const Problem& problem, Decision& draft) noexcept;

// Local memory of kernels/accumulate/hot_bins.cl.

inline constexpr std::uint64_t slot_bytes = 2 * sizeof(std::uint32_t); // a tag and a count

/// Number of slots of a work-group: the largest power of two that fits in local_share(), at most 16384.
/// (H200: 16384 slots are faster than 8192, except for the most skewed samples.)
[[nodiscard]] inline std::uint32_t hot_bin_slots(const DeviceProfile& device) noexcept {
    constexpr std::uint64_t max_hot_slots = 16384;
    return static_cast<std::uint32_t>(
        std::bit_floor(std::min(max_hot_slots, local_share(device) / slot_bytes)));
}

} // namespace histo_cl::detail
