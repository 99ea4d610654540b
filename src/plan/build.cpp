#include "plan/build.hpp"

#include "binning/bin_rule.hpp"
#include "core/large_vector.hpp"
#include "core/text.hpp"
#include "opencl/objects.hpp"
#include "plan/plan_kernels.hpp"
#include "plan/trial.hpp"
#include "policy/choose.hpp"
#include "program/kernel_source.hpp"
#include "program/program.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <variant>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

/// The thresholds of all axes, one after the other, as the kernels read them: one KEY each.
template <class Key>
void upload_thresholds(PlanState& plan, std::span<const BinRule> rules) {
    std::size_t count = 0;
    for (const auto& rule : rules)
        count += rule.thresholds.size();
    if (count == 0) return;
    LargeVector<Key> keys(count);
    auto next = keys.begin();
    for (const auto& rule : rules)
        next = std::ranges::transform(rule.thresholds, next, [](std::uint64_t threshold) {
                   return static_cast<Key>(threshold);
               }).out;
    plan.threshold_bytes = keys.size() * sizeof(Key);
    auto* const context = plan.context.get();
    // A CPU reads them where they are; only pages of their own are aligned as every device likes it.
    if (plan.profile.type == DeviceType::cpu && plan.threshold_bytes >= LargeAllocator<Key>::large) {
        const auto kept = std::make_shared<const LargeVector<Key>>(std::move(keys));
        plan.thresholds = create_buffer_in(context, {kept, kept->data()}, plan.threshold_bytes);
    } else {
        plan.thresholds = create_buffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                        plan.threshold_bytes, keys.data());
    }
}

void upload_thresholds(PlanState& plan, std::span<const BinRule> rules) {
    if (bytes(plan.problem.sample) == 8)
        upload_thresholds<std::uint64_t>(plan, rules);
    else
        upload_thresholds<std::uint32_t>(plan, rules);
}

Kernels make_kernels(const PlanState& plan, const BuiltProgram& built, const KernelSource& source) {
    Kernels kernels;
    kernels.program = built.program;
    kernels.compiled = built.compiled;
    const auto kernel = [&](const char* name) { return create_kernel(kernels.program->program.get(), name); };
    kernels.histogram = kernel("histogram");
    kernels.numbers = source.numbers;
    kernels.first_argument_of_a_job = set_arguments_of_plan(plan, kernels.histogram.get(), kernels.numbers);
    if (plan.decision.merge == Merge::device) kernels.merge_partials = kernel("merge_partials");
    if (plan.decision.partitions != 0) {
        kernels.look = kernel("look");
        set_arguments_of_plan(plan, kernels.look.get(), kernels.numbers);
        kernels.count_partitions = kernel("count_partitions");
    }
    if (has_wide_sums(plan.problem)) {
        kernels.zero_sums = kernel("zero_sums");
        if (!plan.problem.weight_bound) {
            kernels.weight_range = kernel("weight_range");
            kernels.first_argument_of_a_range =
                set_arguments_of_plan(plan, kernels.weight_range.get(), kernels.numbers, LocalMemory::no);
            kernels.take_range = kernel("take_range");
        }
        kernels.count_range = kernel("count_range");
        kernels.finish_sums = kernel("finish_sums");
    }
    return kernels;
}

struct Built {};

/// How an attempt at a decision ended.
using Attempt = std::variant<Built, NotBuilt, LessRoom, LaunchRefusal, BuildFailure>;

/// Builds what was decided by these limits, and tries it.
Attempt build_and_try(PlanState& plan, const DeviceProfile& limits, std::span<const BinRule> rules,
                      const ProgramCache& cache, Compile compile) {
    const auto source = kernel_source(plan.problem, plan.decision, rules);
    auto built = build_program(plan.context.get(), plan.device, plan.profile, source, cache, compile);
    if (auto* const failure = std::get_if<BuildFailure>(&built)) return std::move(*failure);
    if (const auto* const missing = std::get_if<NotBuilt>(&built)) return *missing;
    if (!plan.thresholds) upload_thresholds(plan, rules);
    const auto& program = std::get<BuiltProgram>(built);
    plan.kernels = make_kernels(plan, program, source);
    const auto refused = [&plan](auto why) -> Attempt {
        plan.refused_programs.push_back(plan.kernels.program);
        return why;
    };
    if (auto less = missing_room(plan, limits)) return refused(*std::move(less));
    const auto local_bytes = static_cast<std::int64_t>(plan.decision.local_bytes);
    if (local_bytes <= plan.kernels.program->launched_with) return Built{};
    if (auto refusal = try_launch(plan)) {
        // A driver may have read no more than a part of what is on disk.
        if (program.loaded && compile == Compile::yes)
            return build_and_try(plan, limits, rules, cache, Compile::anew);
        return refused(*std::move(refusal));
    }
    plan.kernels.program->launched_with = local_bytes;
    keep_program(program, cache);
    return Built{};
}

