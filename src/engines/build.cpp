// Decides how to count, builds the program of the decision, and tries it. Repeats this until the driver
// accepts a decision.

#include "choose/choose.hpp"
#include "choose/column_launch.hpp"
#include "core/large_vector.hpp"
#include "core/text.hpp"
#include "device/objects.hpp"
#include "engines/single.hpp"
#include "engines/trial.hpp"
#include "problem/rule/bin_rule.hpp"
#include "problem/split.hpp"
#include "program/kernel_source.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <variant>

namespace histo_cl::detail {
namespace {

/// Uploads the thresholds of all axes, one axis after the other, as numbers of type Key.
template <class Key>
Thresholds upload_thresholds(const PlanDevice& device, std::span<const BinRule> rules) {
    std::size_t count = 0;
    for (const auto& rule : rules)
        count += rule.thresholds.size();
    if (count == 0) return {};
    LargeVector<Key> keys(count);
    auto next = keys.begin();
    for (const auto& rule : rules)
        next = std::ranges::transform(rule.thresholds, next, [](std::uint64_t threshold) {
                   return static_cast<Key>(threshold);
               }).out;
    const std::uint64_t bytes = keys.size() * sizeof(Key);
    auto* const context = device.context.get();
    // A CPU reads large tables in place. Small tables are copied, because their memory may not be aligned as
    // the device requires.
    if (device.profile.type == DeviceType::cpu && bytes >= LargeAllocator<Key>::large) {
        const auto kept = std::make_shared<const LargeVector<Key>>(std::move(keys));
        return {create_buffer_in(context, {kept, kept->data()}, bytes), bytes};
    }
    return {create_buffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, keys.data()), bytes};
}

Thresholds upload_thresholds(const Target& target, std::span<const BinRule> rules) {
    return bytes(target.problem.sample) == 8 ? upload_thresholds<std::uint64_t>(*target.device, rules)
                                             : upload_thresholds<std::uint32_t>(*target.device, rules);
}

struct Built {
    std::unique_ptr<Single> engine;
};

/// The outcome of an attempt to build the program of a decision and to launch it.
using Attempt = std::variant<Built, NotBuilt, LessRoom, LaunchRefusal, Error>;

/// Findings of failed attempts, which restrict the next decision. Each failure lowers a limit or excludes a
/// variant, so the number of attempts is finite.
struct Findings {
    DeviceProfile limits; ///< the device's profile, or one with lower limits
    std::vector<Rejection> refused = {};
    std::optional<Error> failure = {}; ///< the error of the first build that failed
    std::string notes = {};            ///< appended to the reason of the final decision
    bool undeclared_memory_failed = false;

    void add(const Decision& /*tried*/, LessRoom&& less) {
        limits = std::move(less.limits);
        notes += less.note;
    }

    void add(const Decision& tried, LaunchRefusal&& refusal) {
        if (takes_undeclared_memory(tried, limits)) return declared_memory_only();
        refused.push_back({*tried.variant, "rejected by the driver: " + refusal.reason});
    }

    void add(const Decision& tried, Error&& its_failure) {
        if (takes_undeclared_memory(tried, limits)) return declared_memory_only();
        refused.push_back({*tried.variant, concat("does not compile: ", its_failure.opencl_name())});
        if (!failure) failure = std::move(its_failure);
    }

    void add(const Decision& /*tried*/, Built&& /*built*/) {}
    void add(const Decision& /*tried*/, NotBuilt /*missing*/) {}

  private:
    void declared_memory_only() {
        undeclared_memory_failed = true;
        limits.local_memory_reach_bytes = 0;
        notes += "; a trial launch with undeclared local memory failed";
    }
};

/// Makes the attempts to build an engine for a target.
class SingleBuilder {
  public:
    SingleBuilder(std::shared_ptr<const Target> target, const Options& options)
        : target_(std::move(target)), cache_(cache_for(options)),
          rules_(bin_rules(target_->problem, target_->device->profile.fp64)) {}

    [[nodiscard]] const ProgramFolder& cache() const noexcept { return cache_; }

    /// Builds the program of a decision that was made with these limits, and tries it.
    Attempt build_and_try(const Decision& decision, const DeviceProfile& limits, Compile compile) {
        const auto& device = *target_->device;
        auto source = kernel_source(target_->problem, decision, rules_);
        auto built = build_program(device, source, cache_, compile);
        if (auto* const failure = std::get_if<Error>(&built)) return std::move(*failure);
        if (const auto* const missing = std::get_if<NotBuilt>(&built)) return *missing;
        const auto& program = std::get<BuiltProgram>(built);
        auto engine = make_engine(decision, program, std::move(source.numbers));
        const auto refused = [&](auto why) -> Attempt {
            refused_.push_back(program.program);
            return why;
        };
        if (auto less = missing_room(*engine, limits)) return refused(*std::move(less));
        const auto local_bytes = static_cast<std::int64_t>(decision.local_bytes);
        if (local_bytes > program.program->launched_with) {
            if (auto refusal = try_launch(*engine)) {
                // A program that was loaded from disk may be incomplete although the driver accepted it, so
                // it is compiled again.
                if (program.loaded && compile == Compile::yes)
                    return build_and_try(decision, limits, Compile::anew);
                return refused(*std::move(refusal));
            }
            program.program->launched_with = local_bytes;
            keep_program(program, device.profile, cache_);
        }
        engine->keep_refused(std::move(refused_));
        return Built{std::move(engine)};
    }

