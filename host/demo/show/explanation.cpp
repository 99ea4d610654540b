#include "demo/show/explanation.hpp"

#include <algorithm>

namespace demo {

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
    return "passed over: " + std::string(name(chosen.variant)) + " comes before it on this device";
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

} // namespace demo
