#include "count/show/texts.hpp"

#include "common/text.hpp"
#include "count/show/rows.hpp"

#include <algorithm>

namespace count {

using common::grouped;
using common::plural;

std::string elements_text(std::uint64_t elements, const histo_cl::Problem& problem) {
    const std::string type(name(problem.sample));
    if (problem.channels() == 1) return plural(elements, type + " sample");
    return plural(elements, "element") + " of " + std::to_string(problem.channels()) + " " + type +
           " channels";
}

std::string unit_of(const histo_cl::Problem& problem) {
    return problem.weights ? "weight" : "samples";
}

std::string out_of_range_text(const Source& source, const Result& result, const Histogram& histogram) {
    const auto& problem = result.problem;
    if (problem.weights || problem.batch != histo_cl::Batch::one) return {};
    return grouped(out_of_range(source, counted(histogram).u64())) + " out of range" +
           (source.missing > 0 ? ", " + grouped(source.missing) + " missing" : "");
}

namespace {

using histo_cl::Decision;
using histo_cl::Variant;

std::string in_words(const Decision& decision, const std::string& build_options) {
    return to_string(decision) + "  build:     " + build_options + "\n";
}

std::string why(Variant variant, const Decision& chosen) {
    if (variant == chosen.variant) return "chosen: " + chosen.reason;
    const auto rejected = std::ranges::find(chosen.rejections, variant, &histo_cl::Rejection::variant);
    if (rejected != chosen.rejections.end()) return "passed over: " + rejected->reason;
    return "passed over: " + std::string(method_name(chosen)) + " comes before it on this device";
}

} // namespace

std::string explanation(const Result& result) {
    return result.shares.empty() ? std::string() : in_words(result.decision, result.build_options);
}

std::string explanation(const Trial& trial, const std::optional<Decision>& chosen) {
    if (!trial.result)
        return std::string(name(trial.variant)) + (trial.rejected ? " (rejected: " : " (failed: ") +
               trial.reason + ")\n";
    auto decision = trial.result->decision;
    if (chosen) {
        decision.reason = why(trial.variant, *chosen);
        decision.set_knobs = chosen->set_knobs; // without the variant, which all trials force
    }
    return in_words(decision, trial.result->build_options);
}

} // namespace count
