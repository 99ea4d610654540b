#include "choose/choose.hpp"

#include "choose/column_launch.hpp"
#include "choose/teams.hpp"
#include "core/text.hpp"
#include "problem/binnings.hpp"
#include "problem/splitting.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace histo_cl::detail {
namespace {

/// The proposal of a candidate, or its refusal if a driver has already rejected it.
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
    auto message = concat(request.options.variant ? "the forced variant cannot" : "no variant can",
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
        decision.set_knobs = set_knobs(options, options);
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
        const bool may_object = candidate->objection != nullptr && !options.variant;
        const auto why = may_object ? candidate->objection(request) : std::nullopt;
        if (!why) return accepted(std::move(*decision));
        rejections.push_back({candidate->variant, why->reason});
        if (!fallback) fallback = std::move(*decision);
    }
    if (!fallback) return none_of(rejections, request);
    std::erase_if(rejections, [&](const Rejection& one) { return one.variant == fallback->variant; });
    fallback->reason = "no variant is suited, this one can run; " + fallback->reason;
    return accepted(*std::move(fallback));
}

Proposal propose_passes(const DeviceProfile& profile, const CheckedProblem& checked, const Options& options,
                        std::span<const Rejection> refused) {
    if (options.merge == Merge::host)
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

} // namespace histo_cl::detail
