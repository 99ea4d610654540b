#include "choose/choose.hpp"

#include "choose/column_launch.hpp"
#include "core/text.hpp"
#include "problem/binnings.hpp"
#include "problem/splitting.hpp"
#include "variants/blocks.hpp"
#include "variants/counters.hpp"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

namespace histo_cl::detail {
namespace {

/// The proposal of a candidate, or a refusal if a driver has already rejected the candidate.
Proposal ask(const Implementation& candidate, const Request& request, std::span<const Rejection> refused) {
    const auto rejected = std::ranges::find(refused, candidate.variant, &Rejection::variant);
    if (rejected != refused.end()) return Refusal{rejected->reason};
    if (splits(request.problem) && !candidate.splits) return Refusal{"adds an element to one bin only"};
    Decision draft;
    draft.variant = candidate.variant;
    draft.window_bins = request.problem.counters();
    draft.axes = static_cast<std::uint32_t>(request.problem.axes.size());
    draft.atomic_reads = request.device.reports_races;
    draft.doubles = request.device.fp64;
    return candidate.propose(request, std::move(draft));
}

Refusal none_of(const std::vector<Rejection>& rejections, const Request& request) {
    auto message = concat(request.options.knobs.variant ? "the forced variant cannot" : "no variant can",
                          " run on ", request.device.name, " with these knobs");
    for (const auto& [variant, reason] : rejections)
        message.append("; ").append(name(variant)).append(": ").append(reason);
    return {std::move(message)};
}

} // namespace

void check_knobs(const Options& options) {
    if (const auto fault = fault_of_knobs(options); !fault.empty()) invalid(fault);
    if (options.calling_thread.value_or(false))
        invalid("calling_thread: only histogram() on host data can count there");
}

void set_passes(Decision& decision, const Passes& all) {
    decision.passes = static_cast<std::uint32_t>(all.passes.size());
    for (const auto& problem : all.problems)
        decision.axes = std::max(decision.axes, static_cast<std::uint32_t>(problem.axes.size()));
}

Proposal propose_variant(const DeviceProfile& profile, const CheckedProblem& checked, const Options& options,
                         std::span<const Rejection> refused) {
    const auto& problem = *checked;
    if (!profile.fp64)
        if (const auto what = what_needs_doubles(problem); !what.empty())
            return refuse(what, ": ", profile.name, " has no doubles in its kernels (cl_khr_fp64)");

    if (problem.layout.image && !profile.images)
        return refuse("samples of an ", problem.layout.image->kind, ": ", profile.name,
                      " has no images (CL_DEVICE_IMAGE_SUPPORT)");
    if (reads_depth_images(problem) && !profile.depth_images)
        return refuse("samples of an ", problem.layout.image->kind, ": ", profile.name,
                      " has no images of depths (cl_khr_depth_images)");

    const Request request{profile, problem, options};
    std::vector<Rejection> rejections;
    const auto accepted = [&](Decision decision) {
        decision.rejections = std::move(rejections);
        decision.set_knobs = set_knobs(options.knobs, options.knobs);
        decision.teams = counts_by_teams(request, decision);
        return decision;
    };
    std::optional<Decision> fallback; // the decision for the first variant with an objection
    for (const auto* candidate : candidates(request)) {
        auto proposal = ask(*candidate, request, refused);
        auto* const decision = std::get_if<Decision>(&proposal);
        if (decision == nullptr) {
            rejections.push_back({candidate->variant, std::get<Refusal>(proposal).reason});
            continue;
        }
        const bool may_object = candidate->objection != nullptr && !options.knobs.variant;
        const auto why = may_object ? candidate->objection(request) : std::nullopt;
        if (!why) return accepted(std::move(*decision));
        rejections.push_back({candidate->variant, why->reason});
        if (!fallback) fallback = std::move(*decision);
    }
    if (!fallback) return none_of(rejections, request);
    std::erase_if(rejections, [&](const Rejection& one) { return one.variant == fallback->variant; });
    fallback->reason = "no variant accepts the problem, this one can run; " + fallback->reason;
    return accepted(*std::move(fallback));
}

Proposal propose_passes(const DeviceProfile& profile, const CheckedProblem& checked, const Options& options,
                        std::span<const Rejection> refused) {
    if (options.knobs.merge == Merge::host)
        return Refusal{"merge host: the counters of several passes are merged on the device"};
    const auto all = passes(*checked);
    std::optional<Decision> first;
    for (const auto& of_pass : all.problems) {
        auto proposal = propose_variant(profile, CheckedProblem::copy(of_pass), options, refused);
        auto* const decision = std::get_if<Decision>(&proposal);
        if (decision == nullptr) return proposal;
        if (!first) first = std::move(*decision);
    }
    first->teams = false;
    set_passes(*first, all);
    return *std::move(first);
}

Proposal propose(const DeviceProfile& profile, const CheckedProblem& problem, const Options& options,
                 std::span<const Rejection> refused) {
    if (!may_be_columns(*problem)) return propose_variant(profile, problem, options, refused);
    auto columns = propose_columns({profile, *problem, options});
    if (std::holds_alternative<Decision>(columns)) return columns;
    if (!takes_passes(*problem)) return propose_variant(profile, problem, options, refused);
    auto proposal = propose_passes(profile, problem, options, refused);
    if (auto* const decision = std::get_if<Decision>(&proposal))
        decision->reason += "; not as columns: " + std::get<Refusal>(columns).reason;
    return proposal;
}

namespace {

/// Bytes of a table with all bins and a spare bin. This is TABLE_WORDS of kernels/engines/team_tables.cl, in
/// bytes.
std::uint64_t table_bytes(const Problem& problem) noexcept {
    const auto words = (std::uint64_t{problem.counters()} + 1) * counter_words(problem);
    return (words | counter_alignment(problem)) * sizeof(std::uint32_t);
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
           !has_wide_sums(problem) && std::ranges::all_of(shared.set_knobs, is_variant) &&
           table_bytes(problem) <= device.local_memory_bytes / 2;
}

Decision team_decision(const DeviceProfile& device, const Problem& problem, const Decision& shared) {
    // With this local memory, enough work-groups are resident to fill a compute unit. Other work-group sizes,
    // and other sizes of local memory from 12 to 48 KiB, were up to 15 % slower, and at most 2 % faster
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
    constexpr std::uint64_t many_elements = 32'768; // from this number on, replicas of a table pay off (H100)
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
    // Logarithms avoid a division for each segment.
    const auto wanted = log2(elements | 1U);
    return std::clamp(wanted - std::min(wanted, log2_elements_), min_log2_, max_log2_);
}

} // namespace histo_cl::detail
