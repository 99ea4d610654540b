#include "choose/teams.hpp"

#include "variants/blocks.hpp"
#include "variants/counters.hpp"

#include <algorithm>
#include <bit>

namespace histo_cl::detail {
namespace {

/// Bytes of a table with all bins and a spare one: TABLE_WORDS of kernels/team_tables.cl, in bytes.
std::uint64_t table_bytes(const Problem& problem) noexcept {
    return (((std::uint64_t{problem.counters()} + 1) * counter_words(problem)) | 1U) * sizeof(std::uint32_t);
}

/// Base-2 logarithm, rounded down.
unsigned log2(std::uint64_t value) noexcept {
    return static_cast<unsigned>(std::bit_width(value) - 1);
}

} // namespace

bool counts_by_teams(const Request& request, const Decision& shared) noexcept {
    const auto& [device, problem, options] = request;
    const auto is_variant = [](const SetKnob& knob) { return knob.name == "variant"; };
    return problem.batch != Batch::one && shared.variant == Variant::local_atomic &&
           !finishes_words(problem) && std::ranges::all_of(shared.set_knobs, is_variant) &&
           table_bytes(problem) <= device.local_memory_bytes / 2;
}

Decision team_decision(const DeviceProfile& device, const Problem& problem, const Decision& shared) {
    // With this local memory, enough work-groups are resident to fill a compute unit. Other sizes of
    // work-groups, and of local memory from 12 to 48 KiB, were up to 15 % slower, or at most 2 % faster
    // (H100). Counting by value was not faster.
    constexpr std::uint32_t usual_size = 256;
    constexpr std::uint64_t usual_room = 20 * 1024;
    auto team = shared;
    team.count_values = false;
    team.replicas = 1;
    team.window_bins = problem.counters();
    team.merge = Merge::atomic;
    team.workspace_bytes = 0;
    team.work_group_size = std::bit_floor(std::min(usual_size, device.max_work_group_size));
    team.declares_local_memory = false;
    team.local_bytes = std::max(table_bytes(problem), std::min(usual_room, device.local_memory_bytes / 2));
    return team;
}

bool teams_pay(const DeviceProfile& device, Batch batch, std::uint64_t histograms,
               std::uint64_t elements) noexcept {
    constexpr std::uint64_t many_elements = 32'768; // from this number on, replicas of a table pay (H100)
    return elements < many_elements || (batch == Batch::ragged && elements <= max_team_elements &&
                                        histograms >= std::uint64_t{2} * device.compute_units);
}

TeamSizes::TeamSizes(const Problem& problem, const Decision& team) noexcept
    : table_bytes_(table_bytes(problem)),
      // About 4 loads per work-item: 1 and 2 are slower, 8 is equally fast (H100).
      log2_elements_(log2(4 * elements_per_load(problem, team.load_bytes))),
      max_log2_(log2(team.work_group_size)),
      min_log2_(max_log2_ - std::min(max_log2_, log2(team.local_bytes / table_bytes_))) {}

unsigned TeamSizes::log2_items(std::uint64_t elements) const noexcept {
    const auto wanted = log2(elements | 1U); // a logarithm, to avoid a division for each segment
    return std::clamp(wanted - std::min(wanted, log2_elements_), min_log2_, max_log2_);
}

} // namespace histo_cl::detail
