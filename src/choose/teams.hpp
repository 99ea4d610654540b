#pragma once

#include "variants/variant.hpp"

#include <cstdint>

// Batches of small histograms, which kernels/histogram_of_teams.cl counts.

namespace histo_cl::detail {

/// Whether small histograms of a batch are counted by teams: where `shared`, by which work-groups share a
/// histogram, counts in local memory by atomics, and no caller's knob shapes its launch.
[[nodiscard]] bool counts_by_teams(const Request& request, const Decision& shared) noexcept;

/// The decision for the program of teams.
[[nodiscard]] Decision team_decision(const DeviceProfile& device, const Problem& problem,
                                     const Decision& shared);

/// More elements than these are never a team's.
inline constexpr std::uint64_t max_team_elements = std::uint64_t{1} << 22U;

/// Whether so many histograms of so many elements each are faster by teams than by work-groups that share
/// them.
[[nodiscard]] bool teams_pay(const DeviceProfile& device, std::uint64_t histograms,
                             std::uint64_t elements) noexcept;

/// Returns the work-items of the team for a histogram of so many elements: a power of two, at most the
/// work-group's.
[[nodiscard]] std::uint32_t team_items(const Problem& problem, const Decision& team,
                                       std::uint64_t elements) noexcept;

/// Returns the local memory of a work-group of teams of so many work-items.
[[nodiscard]] std::uint64_t team_local_bytes(const Problem& problem, const Decision& team,
                                             std::uint32_t items) noexcept;

} // namespace histo_cl::detail
