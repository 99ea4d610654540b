#include "common/table.hpp"

#include "bench/report.hpp"
#include "common/text.hpp"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

namespace bench {

using common::duration;
using common::fixed;
using common::with_text;

namespace {

common::Columns columns_for(std::size_t width) {
    constexpr std::size_t text_width = 24; // width of the contender and the state, after the numbers
    return common::fitted({{.number = true, .rank = 1, .width = 8},
                           {.number = true, .rank = 6, .width = 7},
                           {.number = true, .width = 8},
                           {.number = true, .rank = 2, .width = 7},
                           {.number = true, .rank = 5, .width = 9},
                           {.number = true, .rank = 3, .width = 8},
                           {.number = true, .rank = 4, .width = 8}},
                          width - std::min(width, text_width));
}

/// A number of a record; "-" if there is none.
std::string cell(const Json& record, const Json::json_pointer& field,
                 const std::function<std::string(double)>& text, const char* none = "-") {
    return record.contains(field) && !record.at(field).is_null() ? text(record.at(field).get<double>())
                                                                 : none;
}

/// The contender's label, with remarks about its run.
std::string described(const std::string& label, const Json& run) {
    auto text = label;
    const auto verdict = run.at("verdict").get<std::string>();
    const auto decision = run.value("decision", Json::object());
    if (const auto variant = decision.value("variant", label); variant != label) text += " " + variant;
    if (verdict != name(Verdict::right)) text += "_" + verdict;
    if (run.contains("message")) return text + ": " + run["message"].get<std::string>();
    if (!decision.empty())
        text += ", plan " + duration(decision.at("plan_seconds").get<double>()) +
                (decision.at("from_cache").get<bool>() ? " from cache" : "") + ", first " +
                duration(decision.at("first_seconds").get<double>());
    return text;
}

} // namespace

std::string table_head(std::size_t width) {
    return row(columns_for(width), {"device", "noise %", "wall", "GB/s", "% of read", "x device", "x wall"}) +
           "  state and contender\n";
}

std::string table_lines(const Json& record, std::size_t width) {
    using Field = Json::json_pointer;
    const auto state = state_of(record);
    if (record.contains("skipped"))
        return with_text(state, state.size() + 2, "skipped: " + record["skipped"].get<std::string>(), width);
    const auto columns = columns_for(width);
    const auto percent = [](double share) { return fixed(100 * share, 1); };
    const auto ratio = [](double value) { return fixed(value, 2); };
    std::string text;
    for (const auto& [label, run] : record.at("runs").items())
        text += with_text(
            row(columns,
                {cell(run, Field("/device/median"), duration), cell(run, Field("/device/noise"), percent),
                 cell(run, Field("/wall/median"), duration), cell(run, Field("/gbytes_per_s"), ratio),
                 cell(run, Field("/ceiling_share"), percent),
                 cell(record, Field("/ratios") / label / "device", ratio, ""),
                 cell(record, Field("/ratios") / label / "wall", ratio, "")}),
            width_of(columns) + 2, (text.empty() ? state + ": " : "") + described(label, run), width);
    return text;
}

} // namespace bench
