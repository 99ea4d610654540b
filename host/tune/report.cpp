#include "report.hpp"

#include "common/text.hpp"

#include <algorithm>
#include <array>

namespace tune {

using common::duration;
using common::fixed;

namespace {

using Cells = std::array<std::string, 5>;

std::string durations(const Trial& trial) {
    std::string text;
    for (const double seconds : trial.seconds)
        text += (text.empty() ? "" : " / ") + duration(seconds);
    return text;
}

Cells cells(const Row& row) {
    if (!row.outcome) return {row.subject, "", "", "", row.reason};
    const auto& [finding, base, best] = *row.outcome;
    if (!finding.better)
        return {row.subject, durations(base), "", "", std::string(name(base.decision.variant)) + " stays"};
    return {row.subject, durations(base), durations(best), fixed(finding.entry.speedup, 2) + "x",
            to_string(finding.entry.knobs)};
}

} // namespace

std::string report(const std::vector<Row>& rows) {
    std::vector<Cells> lines{{"problem", "default: uniform / skewed", "tuned", "faster", "knobs"}};
    for (const auto& row : rows)
        lines.push_back(cells(row));
    std::array<std::size_t, 5> widths{};
    for (const auto& line : lines)
        for (std::size_t i = 0; i < line.size(); ++i)
            widths[i] = std::max(widths[i], line[i].size());
    std::string text;
    for (const auto& line : lines) {
        for (std::size_t i = 0; i + 1 < line.size(); ++i)
            text += line[i] + std::string(widths[i] + 2 - line[i].size(), ' ');
        text += line.back() + "\n";
    }
    return text;
}

} // namespace tune
