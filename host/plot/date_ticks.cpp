#include "common/date.hpp"
#include "plot/scale.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plot {

namespace {

using common::TimeStep;

/// The multiples of the step within the scale; empty if there are more than `max`.
std::optional<std::vector<double>> moments(const Scale& scale, TimeStep step, int max) {
    std::vector<double> found;
    auto at = common::step_at(scale.lower, step);
    while (at < scale.lower)
        at = common::step_after(at, step);
    while (at <= scale.upper) {
        if (found.size() == static_cast<std::size_t>(max)) return std::nullopt;
        found.push_back(at);
        at = common::step_after(at, step);
    }
    return found;
}

std::string moment_text(double at, TimeStep step, bool is_first) {
    const auto text = common::date_text(at);
    if (step.unit == TimeStep::Unit::month)
        return text.substr(0, text.rfind('-', step.count % 12 == 0 ? 6 : 9));
    const auto time = text.find('T');
    return is_first || time == std::string::npos ? text : text.substr(time + 1);
}

} // namespace

std::vector<Tick> date_ticks(const Scale& scale, int max) {
    constexpr double first = -62'135'596'800; // 0001-01-01
    constexpr double end = 253'402'300'800;   // 10000-01-01
    std::vector<double> found;
    TimeStep step;
    const bool has_years = scale.lower >= first && scale.upper < end;
    for (std::size_t i = 0; has_years && i < common::time_steps.size(); ++i) {
        step = common::time_steps.at(i);
        auto few = moments(scale, step, std::max(max, 2));
        if (!few) continue;
        if (few->size() < 2 && i > 0) {
            step = common::time_steps.at(i - 1);
            few = moments(scale, step, 100);
        }
        found = few.value_or(std::vector<double>());
        break;
    }
    std::vector<Tick> result;
    if (found.size() < 2) { // the scale spans up to two seconds, or thousands of years
        result = ticks(scale, max);
        for (auto& tick : result)
            tick.text = common::date_text(tick.value);
        return result;
    }
    for (const double at : found)
        result.push_back({at, moment_text(at, step, result.empty())});
    return result;
}

} // namespace plot
