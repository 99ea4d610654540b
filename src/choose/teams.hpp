#pragma once

#include "variants/variant.hpp"

#include <cstdint>

// Batches of small histograms, which kernels/histogram_of_teams.cl counts.

namespace histo_cl::detail {

/// Whether teams of work-items can count the small histograms of a batch. `shared`: the decision for
/// work-groups that share a histogram. It must count in local memory by atomics, with no knob set other than
/// the variant. In addition, a table of all bins must take at most half of local memory, and sums must not be
/// of floats.
[[nodiscard]] bool counts_by_teams(const Request& request, const Decision& shared) noexcept;

[[nodiscard]] Decision team_decision(const DeviceProfile& device, const Problem& problem,
                                     const Decision& shared);

/// Histograms with more elements are never counted by teams.
inline constexpr std::uint64_t max_team_elements = std::uint64_t{1} << 22U;

/// Whether teams count a batch of that many histograms faster than work-groups that count with replicas, be
/// it one work-group or several per histogram. `elements`: mean number of elements per histogram.
[[nodiscard]] bool teams_pay(const DeviceProfile& device, Batch batch, std::uint64_t histograms,
                             std::uint64_t elements) noexcept;

/// The number of work-items of a team, depending on the number of elements of its histogram.
class TeamSizes {
  public:
    TeamSizes(const Problem& problem, const Decision& team) noexcept;

    /// The base-2 logarithm of the number of work-items of a team for that many elements. A team has at most
    /// all work-items of its work-group. It has at least so many that the tables of all teams of a work-group
    /// fit in local memory.
    [[nodiscard]] unsigned log2_items(std::uint64_t elements) const noexcept;
    /// Number of teams in a work-group.
    [[nodiscard]] std::uint32_t teams(unsigned log2_items) const noexcept {
        return std::uint32_t{1} << (max_log2_ - log2_items);
    }
    /// Bytes of local memory for the teams of a work-group.
    [[nodiscard]] std::uint64_t local_bytes(unsigned log2_items) const noexcept {
        return teams(log2_items) * table_bytes_;
    }

  private:
    std::uint64_t table_bytes_;
    unsigned log2_elements_;       ///< logarithm of the number of elements per work-item
    unsigned max_log2_, min_log2_; ///< logarithms of the number of work-items of a team
};

} // namespace histo_cl::detail
