#include "common/table.hpp"

#include "bench/report.hpp"
#include "common/text.hpp"

#include <algorithm>
#include <utility>

namespace bench {

using common::Cells;
using common::Columns;
using common::duration;
using common::fixed;
using common::with_text;

namespace {

Cells state_heads() {
    return {"type", "elements", "bins", "entropy", "layout", "binning"};
}

Columns state_columns() {
    return {
        {.width = 4}, {.number = true, .width = 8}, {.number = true, .width = 8}, {.width = 14}, {.width = 6},
        {.width = 7}};
}

Cells outcome_heads() {
    return {"contender", "device", "noise %", "wall", "GB/s", "% of read", "x device", "x wall"};
}

Columns outcome_columns() {
    return {{.width = 25}, // a peer's label, or histo_cl and a variant
            {.number = true, .rank = 1, .width = 8},
            {.number = true, .rank = 6, .width = 7},
            {.number = true, .width = 8},
            {.number = true, .rank = 2, .width = 7},
            {.number = true, .rank = 5, .width = 9},
            {.number = true, .rank = 3, .width = 8},
            {.number = true, .rank = 4, .width = 8}};
}

/// The layout of a table's lines: the state stands in each line, or in a line of its own.
struct Form {
    bool state_apart = false;
    Columns columns;
};

Form form_for(std::size_t width) {
    constexpr unsigned min_left_out =
        5; // beside a state; if a lower rank must be, the state has its own line
    auto together = state_columns();
    const auto outcome = outcome_columns();
    together.insert(together.end(), outcome.begin(), outcome.end());
    together = fitted(std::move(together), width);
    const bool complete = std::ranges::all_of(
        together, [](const auto& column) { return column.shown || column.rank >= min_left_out; });
    if (complete && width_of(together) <= width) return {.columns = std::move(together)};
    return {.state_apart = true, .columns = fitted(outcome, width)};
}

Cells state_cells(const State& state) {
    return {std::string(name(state.sample)), short_number(state.elements),
            std::to_string(state.bins),      std::string(name(state.entropy)),
            std::string(name(state.layout)), std::string(name(state.binning))};
}

std::string time_cell(const std::optional<Summary>& summary) {
    return summary ? duration(summary->median) : "-";
}

/// How many times as long as the first contender it took.
std::string ratio_cell(const std::optional<Summary>& first, const std::optional<Summary>& other) {
    return first && other && first->median > 0 ? fixed(other->median / first->median, 2) : "";
}

std::string title(const std::string& label, const Outcome& outcome) {
    const bool names_variant = outcome.planned && label != method_name(outcome.planned->decision);
    return label + (names_variant ? " " + std::string(method_name(outcome.planned->decision)) : "");
}

Cells outcome_cells(const Result& result, const std::string& label, const Outcome& outcome) {
    const auto& first = result.outcomes.front().second;
    const bool is_first = &outcome == &first;
    std::string speed = "-";
    std::string share = "-";
    if (const auto* const time = best_known_time(outcome))
        speed = fixed(rate(static_cast<double>(stored_bytes(result.state)), time->median) * 1e-9, 2);
    if (result.read && outcome.device)
        share = fixed(100 * rate(result.read->median, outcome.device->median), 1);
    return {title(label, outcome),
            time_cell(outcome.device),
            outcome.device ? fixed(100 * outcome.device->noise, 1) : "-",
            time_cell(outcome.wall),
            speed,
            share,
            is_first ? "" : ratio_cell(first.device, outcome.device),
            is_first ? "" : ratio_cell(first.wall, outcome.wall)};
}

/// How long the plan and its first run took, where there is room for it.
std::string plan_note(const Outcome& outcome) {
    if (!outcome.planned || outcome.verdict != Verdict::right) return {};
    return "plan " + duration(outcome.planned->seconds) + (outcome.planned->from_cache ? " from cache" : "") +
           ", first " + duration(outcome.planned->first_seconds);
}

/// The message of an outcome, with its label and verdict unless it is right.
std::string message(const std::string& label, const Outcome& outcome) {
    if (outcome.verdict == Verdict::right) return outcome.message;
    return label + "_" + std::string(name(outcome.verdict)) + ": " + outcome.message;
}

std::string joined(const Form& form, const Cells& state, Cells outcome) {
    if (!form.state_apart) outcome.insert(outcome.begin(), state.begin(), state.end());
    return row(form.columns, outcome);
}

} // namespace

std::string table_head(std::size_t width) {
    const auto form = form_for(width);
    return joined(form, state_heads(), outcome_heads()) + "\n";
}

std::string table_lines(const Result& result, std::size_t width) {
    const auto form = form_for(width);
    const auto state = state_cells(result.state);
    const auto state_line = to_string(result.state);
    if (result.skipped)
        return with_text(state_line, state_line.size() + 2, "skipped: " + *result.skipped, width);
    std::string text = form.state_apart ? common::wrapped(state_line, width) + "\n" : "";
    const auto used = width_of(form.columns) + 2;
    for (const auto& [label, outcome] : result.outcomes) {
        const bool is_first = &outcome == &result.outcomes.front().second;
        auto line =
            joined(form, is_first ? state : Cells(state.size()), outcome_cells(result, label, outcome));
        if (const auto note = plan_note(outcome); !note.empty() && used + note.size() <= width)
            line = common::pad_right(std::move(line), used) + note;
        text += with_text(line, std::max(used, line.size() + 2), message(label, outcome), width);
    }
    return text;
}

} // namespace bench
