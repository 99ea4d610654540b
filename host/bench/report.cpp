#include "bench/report.hpp"

#include "common/errors.hpp"
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
using common::UsageError;
using common::with_text;
using common::wrapped;

namespace {

using nlohmann::json;

constexpr const char* library_label = "histo_cl";

void add(std::vector<Ratio>& ratios, const std::string& state, const std::optional<Summary>& ours,
         const std::optional<Summary>& other, const std::string& note) {
    if (ours && other && ours->median > 0 && other->median > 0)
        ratios.push_back({state, ours->median, other->median, note});
}

/// Its median in seconds, if known.
std::optional<Summary> summary_in(const json& run, const char* clock) {
    if (!run.contains(clock) || run[clock].is_null()) return std::nullopt;
    return Summary{.median = run[clock].at("median").get<double>()};
}

std::string state_name(const json& result) {
    std::string text = result.at("sample").get<std::string>() + " " +
                       short_number(result.at("elements").get<std::uint64_t>()) + " bins " +
                       std::to_string(result.at("bins").get<std::uint32_t>()) + " ";
    return text + data_words(result.at("entropy").get<std::string>()) + " " +
           result.at("layout").get<std::string>() + " " + result.at("binning").get<std::string>();
}

/// The library's run of each state, in the file's order.
using Runs = std::vector<std::pair<std::string, json>>;

Runs library_runs(const std::string& name, const std::string& text) try {
    Runs runs;
    const auto all = json::parse(text);
    for (const auto& result : all.at("results"))
        if (result.contains("runs") && result["runs"].contains(library_label))
            runs.emplace_back(state_name(result), result["runs"][library_label]);
    return runs;
} catch (const json::exception& error) {
    throw UsageError(name + " is not JSON of this benchmark: " + error.what());
}

std::string with_note(const Ratio& ratio) {
    return ratio.state + (ratio.note.empty() ? "" : " (" + ratio.note + ")");
}

std::string clock_report(const std::string& clock, std::vector<Ratio> ratios, const Comparison& names,
                         std::size_t worst, bool all, std::size_t width) {
    if (ratios.empty()) return clock + ": no state has both times\n";
    const auto line = [&](const Ratio& ratio) {
        const auto numbers = "  " + pad_left(fixed(ratio.value(), 2), 8) + "  " +
                             pad_left(duration(ratio.ours), 8) + "  " + pad_left(duration(ratio.other), 8);
        return with_text(numbers, numbers.size() + 2, with_note(ratio), width);
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
    if (all) {
        text += head;
        for (const auto& ratio : ratios)
            text += line(ratio);
    }
    text += "  " +
            wrapped("geometric mean " + fixed(geometric_mean(values), 2) + ", slower in " +
                        std::to_string(slower) + ", from " + fixed(*std::ranges::min_element(values), 2) +
                        " to " + fixed(*std::ranges::max_element(values), 2),
                    width, 2) +
            "\n";
    std::ranges::stable_sort(ratios, {}, &Ratio::value);
    ratios.resize(std::min(ratios.size(), worst));
    text += "  the worst " + std::to_string(ratios.size()) + ":\n" + head;
    for (const auto& ratio : ratios)
        text += line(ratio);
    return text;
}

} // namespace

Comparison compare(std::span<const Result> results, const std::string& ours, const std::string& other) {
    Comparison comparison{.ours = ours, .other = other, .device = {}, .wall = {}, .left_out = {}};
    for (const auto& result : results) {
        const auto* const a = find(result, ours);
        const auto* const b = find(result, other);
        if (a == nullptr || b == nullptr) continue;
        const auto state = to_string(result.state);
        const auto note = b->verdict == Verdict::wrong ? other + "_wrong" : "";
        add(comparison.device, state, a->device, b->device, note);
        add(comparison.wall, state, a->wall, b->wall, note);
        for (const auto& [outcome, label] : {std::pair(a, ours), std::pair(b, other)})
            if (!outcome->wall) comparison.left_out.push_back(state + ": " + label + ": " + outcome->message);
    }
    return comparison;
}

Comparison compare_json(const std::string& name_a, const std::string& text_a, const std::string& name_b,
                        const std::string& text_b) {
    const auto runs_a = library_runs(name_a, text_a);
    const auto runs_b = library_runs(name_b, text_b);
    const std::map<std::string, json> before(runs_a.begin(), runs_a.end());
    Comparison comparison{.ours = "B", .other = "A", .device = {}, .wall = {}, .left_out = {}};
    for (const auto& [state, run] : runs_b) {
        const auto found = before.find(state);
        if (found == before.end()) {
            comparison.left_out.push_back(state + ": not in " + name_a);
            continue;
        }
        add(comparison.device, state, summary_in(run, "device"), summary_in(found->second, "device"), "");
        add(comparison.wall, state, summary_in(run, "wall"), summary_in(found->second, "wall"), "");
    }
    if (comparison.device.empty() && comparison.wall.empty())
        throw UsageError(name_a + " and " + name_b + " have no timed state in common");
    return comparison;
}

std::string report(const Comparison& comparison, std::size_t worst, bool all, std::size_t width) {
    std::string text;
    if (!comparison.device.empty() || comparison.wall.empty())
        text += clock_report("device time", comparison.device, comparison, worst, all, width);
    text += clock_report("wall time", comparison.wall, comparison, worst, all, width);
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
            text += with_text(line, line.size() + 2, with_note(worst), width);
        } else {
            text += line + "\n";
        }
    }
    return text;
}

} // namespace bench
