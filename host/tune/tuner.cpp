#include "tune/tuner.hpp"

#include "common/timing.hpp"

#include <cmath>
#include <utility>
#include <vector>

namespace tune {

double confirmed_speedup(const std::function<double()>& relative_time_per_round) {
    std::vector<double> times(5);
    for (auto& time : times) {
        time = relative_time_per_round();
        if (!(time < 1)) return 0;
    }
    return 1 / common::median(std::move(times));
}

Outcome tune_problem(const Rig& rig, const histo_cl::Problem& problem, const std::function<bool()>& time_left,
                     const std::function<void(const histo_cl::Options&)>& before_trial) {
    Outcome outcome;
    before_trial({});
    outcome.base = rig.default_choice();
    const auto attempt = [&](const histo_cl::Options& knobs) {
        before_trial(knobs);
        return rig.attempt(knobs);
    };
    outcome.best = search(outcome.base, attempt, time_left);
    outcome.finding.entry = {.key = tuning_key(problem), .knobs = outcome.best.knobs};
    if (outcome.best.knobs == histo_cl::Options{}) return outcome;
    const auto speedup = confirmed_speedup([&] {
        auto base = rig.default_choice();
        auto best = rig.attempt(outcome.best.knobs);
        if (!best) return 1.0; // it was supported before: nothing to rely on
        outcome.base = std::move(base);
        outcome.best = *std::move(best);
        return relative_time(outcome.best, outcome.base);
    });
    outcome.finding.better = speedup >= min_speedup;
    outcome.finding.entry.speedup = std::round(speedup * 100) / 100;
    return outcome;
}

} // namespace tune
