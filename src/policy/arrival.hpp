#pragma once

#include "histo_cl/decision.hpp"
#include "policy/counters.hpp"

#include <algorithm>
#include <cstdint>

// Merge::last_group: which launches merge by arrival; see kernels/merge_last_group.cl.

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// Up to this many counters, arriving costs even the launch with the most work-groups less than a fill of the
/// counts before it (H200) …
constexpr std::uint64_t always_arriving_counters = 4096;
/// … and up to this many, it costs those with few work-groups less, whose arrivals are at most so many.
constexpr std::uint64_t most_arriving_counters = 16384;
constexpr std::uint64_t most_arrivals = 1U << 19U;

/// Whether a work-item has one bin (or value) at most to deliver.
[[nodiscard]] inline bool has_few_bins(const Problem& problem, const Decision& decision) noexcept {
    return std::max<std::uint64_t>(decision.window_bins, problem.counters()) <= decision.work_group_size;
}

/// Whether so many work-groups merge by arrival. Else they add to counts that a fill has zeroed. The caller's
/// own Merge::last_group is always by arrival.
[[nodiscard]] inline bool merges_by_arrival(const Problem& problem, const Decision& decision,
                                            std::uint32_t work_groups) noexcept {
    if (decision.merge != Merge::last_group) return false;
    const std::uint64_t counters = problem.counters();
    return counters <= always_arriving_counters || has_few_bins(problem, decision) ||
           counters * work_groups <= most_arrivals || origin(decision, "merge") != KnobOrigin::chosen;
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
