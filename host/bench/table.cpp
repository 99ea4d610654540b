#include "table.hpp"

#include "common/text.hpp"

namespace bench {

using common::duration;
using common::fixed;
using common::pad_left;
using common::pad_right;

namespace {

constexpr std::size_t label_columns = 16; // of variants and known peers

std::string state_cells(const State& state) {
    return pad_right(std::string(name(state.sample)), 4) + pad_left(short_number(state.elements), 6) +
           pad_left(std::to_string(state.bins), 9) + "  " + pad_right(std::string(name(state.entropy)), 7) +
           pad_right(std::string(name(state.layout)), 7) + pad_right(std::string(name(state.binning)), 6);
}

std::string time_cell(const std::optional<Summary>& summary) {
    return pad_left(summary ? duration(summary->median) : "-", 10);
}

/// How many times as long as the first contender it took.
std::string ratio_cell(const std::optional<Summary>& first, const std::optional<Summary>& other) {
    return pad_left(first && other && first->median > 0 ? fixed(other->median / first->median, 2) + "x" : "",
                    9);
}

std::string outcome_cells(const Result& result, const Outcome& outcome) {
    std::string speed = "-";
    std::string share = "-";
    if (const auto* const time = best_known_time(outcome))
        speed = fixed(rate(static_cast<double>(stored_bytes(result.state)), time->median) * 1e-9, 2);
    if (result.read && outcome.device)
        share = fixed(100 * rate(result.read->median, outcome.device->median), 1);
    return time_cell(outcome.device) +
           pad_left(outcome.device ? fixed(100 * outcome.device->noise, 1) : "-", 7) +
           time_cell(outcome.wall) + pad_left(speed, 9) + pad_left(share, 7);
}

} // namespace

std::string table_head() {
    return "     elements  bins entropy layout binning    device noise %     wall     GB/s  % of read\n";
}

std::string table_lines(const Result& result) {
    if (result.skipped) return state_cells(result.state) + "  skipped: " + *result.skipped + "\n";
    std::string text;
    const auto& first = result.outcomes.front().second;
    for (const auto& [label, outcome] : result.outcomes) {
        const bool is_first = &outcome == &first;
        text += is_first ? state_cells(result.state) : pad_left("", state_cells(result.state).size());
        text += outcome_cells(result, outcome) + "  " + (is_first ? label : pad_right(label, label_columns));
        if (outcome.planned && label != name(outcome.planned->decision.variant))
            text += " " + std::string(name(outcome.planned->decision.variant));
        if (!is_first)
            text += ratio_cell(first.device, outcome.device) + ratio_cell(first.wall, outcome.wall);
        if (outcome.planned && outcome.verdict == Verdict::right)
            text += "  plan " + duration(outcome.planned->seconds) +
                    (outcome.planned->from_cache ? " from cache" : "") + ", first " +
                    duration(outcome.planned->first_seconds);
        if (outcome.verdict == Verdict::right && !outcome.message.empty()) text += "  " + outcome.message;
        if (outcome.verdict != Verdict::right)
            text += "  " + label + "_" + std::string(name(outcome.verdict)) + ": " + outcome.message;
        text += "\n";
    }
    return text;
}

} // namespace bench
