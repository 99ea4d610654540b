#pragma once

#include <histo_cl/decision.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace histo_cl::test {

inline constexpr std::uint64_t max_samples_per_launch = std::uint64_t{1} << 31;

/// A condition, and the name of the rule that is broken where it is false.
using Rule = std::pair<bool, std::string_view>;

/// The name of the first rule that is broken, or "".
template <std::size_t n>
std::string_view first_broken(const std::array<Rule, n>& rules) {
    const auto broken = std::ranges::find(rules, false, &Rule::first);
    return broken == rules.end() ? "" : broken->second;
}

/// The name of the first knob that a decision does not keep, or "". work_groups is a maximum.
inline std::string_view lost_knob(const Options& options, const Decision& decision) {
    const auto& knobs = options.knobs;
    const auto kept = [](const auto& knob, const auto& value) { return !knob || value == *knob; };
    return first_broken(std::array<Rule, 10>{{
        {kept(knobs.variant, decision.variant), "variant"},
        {kept(knobs.partition, decision.partition), "partition"},
        {kept(knobs.merge, decision.merge), "merge"},
        {kept(knobs.work_group_size, decision.work_group_size), "work_group_size"},
        {!knobs.work_groups || decision.work_groups <= *knobs.work_groups, "work_groups"},
        {kept(knobs.replicas, decision.replicas), "replicas"},
        {kept(knobs.coarsening, decision.coarsening), "coarsening"},
        {kept(knobs.load_bytes, decision.load_bytes), "load_bytes"},
        {kept(knobs.loads_in_flight, decision.loads_in_flight), "loads_in_flight"},
        {kept(knobs.count_values, decision.count_values), "count_values"},
    }});
}

/// The minimum number of bytes of local memory that a work-group's counters need, as a double, which cannot
/// wrap.
inline double min_local_bytes(const Decision& decision) {
    const auto counters = static_cast<double>(decision.window_bins) * decision.replicas;
    switch (decision.variant.value()) {
    case Variant::local_packed: return counters * 2;
    case Variant::hot_bin_cache:
    case Variant::partitioned: return decision.slots * 8.0;
    case Variant::banked_uchar4: return counters * decision.work_group_size;
    case Variant::local_atomic:
    case Variant::local_aggregated:
    case Variant::local_windowed: return counters * 4;
    case Variant::item_private: // if it uses no local memory, its tables are in the workspace
        return decision.local_bytes == 0 ? 0 : counters * 4 * decision.work_group_size;
    case Variant::item_pairs: return counters * (counters / decision.replicas + 1) / decision.replicas / 2;
    default: return 0;
    }
}

/// The minimum size of the workspace in bytes. Merge::last_group needs a 64-bit sum per counter. With other
/// merges, item_private without local memory needs its tables, which are 64-bit counters of each work-item.
/// Merge::device, Merge::host, global_private and item_packed need a row of counters per work-group.
inline double min_workspace_bytes(const Decision& decision, const Problem& problem) {
    if (decision.merge == Merge::last_group) return 8.0 * problem.counters();
    if (decision.variant == Variant::item_private && decision.local_bytes == 0)
        return 8.0 * problem.counters() * decision.replicas * decision.work_group_size * decision.work_groups;
    if (decision.variant == Variant::item_packed) return 1.0 * problem.counters() * decision.work_groups;
    const bool rows = decision.merge != Merge::atomic || decision.variant == Variant::global_private;
    return rows ? 4.0 * problem.counters() * decision.work_groups : 0;
}

/// Like fault_of(), for a decision that counts columns.
inline std::string_view fault_of_columns(const DeviceProfile& profile, const Decision& decision) {
    if (decision.work_group_size < 1 || decision.work_group_size > profile.max_work_group_size)
        return "work_group_size";
    if (decision.work_groups < 1 || decision.windows < 1 || decision.replicas < 1) return "work_groups";
    if (decision.local_bytes > std::max(profile.local_memory_bytes, profile.local_memory_reach_bytes))
        return "more local memory than there is";
    if (decision.workspace_bytes > profile.max_allocation_bytes) return "workspace beyond a buffer";
    if (decision.samples_per_launch < 1 || decision.samples_per_launch > max_samples_per_launch)
        return "samples_per_launch";
    if (decision.block_elements == 0 &&
        (decision.axes % 4 != 0 || decision.work_group_size < decision.slots ||
         decision.slots * (decision.paired ? 2 : 1) != decision.axes * decision.replicas))
        return "teams";
    return "";
}

/// The name of the first rule that a decision breaks, or "" if the plan can run on the device. There are very
/// many decisions, so callers make one doctest check per decision, not one per rule.
inline std::string_view fault_of(const DeviceProfile& profile, const Problem& problem, const Options& options,
                                 const Decision& decision) {
    if (decision.columns) return fault_of_columns(profile, decision);
    if (!decision.variant) return "variant";
    const auto variant = *decision.variant;
    const auto groups_fit = [&](std::uint64_t samples) {
        const auto groups = launched_groups(decision, samples);
        return groups >= 1 && groups <= decision.work_groups;
    };
    const bool by_value = variant == Variant::local_atomic || variant == Variant::item_private ||
                          variant == Variant::item_pairs || variant == Variant::banked_uchar4;
    return first_broken(std::array<Rule, 18>{{
        {decision.work_group_size >= 1 && decision.work_group_size <= profile.max_work_group_size,
         "work_group_size"},
        {decision.work_groups >= 1, "work_groups"},
        {decision.replicas >= 1, "replicas"},
        {decision.coarsening >= 1, "coarsening"},
        {decision.load_bytes == 1 || decision.load_bytes == 4 || decision.load_bytes == 16, "load_bytes"},
        {decision.local_bytes <= std::max(profile.local_memory_bytes, profile.local_memory_reach_bytes),
         "more local memory than there is"},
        {static_cast<double>(decision.local_bytes) >= min_local_bytes(decision), "too little local memory"},
        {static_cast<double>(decision.workspace_bytes) >= min_workspace_bytes(decision, problem),
         "too little workspace"},
        {decision.workspace_bytes <=
             options.workspace_limit.value_or(
                 (variant == Variant::partitioned || profile.type == DeviceType::cpu ? 512ULL : 64ULL)
                 << 20U),
         "workspace beyond its limit"},
        {decision.workspace_bytes <= profile.max_allocation_bytes, "workspace beyond a buffer"},
        {decision.window_bins >= 1 && decision.windows >= 1 &&
             (decision.windows == 1 || variant == Variant::local_windowed),
         "windows"},
        {decision.count_values ? by_value && bytes(problem.sample) <= 2
                               : std::uint64_t{decision.windows} * decision.window_bins >= problem.counters(),
         "counters left out"},
        {(decision.partitions > 0) == (variant == Variant::partitioned), "partitions"},
        {(decision.slots > 0) == (variant == Variant::hot_bin_cache || variant == Variant::partitioned),
         "slots"},
        {decision.loads_in_flight >= 1 && decision.loads_in_flight <= 8, "loads_in_flight"},
        {decision.samples_per_launch >= 1 && decision.samples_per_launch <= max_samples_per_launch,
         "samples_per_launch"},
        {!decision.native_atomic64 || profile.int64_atomics, "native_atomic64"},
        {groups_fit(0) && groups_fit(1) && groups_fit(1000) && groups_fit(1U << 20) &&
             groups_fit(max_samples_per_launch),
         "launched groups"},
    }});
}

} // namespace histo_cl::test
