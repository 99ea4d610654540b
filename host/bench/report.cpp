#include "bench/report.hpp"

#include "common/table.hpp"
#include "common/text.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace bench {

using common::duration;
using common::fixed;
using common::pad_left;
using common::pad_right;
using common::with_text;
using common::wrapped;

namespace {

/// The run of a contender in a record; null if there is none.
const Json* find(const Json& record, const std::string& label) {
    if (!record.contains("runs") || !record["runs"].contains(label)) return nullptr;
    return &record["runs"][label];
}

/// The median in seconds, or 0 if there is none.
double median_in(const Json& run, const char* clock) {
    return !run.contains(clock) || run[clock].is_null() ? 0 : run[clock].at("median").get<double>();
}

std::string clock_report(const std::string& clock, std::vector<Ratio> ratios, const Comparison& names,
                         std::size_t max_states, std::size_t width) {
    if (ratios.empty()) return clock + ": no state has both times\n";
    const auto line = [&](const Ratio& ratio) {
        const auto numbers = "  " + pad_left(fixed(ratio.value(), 2), 8) + "  " +
                             pad_left(duration(ratio.ours), 8) + "  " + pad_left(duration(ratio.other), 8);
        return with_text(numbers, numbers.size() + 2, ratio.state, width);
    };
    const auto head =
        "     ratio  " + pad_left(names.ours, 8) + "  " + pad_left(names.other, 8) + "  state\n";
    std::vector<double> values;
    for (const auto& ratio : ratios)
        values.push_back(ratio.value());
    const auto slower = std::ranges::count_if(values, [](double value) { return value < 1; });

    std::string text = wrapped(clock + ": " + names.other + "'s time over " + names.ours + "'s, " +
                                   std::to_string(values.size()) + " states",
                               width) +
                       "\n";
    text += "  " +
            wrapped("geometric mean " + fixed(geometric_mean(values), 2) + ", slower in " +
                        std::to_string(slower) + ", from " + fixed(*std::ranges::min_element(values), 2) +
                        " to " + fixed(*std::ranges::max_element(values), 2),
                    width, 2) +
            "\n" + head;
    std::ranges::stable_sort(ratios, {}, &Ratio::value);
    for (const auto& ratio : std::span(ratios).first(std::min(ratios.size(), max_states)))
        text += line(ratio);
    return text;
}

} // namespace

std::string state_of(const Json& record) {
    const auto text = [&](const char* field) { return record.at(field).get<std::string>(); };
    return state_text(text("sample"), record.at("elements").get<std::uint64_t>(),
                      record.at("bins").get<std::uint32_t>(), text("entropy"), text("layout"),
                      text("binning"));
}

Comparison compare(const Side& ours, const Side& other) {
    std::map<std::string, const Json*> others; // records by state
    for (const auto& record : other.records)
        if (const auto* const run = find(record, other.label)) others[state_of(record)] = run;
    Comparison comparison{.ours = ours.name, .other = other.name};
    for (const auto& record : ours.records) {
        const auto* const a = find(record, ours.label);
        if (a == nullptr) continue;
        const auto state = state_of(record);
        const auto* const b = others[state];
        if (b == nullptr) {
            comparison.left_out.push_back(state + ": not in " + other.name);
            continue;
        }
        const auto note = b->value("verdict", "") == "wrong" ? " (" + other.name + "_wrong)" : "";
        for (const auto& [clock, ratios] :
             {std::pair("device", &comparison.device), std::pair("wall", &comparison.wall)})
            if (const Ratio ratio{state + note, median_in(*a, clock), median_in(*b, clock)};
                ratio.ours > 0 && ratio.other > 0)
                ratios->push_back(ratio);
        for (const auto& [run, name] : {std::pair(a, ours.name), std::pair(b, other.name)})
            if (median_in(*run, "wall") == 0)
                comparison.left_out.push_back(state + ": " + name + ": " + run->value("message", ""));
    }
    return comparison;
}

std::string report(const Comparison& comparison, std::size_t max_states, std::size_t width) {
    std::string text;
    if (!comparison.device.empty() || comparison.wall.empty())
        text += clock_report("device time", comparison.device, comparison, max_states, width);
    text += clock_report("wall time", comparison.wall, comparison, max_states, width);
    if (!comparison.left_out.empty()) text += "left out:\n";
    for (const auto& line : comparison.left_out)
        text += "  " + wrapped(line, width, 2) + "\n";
    return text;
}

std::string summary_report(std::span<const Comparison> comparisons, std::size_t width) {
    std::size_t peers = 4;
    for (const auto& comparison : comparisons)
        peers = std::max(peers, comparison.other.size());
    auto text = "wall time of peers over " + comparisons.front().ours + "'s\n" + pad_right("peer", peers) +
                "  states   mean  least   most  least for\n";
    for (const auto& [ours, other, device, wall, left_out] : comparisons) {
        auto line = pad_right(other, peers) + pad_left(std::to_string(wall.size()), 8);
        if (!wall.empty()) {
            std::vector<double> values;
            for (const auto& ratio : wall)
                values.push_back(ratio.value());
            const auto [min, max] = std::ranges::minmax_element(values);
            for (const auto value : {geometric_mean(values), *min, *max})
                line += pad_left(fixed(value, 2), 7);
            const auto& worst = wall[static_cast<std::size_t>(min - values.begin())];
            text += with_text(line, line.size() + 2, worst.state, width);
        } else {
            text += line + "\n";
        }
    }
    return text;
}

} // namespace bench
