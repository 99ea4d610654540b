#pragma once

#include "histo_cl/decision.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/problem.hpp"

#include <cstdint>

// The local memory of a work-group: how much there is, and how a kernel gets it.

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// The most local memory that a work-group's counters can have; a trial launch may have to prove it.
[[nodiscard]] std::uint64_t most_local_memory(const DeviceProfile& device) noexcept;

/// Work-groups of such a size and local memory that share a compute unit.
[[nodiscard]] std::uint32_t resident_groups(const DeviceProfile& device, std::uint32_t work_group_size,
                                            std::uint64_t local_bytes) noexcept;

/// Whether groups of that size fill a compute unit with half the work-items that it can hold, or more. With
/// fewer, loads leave it idle.
[[nodiscard]] bool is_half_full(const DeviceProfile& device, std::uint32_t work_group_size,
                                std::uint64_t local_bytes) noexcept;

/// The most that each of so many work-groups can have which share a compute unit.
[[nodiscard]] std::uint64_t most_local_memory_of_groups(const DeviceProfile& device,
                                                        std::uint64_t groups) noexcept;

/// The part of it for tables that gain by size: all where the reach is known, else half, which leaves room
/// for a second group.
[[nodiscard]] std::uint64_t local_share(const DeviceProfile& device) noexcept;

/// Says how the kernel gets its local memory. It is an argument as far as drivers give it to arguments: up to
/// the reported size. Kernels declare it if they need more, or count the values of bytes: a constant address
/// is worth 2.5 % to them (H200). Then it comes in steps, so that numbers of bins share programs, but in none
/// that would leave room for fewer work-groups.
void set_local_memory(const DeviceProfile& device, const Problem& problem, Decision& draft) noexcept;

} // namespace histo_cl::inline HISTO_CL_ABI::detail
