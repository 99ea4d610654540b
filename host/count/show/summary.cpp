#include "common/date.hpp"
#include "common/errors.hpp"
#include "common/program.hpp"
#include "common/table.hpp"
#include "common/text.hpp"
#include "count/show/picture.hpp"
#include "count/show/show.hpp"
#include "count/show/statistics.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace count {

namespace {

using common::Cells;
using histo_cl::Number;

constexpr std::size_t min_spark = 8; ///< minimum width of the drawn bins of a histogram, in columns
constexpr std::size_t max_spark = 16;
constexpr std::size_t max_shown_texts = 5;

std::vector<Summary> summaries_of(const Source& source, const Result& result,
                                  std::span<const Histogram> histograms, std::span<const double> percents) {
    std::vector<Summary> all;
    for (std::size_t i = 0; i < histograms.size(); ++i) {
        const auto& histogram = histograms[i];
        const auto* column = column_of(source, histogram);
        const auto [missing, bad] = no_value(source, result, histogram);
        Summary one{.name = histogram.name, .missing = missing, .bad = bad, .exact = result.exact[i]};
        // The missing fields of a column are NaN too, but the column has their number.
        if (column == nullptr) {
            one.missing += one.exact.nans;
        } else {
            if (source.parts.empty()) one.missing += own_source(source, histogram).missing;
            one.kind = column->kind;
            one.first_bad = column->first_bad;
        }
        const auto add = [&](std::string name, const std::optional<Number>& value) {
            const bool is_text = one.kind == files::ColumnKind::text;
            one.values.emplace_back(std::move(name), is_text ? std::nullopt : value);
        };
        add("min", one.exact.minimum);
        for (std::size_t k = 0; k < percents.size(); ++k)
            add(percentile_name(percents[k]), one.exact.percentiles[k]);
        add("max", one.exact.maximum);
        add("mean", one.exact.mean);
        for (std::size_t bin = 0; bin < histogram.texts.size(); ++bin)
            if (histogram.bits[bin] > 0) one.texts.emplace_back(histogram.texts[bin], histogram.bits[bin]);
        for (const auto bits : histogram.bits)
            one.counts.push_back(static_cast<double>(bits));
        all.push_back(std::move(one));
    }
    return all;
}

/// Returns the value with six significant digits, or as a date, which has no time if the range has many days.
std::string shown(const Summary& summary, const std::optional<Number>& value) {
    if (!value) return "";
    if (summary.kind == files::ColumnKind::date) {
        constexpr double many_days = 10 * 86'400.0;
        const auto text = common::date_text(value->to_double());
        const bool is_long = histo_cl::distance(*summary.exact.minimum, *summary.exact.maximum) > many_days;
        return is_long ? text.substr(0, text.find('T')) : text;
    }
    const double size = std::abs(value->to_double());
    return size >= 1e5 && size < 1e12 ? common::fixed(value->to_double(), 0)
                                      : common::significant(value->to_double(), 6);
}

/// Draws the heights of the bins. Each character shows one bin, or several neighbouring bins.
std::string spark(const std::vector<double>& counts, std::size_t columns, const common::Terminal& terminal) {
    constexpr std::array<std::string_view, 9> blocks{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    constexpr std::array<std::string_view, 9> characters{" ", ".", ".", ":", ":", "-", "=", "+", "#"};
    std::vector<double> sums;
    for (const auto& [first, last] : spans(counts.size(), columns, 1)) {
        double sum = 0;
        for (auto bin = first; bin <= last; ++bin)
            sum += counts[bin];
        sums.push_back(sum / static_cast<double>(last - first + 1));
    }
    const double max = std::ranges::max(sums);
    std::string text;
    for (const double sum : sums) {
        const auto height = sum > 0 ? static_cast<std::size_t>(std::ceil(8 * sum / max)) : 0;
        text += (terminal.unicode ? blocks : characters).at(std::min<std::size_t>(height, 8));
    }
    return text;
}

std::string texts_of(const Summary& summary) {
    std::string text = common::plural(summary.texts.size(), "text") + ":";
    for (std::size_t i = 0; i < std::min(summary.texts.size(), max_shown_texts); ++i)
        text += (i == 0 ? " " : ", ") +
                common::shortened(common::printable(summary.texts[i].first), 16, false) + " " +
                common::grouped(summary.texts[i].second);
    return text + (summary.texts.size() > max_shown_texts ? ", ..." : "");
}

std::string table_of(std::span<const Summary> summaries, const common::Terminal& terminal) {
    Cells head{"", "count", "missing"};
    for (const auto& [name, value] : summaries.front().values)
        head.push_back(name);
    std::vector<Cells> grid{head};
    std::string bad;
    for (const auto& one : summaries) {
        const auto name = one.name.empty() ? "samples" : common::printable(one.name);
        Cells cells{common::shortened(name, 24, terminal.unicode), common::grouped(one.exact.count),
                    common::grouped(one.missing + one.bad)};
        for (const auto& [label, value] : one.values)
            cells.push_back(shown(one, value));
        grid.push_back(std::move(cells));
        if (one.exact.outside > 0)
            bad += name + ": " + common::plural(one.exact.outside, "sample") + " out of range\n";
        if (one.bad > 0)
            bad += common::plural(one.bad, "bad field") + ", the first in " + one.first_bad + "\n";
    }
    common::Columns columns(head.size(), {.number = true});
    columns.front() = {};
    for (const auto& cells : grid)
        widen(columns, cells);
    const auto rest = terminal.columns - std::min(terminal.columns, width_of(columns) + 2);
    const auto width = std::clamp(rest, min_spark, max_spark);
    std::string text = row(columns, grid.front()) + "\n";
    for (std::size_t i = 0; i < summaries.size(); ++i) {
        const auto& one = summaries[i];
        const bool has_texts = one.kind == files::ColumnKind::text;
        text += row(columns, grid[i + 1]) + "  " +
                (has_texts ? texts_of(one) : spark(one.counts, width, terminal)) + "\n";
    }
    return text + bad;
}

std::string csv_of(std::span<const Summary> summaries) {
    std::string text = "name,counted,missing,bad";
    for (const auto& [name, value] : summaries.front().values)
        text += "," + name;
    text += ",sum,texts\n";
    for (const auto& one : summaries) {
        text += common::csv_quoted(one.name) + "," + std::to_string(one.exact.count) + "," +
                std::to_string(one.missing) + "," + std::to_string(one.bad);
        const bool is_date = one.kind == files::ColumnKind::date;
        for (const auto& [name, value] : one.values)
            text += "," + (!value    ? std::string()
                           : is_date ? common::date_text(value->to_double())
                                     : value->to_string());
        const bool is_number = one.kind == files::ColumnKind::number;
        text += "," + (is_number ? one.exact.sum.to_string() : "") + "," +
                (one.kind == files::ColumnKind::text ? std::to_string(one.texts.size()) : "") + "\n";
    }
    return text;
}

} // namespace

std::string summary_text(const Command& command, const Source& source, const Result& result,
                         std::span<const Histogram> histograms) {
    if (result.exact.empty())
        throw common::UsageError(
            "--summary takes samples that can be read again and have bins with edges: not --weights, "
            "--joint, --tiles, --circular, --custom and --letters");
    const auto summaries = summaries_of(source, result, histograms, percents_of(command));
    switch (command.output) {
    case Output::json: return json_of(summaries);
    case Output::csv: return csv_of(summaries);
    case Output::picture: break;
    }
    return (command.quiet ? "" : input_line(source) + "\n") + table_of(summaries, common::standard_output());
}

} // namespace count
