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

/// A histogram of more elements is never a team's.
inline constexpr std::uint64_t max_team_elements = std::uint64_t{1} << 22U;

/// Whether so many histograms of so many elements each are faster by teams than by work-groups that share
/// them.
[[nodiscard]] bool teams_pay(const DeviceProfile& device, std::uint64_t histograms,
                             std::uint64_t elements) noexcept;

/// How many work-items the teams of a program have, by the elements of their histograms.
class TeamSizes {
  public:
    TeamSizes(const Problem& problem, const Decision& team) noexcept;

    /// The base-2 logarithm of the work-items of a team for so many elements: at least as many as leave room
    /// for the tables of all teams, at most the work-group's.
    [[nodiscard]] unsigned log2_items(std::uint64_t elements) const noexcept;
    [[nodiscard]] unsigned min_log2_items() const noexcept { return min_log2_; }
    /// The teams of a work-group.
    [[nodiscard]] std::uint32_t teams(unsigned log2_items) const noexcept {
        return std::uint32_t{1} << (max_log2_ - log2_items);
    }
    /// The local memory of as many teams.
    [[nodiscard]] std::uint64_t local_bytes(unsigned log2_items) const noexcept {
        return teams(log2_items) * table_bytes_;
    }

  private:
    std::uint64_t table_bytes_;
    unsigned log2_elements_; ///< of a work-item
    unsigned max_log2_, min_log2_;
};

} // namespace histo_cl::detail