  private:
    std::unique_ptr<Single> make_engine(const Decision& decision, const BuiltProgram& program,
                                        std::vector<std::uint32_t> numbers) {
        if (!thresholds_.buffer) thresholds_ = upload_thresholds(*target_, rules_);
        SingleBuild build{decision, program.program, program.compiled, std::move(numbers), {}};
        if (thresholds_.buffer)
            build.thresholds = {Buffer::retained(thresholds_.buffer.get()), thresholds_.bytes};
        if (decision.partitions != 0) return std::make_unique<Partitioned>(target_, std::move(build));
        return std::make_unique<Single>(target_, std::move(build));
    }

    std::shared_ptr<const Target> target_;
    ProgramFolder cache_;
    std::vector<BinRule> rules_;
    Thresholds thresholds_;
    std::vector<std::shared_ptr<SharedProgram>> refused_;
};

/// Whether no further attempt is possible: the build failed, the caller chose the variant, and the decision
/// takes no undeclared local memory. (If it does, the build is tried again without that memory.)
bool is_final(const Attempt& attempt, const Decision& decision, const DeviceProfile& limits,
              const Options& options) {
    if (!std::holds_alternative<Error>(attempt)) return false;
    return options.knobs.variant && !takes_undeclared_memory(decision, limits);
}

} // namespace

std::variant<std::shared_ptr<const Single>, NotBuilt>
build_single(const std::shared_ptr<const Target>& target, Tuned tuned, Compile compile) {
    check_knobs(tuned.callers);
    const auto problem = CheckedProblem::copy(target->problem);
    const auto& profile = target->device->profile;
    SingleBuilder builder(target, tuned.callers);
    const UndeclaredMemoryTrial trial(builder.cache(), profile);
    Findings found{.limits = profile};
    for (;;) {
        auto proposal = propose_variant(found.limits, problem, tuned.options, found.refused);
        if (const auto* const why = std::get_if<Refusal>(&proposal)) {
            if (!tuned.taken) throw found.failure ? *found.failure : Error(Status::unsupported, why->reason);
            drop_table(tuned, why->reason);
            found = {.limits = profile};
            continue;
        }
        auto decision = std::get<Decision>(std::move(proposal));
        if (takes_undeclared_memory(decision, found.limits) && trial.has_failed()) {
            found.limits.local_memory_reach_bytes = 0;
            continue;
        }
        auto attempt = builder.build_and_try(decision, found.limits, compile);
        if (const auto* const missing = std::get_if<NotBuilt>(&attempt)) return *missing;
        if (auto* const built = std::get_if<Built>(&attempt)) {
            decision.reason += found.notes;
            note_tuning(decision, tuned);
            // The attempt without undeclared memory succeeded, so the use of undeclared memory caused the
            // failure.
            if (found.undeclared_memory_failed) trial.remember_failure();
            built->engine->set_decision(std::move(decision));
            return std::shared_ptr<const Single>(std::move(built->engine));
        }
        if (is_final(attempt, decision, found.limits, tuned.callers)) throw Error(std::get<Error>(attempt));
        std::visit([&](auto& outcome) { found.add(decision, std::move(outcome)); }, attempt);
    }
}

MadeEngine make_engine(std::shared_ptr<const Target> target, const Options& options, Compile compile) {
    const auto& problem = target->problem;
    const auto& profile = target->device->profile;
    check_knobs(options);
    if (may_be_columns(problem)) {
        auto columns = propose_columns({profile, problem, options});
        if (auto* const decision = std::get_if<Decision>(&columns))
            return build_columns(std::move(target), std::move(*decision), options, compile);
    }
    if (!takes_passes(problem)) {
        auto made = build_single(target, tuned(profile, problem, options), compile);
        if (const auto* const missing = std::get_if<NotBuilt>(&made)) return *missing;
        auto single = std::get<0>(std::move(made));
        if (!single->decision().teams) return single;
        return build_teams(std::move(target), std::move(single), options, compile);
    }
    auto proposal = propose(profile, CheckedProblem::copy(problem), options);
    if (const auto* const why = std::get_if<Refusal>(&proposal))
        throw Error(Status::unsupported, why->reason);
    return build_passes(std::move(target), std::get<Decision>(std::move(proposal)), options, compile);
}

} // namespace histo_cl::detail
