
#include "common/text.hpp"
#include "count/show/picture.hpp"
#include "plot/figure.hpp"
#include "plot/scene.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>
#include <vector>

namespace count {

using common::columns_of;
using common::pad_right;
using common::shortened;

namespace {

constexpr std::size_t lines_of_bars = 8;
constexpr std::size_t gap = 3; ///< number of columns between charts
constexpr std::size_t min_width = 16;
constexpr std::array<std::string_view, 9> lower_eighths{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
constexpr std::array<std::string_view, 4> thirds{" ", ".", ":", "#"};

/// The texts at the ends of the axis: the first and last label if there are labels, else the outer edges.
Ends ends_of(const plot::Figure& figure, std::size_t columns, bool unicode) {
    const auto max = columns / 4;
    const auto& labels = figure.labels;
    if (labels.empty()) return count::ends_of(figure.edges, figure.edge_texts, max, unicode);
    return {shortened(common::printable(labels.front()), max, unicode),
            shortened(common::printable(labels.back()), max, unicode)};
}

/// Returns the value of each column, which is the value of its highest bin.
std::vector<double> highest(const std::vector<double>& values, const std::vector<plot::BinSpan>& columns) {
    std::vector<double> result;
    for (const auto& [first, last] : columns) {
        const auto from = values.begin() + static_cast<std::ptrdiff_t>(first);
        result.push_back(*std::max_element(from, values.begin() + static_cast<std::ptrdiff_t>(last) + 1));
    }
    return result;
}

/// The lines of the bars, from top to bottom; `parts` are fractions of the chart's height. A bar above 0 is
/// always visible.
std::vector<std::string> bars(const std::vector<double>& parts, unsigned hue,
                              const common::Terminal& terminal) {
    const std::size_t steps = terminal.unicode ? lower_eighths.size() - 1 : thirds.size() - 1;
    const auto colour = plot::series_on_any_paper(hue);
    std::vector<std::string> lines;
    for (std::size_t line = lines_of_bars; line-- > 0;) {
        std::vector<Cell> cells;
        for (const double part : parts) {
            const auto height =
                static_cast<std::size_t>(std::ceil(part * static_cast<double>(lines_of_bars * steps) - 1e-9));
            const auto filled = height <= line * steps ? 0 : std::min(height - line * steps, steps);
            Cell cell{.glyph = terminal.unicode ? lower_eighths.at(filled) : thirds.at(filled)};
            if (filled > 0) cell.front = colour;
            cells.push_back(cell);
        }
        lines.push_back(painted(cells, terminal.colours));
    }
    return lines;
}

using Lines = std::vector<std::string>;

/// The lines of a chart, padded to `width`: its name and the value of its highest bar; the bars; and the ends
/// of the axis.
Lines chart_of(const plot::Figure& figure, const plot::Series& series, const std::vector<double>& values,
               const std::vector<double>& parts, const Ends& ends, std::size_t width,
               const common::Terminal& terminal) {
    const auto drawn = std::clamp(columns_of(ends.first) + 1 + columns_of(ends.last),
                                  std::max(parts.size(), std::size_t{1}), width);
    const auto largest = end_text(*std::ranges::max_element(values), width / 2);
    const auto name = shortened(common::printable(plot::name_of(series, figure)), width - largest.size() - 1,
                                terminal.unicode);
    Lines lines{
        pad_right(at_ends(name, largest, std::max(drawn, columns_of(name) + 1 + largest.size())), width)};
    for (auto& line : bars(parts, series.hue, terminal))
        lines.push_back(line + std::string(width - parts.size(), ' '));
    lines.push_back(pad_right(at_ends(ends.first, ends.last, drawn), width));
    return lines;
}

/// The heights of bars as fractions of the highest bar of all series.
std::vector<std::vector<double>> parts_of(const std::vector<std::vector<double>>& all, bool log) {
    std::vector<double> joined;
    for (const auto& values : all)
        joined.insert(joined.end(), values.begin(), values.end());
    const auto parts = lengths(joined, log);
    std::vector<std::vector<double>> result;
    auto from = parts.begin();
    for (const auto& values : all) {
        const auto to = from + static_cast<std::ptrdiff_t>(values.size());
        result.emplace_back(from, to);
        from = to;
    }
    return result;
}

std::size_t divided_up(std::size_t a, std::size_t b) {
    return (a + b - 1) / b;
}

} // namespace

std::string multiples(std::span<const plot::Figure> figures, const plot::Look& look,
                      const common::Terminal& terminal) {
    const auto columns = std::max(terminal.columns, min_columns) - 4; // a margin of two at either end
    std::size_t count = 0;
    auto min = min_width;
    for (const auto& figure : figures) {
        const auto ends = ends_of(figure, columns, terminal.unicode);
        min = std::max(min, columns_of(ends.first) + 1 + columns_of(ends.last));
        count += figure.series.size();
    }
    min = std::min(columns, min);
    const auto max_in_row = std::max<std::size_t>(1, (columns + gap) / (min + gap));
    const auto in_row = divided_up(count, divided_up(count, max_in_row)); // rows have about the same length
    const auto width = (columns + gap) / in_row - gap;

    std::vector<Lines> charts;
    for (const auto& figure : figures) {
        const auto cells = spans(figure.edges.size() - 1, width, width);
        const auto ends = ends_of(figure, columns, terminal.unicode);
        std::vector<std::vector<double>> values;
        for (const auto& heights : plot::all_heights(figure, look))
            values.push_back(highest(heights, cells));
        const auto parts = parts_of(values, look.log_y);
        for (std::size_t i = 0; i < values.size(); ++i)
            charts.push_back(chart_of(figure, figure.series[i], values[i], parts[i], ends, width, terminal));
    }

    std::string text;
    for (std::size_t first = 0; first < count; first += in_row) {
        Lines lines;
        for (auto i = first; i < std::min(first + in_row, count); ++i) {
            lines.resize(charts[i].size(), " ");
            for (std::size_t line = 0; line < charts[i].size(); ++line)
                lines[line] += (i == first ? " " : std::string(gap, ' ')) + charts[i][line];
        }
        if (first > 0) text += "\n";
        for (const auto& line : lines)
            text += line + "\n";
    }
    return text;
}

} // namespace count
