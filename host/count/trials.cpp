#include "count/trials.hpp"

#include "common/timing.hpp"

#include <algorithm>
#include <string>

namespace count {

using common::ExitCode;

namespace {

/// The library's message about a variant, without the name, which the table already shows.
std::string reason_of(const histo_cl::Error& error, histo_cl::Variant variant) {
    const std::string message = error.what();
    const std::string prefix = std::string(histo_cl::name(variant)) + ": ";
    const auto at = message.rfind(prefix);
    return at == std::string::npos ? message : message.substr(at + prefix.size());
}

} // namespace

Result run(const Session& session, const histo_cl::Problem& problem, const histo_cl::Options& options,
           std::uint32_t repeats) {
    const common::Stopwatch stopwatch;
    const auto plan = session.plan(problem, options);
    const double build_seconds = stopwatch.seconds();

    const auto& decision = plan.decision();
    const auto launch = std::min(plan.problem().max_samples, decision.samples_per_launch);
    return {.problem = plan.problem(),
            .shares = {},
            .decision = decision,
            .launched_work_groups = std::uint64_t{launched_groups(decision, launch)} * decision.windows,
            .build_options = histo_cl::kernel_source(plan.problem(), decision).build_options,
            .build_seconds = build_seconds,
            .built_from_cache = plan.built_from_cache(),
            .measured = session.measure(plan, repeats),
            .verified = std::nullopt};
}

void verify(Result& result, std::span<const std::uint64_t> reference) {
    result.verified = std::ranges::equal(result.measured.counts, reference);
}

std::vector<Trial> try_all(const Session& session, const histo_cl::Problem& problem,
                           histo_cl::Options options, std::uint32_t repeats,
                           std::span<const std::uint64_t> reference,
                           const std::function<void(histo_cl::Variant)>& before) {
    std::vector<Trial> trials;
    for (const auto variant : histo_cl::all_variants) {
        before(variant);
        options.variant = variant;
        Trial trial{.variant = variant, .result = std::nullopt, .reason = {}};
        try {
            trial.result = run(session, problem, options, repeats);
            verify(*trial.result, reference);
        } catch (const histo_cl::Error& error) {
            if (error.status() == histo_cl::Status::invalid_argument) throw;
            trial.rejected = error.status() == histo_cl::Status::unsupported;
            trial.reason = reason_of(error, variant);
        }
        trials.push_back(std::move(trial));
    }
    return trials;
}

std::optional<histo_cl::Decision> chosen_decision(const Session& session, const histo_cl::Problem& problem,
                                                  const histo_cl::Options& options) try {
    return session.plan(problem, options).decision();
} catch (const histo_cl::Error&) {
    return std::nullopt;
}

ExitCode verdict(std::span<const Trial> trials) {
    const auto ran = [](const Trial& trial) { return trial.result.has_value(); };
    const auto wrong = [](const Trial& trial) {
        return trial.result && !trial.result->verified.value_or(true);
    };
    const auto failed = [](const Trial& trial) { return !trial.result && !trial.rejected; };
    if (std::ranges::any_of(trials, wrong)) return ExitCode::wrong_counts;
    if (std::ranges::any_of(trials, failed)) return ExitCode::device;
    return std::ranges::any_of(trials, ran) ? ExitCode::ok : ExitCode::usage;
}

} // namespace count
