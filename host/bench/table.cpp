#include "common/table.hpp"

#include "bench/report.hpp"
#include "common/text.hpp"

#include <algorithm>

namespace bench {

using common::duration;
using common::fixed;
using common::with_text;

namespace {

common::Columns columns_for(std::size_t width) {
    constexpr std::size_t text_width = 24; // for a contender and a state behind the numbers
    return common::fitted({{.number = true, .rank = 1, .width = 8},
                           {.number = true, .rank = 6, .width = 7},
                           {.number = true, .width = 8},
                           {.number = true, .rank = 2, .width = 7},
                           {.number = true, .rank = 5, .width = 9},
                           {.number = true, .rank = 3, .width = 8},
                           {.number = true, .rank = 4, .width = 8}},
                          width - std::min(width, text_width));
}

std::string time_cell(const std::optional<Summary>& summary) {
    return summary ? duration(summary->median) : "-";
}

/// How many times as long as the first contender it took.
std::string ratio_cell(const std::optional<Summary>& first, const std::optional<Summary>& other) {
    return first && other && first->median > 0 ? fixed(other->median / first->median, 2) : "";
}

common::Cells cells(const Result& result, const Outcome& outcome) {
    const auto& first = result.outcomes.front().second;
    const bool is_first = &outcome == &first;
    std::string speed = "-";
    std::string share = "-";
    if (const auto* const time = best_known_time(outcome))
        speed = fixed(rate(static_cast<double>(stored_bytes(result.state)), time->median) * 1e-9, 2);
    if (result.read && outcome.device)
        share = fixed(100 * rate(result.read->median, outcome.device->median), 1);
    return {time_cell(outcome.device),
            outcome.device ? fixed(100 * outcome.device->noise, 1) : "-",
            time_cell(outcome.wall),
            speed,
            share,
            is_first ? "" : ratio_cell(first.device, outcome.device),
            is_first ? "" : ratio_cell(first.wall, outcome.wall)};
}

/// The contender, and what there is to say about its outcome.
std::string described(const std::string& label, const Outcome& outcome) {
    auto text = label;
    if (outcome.planned && label != method_name(outcome.planned->decision))
        text += " " + std::string(method_name(outcome.planned->decision));
    if (outcome.verdict != Verdict::right) text += "_" + std::string(name(outcome.verdict));
    if (!outcome.message.empty()) return text + ": " + outcome.message;
    if (outcome.planned)
        text += ", plan " + duration(outcome.planned->seconds) +
                (outcome.planned->from_cache ? " from cache" : "") + ", first " +
                duration(outcome.planned->first_seconds);
    return text;
}

} // namespace

std::string table_head(std::size_t width) {
    return row(columns_for(width), {"device", "noise %", "wall", "GB/s", "% of read", "x device", "x wall"}) +
           "  state and contender\n";
}

std::string table_lines(const Result& result, std::size_t width) {
    const auto state = to_string(result.state);
    if (result.skipped) return with_text(state, state.size() + 2, "skipped: " + *result.skipped, width);
    const auto columns = columns_for(width);
    std::string text;
    for (const auto& [label, outcome] : result.outcomes)
        text += with_text(row(columns, cells(result, outcome)), width_of(columns) + 2,
                          (text.empty() ? state + ": " : "") + described(label, outcome), width);
    return text;
}

} // namespace bench
