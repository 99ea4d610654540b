#include "tune/report.hpp"

#include "common/table.hpp"
#include "common/text.hpp"

#include <algorithm>
#include <utility>

namespace tune {

namespace {

constexpr std::size_t bar_width = 20;

} // namespace

std::string bar(double done, const std::string& text) {
    const auto part = std::clamp(done, 0.0, 1.0);
    const auto full = static_cast<std::size_t>(part * bar_width);
    const auto percent = std::to_string(static_cast<int>(part * 100));
    return "[" + std::string(full, '#') + std::string(bar_width - full, '-') + "] " +
           std::string(3 - percent.size(), ' ') + percent + " %  " + text;
}

void Progress::show(double done, const std::string& text) {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::milliseconds(100)) return;
    line_.show(bar(done, text));
    last_ = now;
}

using common::Cells;
using common::duration;
using common::fixed;
using common::with_text;

namespace {

std::string durations(const Trial& trial) {
    std::string text;
    for (const double seconds : trial.seconds)
        text += (text.empty() ? "" : " / ") + duration(seconds);
    return text;
}

Cells cells(const Row& row) {
    if (!row.outcome) return {row.subject, "", "", ""};
    const auto& [finding, base, best] = *row.outcome;
    if (!finding.better) return {row.subject, durations(base), "", ""};
    return {row.subject, durations(base), durations(best), fixed(finding.entry.speedup, 2) + "x"};
}

/// The knobs that were found, or why there are none.
std::string verdict(const Row& row) {
    if (!row.outcome) return row.reason;
    const auto& [finding, base, best] = *row.outcome;
    if (!finding.better) return std::string(method_name(base.decision)) + " stays";
    return to_string(finding.entry.knobs);
}

} // namespace

std::string report(const std::vector<Row>& rows, std::size_t width) {
    std::vector<Cells> lines{{"problem", "default: uniform / skewed", "tuned", "faster"}};
    std::vector<std::string> texts{"knobs"};
    for (const auto& row : rows) {
        lines.push_back(cells(row));
        texts.push_back(verdict(row));
    }
    common::Columns columns{{}, {.rank = 2}, {.rank = 1}, {}};
    for (const auto& line : lines)
        widen(columns, line);
    columns = fitted(std::move(columns), width);
    std::string text;
    for (std::size_t i = 0; i < lines.size(); ++i)
        text += with_text(row(columns, lines[i]), width_of(columns) + 2, texts[i], width);
    return text;
}

} // namespace tune