/// What failed attempts have shown, which the next decision goes by. Each leaves less to try: a limit falls,
/// or a variant is out.
struct Findings {
    DeviceProfile limits; ///< the device's, or less
    std::vector<Rejection> refused = {};
    std::optional<BuildFailure> failure = {}; ///< the first
    std::string notes = {};                   ///< for the reason of the decision that is taken
    bool undeclared_memory_failed = false;

    void add(const Decision& /*tried*/, LessRoom&& less) {
        limits = std::move(less.limits);
        notes += less.note;
    }

    void add(const Decision& tried, LaunchRefusal&& refusal) {
        if (takes_undeclared_memory(tried, limits)) return declared_memory_only();
        refused.push_back({tried.variant, "rejected by the driver: " + refusal.reason});
    }

    void add(const Decision& tried, BuildFailure&& its_failure) {
        if (takes_undeclared_memory(tried, limits)) return declared_memory_only();
        refused.push_back({tried.variant, concat("does not compile: ", opencl_error_name(its_failure.code))});
        if (!failure) failure = std::move(its_failure);
    }

    void add(const Decision& /*tried*/, Built /*built*/) {}
    void add(const Decision& /*tried*/, NotBuilt /*missing*/) {}

  private:
    void declared_memory_only() {
        undeclared_memory_failed = true;
        limits.local_memory_reach_bytes = 0;
        notes += "; a trial launch with undeclared local memory failed";
    }
};

/// A failure that no other variant can help: of the one that is forced.
bool is_final(const Attempt& attempt, const PlanState& plan, const DeviceProfile& limits,
              const Options& options) {
    if (!std::holds_alternative<BuildFailure>(attempt)) return false;
    return options.variant && !takes_undeclared_memory(plan.decision, limits);
}

} // namespace

std::optional<NotBuilt> decide_and_build(PlanState& plan, Tuned tuned, Compile compile) {
    check_knobs(tuned.callers);
    const auto problem = plan.checked_problem();
    const auto cache = cache_for(tuned.callers);
    const UndeclaredMemoryTrial trial(cache, plan.profile);
    const auto rules = bin_rules(plan.problem);
    Findings found{.limits = plan.profile};
    for (;;) {
        auto proposal = propose(found.limits, problem, tuned.options, found.refused);
        if (const auto* const why = std::get_if<Refusal>(&proposal)) {
            if (!tuned.taken)
                throw found.failure ? found.failure->error() : Error(Status::unsupported, why->reason);
            give_up_table(tuned, why->reason);
            found = {.limits = plan.profile};
            continue;
        }
        plan.decision = std::get<Decision>(std::move(proposal));
        if (takes_undeclared_memory(plan.decision, found.limits) && trial.has_failed()) {
            found.limits.local_memory_reach_bytes = 0;
            continue;
        }
        auto attempt = build_and_try(plan, found.limits, rules, cache, compile);
        if (const auto* const missing = std::get_if<NotBuilt>(&attempt)) return *missing;
        if (std::holds_alternative<Built>(attempt)) break;
        if (is_final(attempt, plan, found.limits, tuned.callers))
            throw std::get<BuildFailure>(attempt).error();
        std::visit([&](auto& outcome) { found.add(plan.decision, std::move(outcome)); }, attempt);
    }
    plan.decision.reason += found.notes;
    note_tuning(plan.decision, tuned);
    if (found.undeclared_memory_failed) trial.remember_failure(); // the same without it was built
    return std::nullopt;
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
