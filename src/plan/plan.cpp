#include "histo_cl/plan.hpp"

#include "choose/choose.hpp"
#include "choose/tuned.hpp"
#include "core/invalid.hpp"
#include "plan/build.hpp"
#include "plan/check_objects.hpp"
#include "plan/columns.hpp"
#include "plan/passes.hpp"
#include "plan/plan_access.hpp"
#include "variants/counters.hpp"

#include <utility>
#include <variant>

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

using namespace detail;

/// The state of a plan, or that its program is not built.
using MadePlan = std::variant<std::shared_ptr<const PlanState>, NotBuilt>;

MadePlan make_plan(cl_context context, cl_device_id device, const CheckedProblem& problem,
                   const Options& options, Compile compile);

/// A plan for each of the passes' problems, and what puts their counters in place.
std::optional<NotBuilt> make_passes(PlanState& plan, const Options& options, Compile compile) {
    auto all = passes(plan.problem);
    for (const auto& problem : all.problems) {
        auto made =
            make_plan(plan.context.get(), plan.device, CheckedProblem::copy(problem), options, compile);
        if (const auto* const missing = std::get_if<NotBuilt>(&made)) return *missing;
        plan.in_passes.plans.push_back(std::get<0>(std::move(made)));
    }
    const auto planned = std::move(plan.decision);
    if (const auto missing = finish_passes(plan, options, compile)) return missing;
    set_passes(plan.decision, all);
    plan.decision.reason = planned.reason;
    plan.in_passes.passes = std::move(all.passes);
    return std::nullopt;
}

/// As columns if they can be, else in passes.
std::optional<NotBuilt> make_many(PlanState& plan, const Options& options, Compile compile) {
    check_knobs(options);
    auto proposal = propose(plan.profile, plan.checked_problem(), options);
    if (const auto* const why = std::get_if<Refusal>(&proposal))
        throw Error(Status::unsupported, why->reason);
    plan.decision = std::get<Decision>(std::move(proposal));
    return plan.decision.columns ? build_columns(plan, options, compile)
                                 : make_passes(plan, options, compile);
}

MadePlan make_plan(cl_context context, cl_device_id device, const CheckedProblem& problem,
                   const Options& options, Compile compile) {
    const auto profile = checked_profile(context, device);
    auto plan = std::make_shared<PlanState>();
    plan->profile = profile;
    plan->device = device;
    plan->pointers = PointerCalls(device, profile);
    plan->workspace_limit = limit_of_counts(options);
    plan->problem = *problem;
    plan->context = Context::retained(context);
    const auto missing = takes_passes(*problem)
                             ? make_many(*plan, options, compile)
                             : decide_and_build(*plan, tuned(profile, *problem, options), compile);
    if (missing) return *missing;
    return std::shared_ptr<const PlanState>(std::move(plan));
}

} // namespace

Plan::Plan(cl_context context, cl_device_id device, const Problem& problem, const Options& options)
    : state_(std::get<0>(make_plan(context, device, CheckedProblem(problem), options, Compile::yes))) {}

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail {

std::variant<Plan, NotBuilt> PlanAccess::make(cl_context context, cl_device_id device,
                                              const CheckedProblem& problem, const Options& options,
                                              Compile compile) {
    auto made = make_plan(context, device, problem, options, compile);
    if (const auto* const missing = std::get_if<NotBuilt>(&made)) return *missing;
    return Plan(std::get<0>(std::move(made)));
}

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

const Problem& Plan::problem() const noexcept {
    return state_->problem;
}
const Decision& Plan::decision() const noexcept {
    return state_->decision;
}
const DeviceProfile& Plan::profile() const noexcept {
    return state_->profile;
}
std::uint64_t Plan::workspace_bytes(std::uint64_t histograms) const noexcept {
    return state_->workspace_bytes(histograms);
}
std::uint64_t Plan::threshold_bytes() const noexcept {
    return state_->threshold_bytes;
}
std::uint64_t Plan::count_bytes(std::uint64_t histograms) const noexcept {
    return state_->count_bytes(histograms);
}
bool Plan::built_from_cache() const noexcept {
    return !state_->kernels.compiled;
}

} // namespace histo_cl::inline HISTO_CL_ABI
