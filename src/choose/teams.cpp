#include "choose/teams.hpp"

#include "variants/blocks.hpp"
#include "variants/counters.hpp"

#include <algorithm>
#include <bit>

namespace histo_cl::detail {
namespace {

/// A table of all bins and a spare one; TABLE_WORDS of kernels/team_tables.cl.
std::uint64_t table_bytes(const Problem& problem) noexcept {
    return (((std::uint64_t{problem.counters()} + 1) * counter_words(problem)) | 1U) * sizeof(std::uint32_t);
}

/// Local memory of a work-group's tables, if one is not more: leaves room for as many work-groups as fill a
/// compute unit with work-items.
constexpr std::uint64_t room_for_tables = 20 * 1024;

} // namespace

bool counts_by_teams(const Request& request, const Decision& shared) noexcept {
    const auto& [device, problem, options] = request;
    const auto is_variant = [](const SetKnob& knob) { return knob.name == "variant"; };
    return problem.batch != Batch::one && shared.variant == Variant::local_atomic &&
           !has_wide_sums(problem) && std::ranges::all_of(shared.set_knobs, is_variant) &&
           table_bytes(problem) <= device.local_memory_bytes / 2;
}

Decision team_decision(const DeviceProfile& device, const Problem& problem, const Decision& shared) {
    constexpr std::uint32_t usual_size = 256;
    auto team = shared;
    team.count_values = false;
    team.replicas = 1;
    team.window_bins = problem.counters();
    team.merge = Merge::atomic;
    team.workspace_bytes = 0;
    team.work_group_size = std::bit_floor(std::min(usual_size, device.max_work_group_size));
    team.declares_local_memory = false;
    team.local_bytes =
        std::max(table_bytes(problem), std::min(room_for_tables, device.local_memory_bytes / 2));
    return team;
}

bool teams_pay(const DeviceProfile& device, std::uint64_t histograms, std::uint64_t elements) noexcept {
    constexpr std::uint64_t few_elements = 8192; // too few for work-groups to share
    return elements <= few_elements ||
           (elements <= max_team_elements && histograms >= 2 * device.compute_units);
}

std::uint32_t team_items(const Problem& problem, const Decision& team, std::uint64_t elements) noexcept {
    constexpr std::uint64_t loads_per_item = 4;
    const auto loads = elements / elements_of_a_load(problem, team.load_bytes);
    const auto tables = std::bit_floor(team.local_bytes / table_bytes(problem)); // at least 1
    const auto least = team.work_group_size / std::min<std::uint64_t>(tables, team.work_group_size);
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(
        std::bit_floor(std::max<std::uint64_t>(loads / loads_per_item, 1)), least, team.work_group_size));
}

std::uint64_t team_local_bytes(const Problem& problem, const Decision& team, std::uint32_t items) noexcept {
    return team.work_group_size / items * table_bytes(problem);
}

} // namespace histo_cl::detail
