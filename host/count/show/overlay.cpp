#include "common/text.hpp"
#include "count/show/picture.hpp"
#include "plot/figure.hpp"
#include "plot/scale.hpp"
#include "plot/scene.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string_view>
#include <vector>

namespace count {

namespace {

using common::pad_left;
using common::shortened;

constexpr std::size_t default_lines = 16;
constexpr std::string_view marks = "*o+x#@%&"; ///< the mark of each series, if there is no Unicode

/// The dots of a chart. A cell of a line has 2 x 4 dots in Braille, or one in ASCII.
struct Canvas {
    std::size_t columns, lines;
    bool unicode;
    std::vector<std::uint8_t> dots = std::vector<std::uint8_t>(columns * lines);
    /// The last series drawn in each cell.
    std::vector<std::size_t> series = std::vector<std::size_t>(columns * lines);

    [[nodiscard]] std::size_t width() const { return columns * (unicode ? 2 : 1); }
    [[nodiscard]] std::size_t height() const { return lines * (unicode ? 4 : 1); }

    /// Sets a dot; y counts from below.
    void set(std::size_t x, std::size_t y, std::size_t of) {
        static constexpr std::array<std::array<std::uint8_t, 4>, 2> bits{
            {{0x40, 0x04, 0x02, 0x01}, {0x80, 0x20, 0x10, 0x08}}};
        const auto cell = (lines - 1 - y / (unicode ? 4 : 1)) * columns + x / (unicode ? 2 : 1);
        dots[cell] |= unicode ? bits.at(x % 2).at(y % 4) : std::uint8_t{1};
        series[cell] = of;
    }
};

/// Returns the scale of all values. It begins at 0, or at the smallest value if that is below 0. If
/// logarithmic, it begins at half the smallest value above 0.
plot::Scale scale_of(const std::vector<std::vector<double>>& all, bool log) {
    const auto [min, max, smallest] = plot::extent_of(all);
    if (log && max > 0) return {std::max(smallest / 2, std::numeric_limits<double>::denorm_min()), max, true};
    return {min, max > min ? max : min + 1};
}

/// Returns the value farthest from 0 in each column.
std::vector<double> farthest(const std::vector<double>& values, const std::vector<plot::BinSpan>& columns) {
    std::vector<double> result;
    for (const auto& [first, last] : columns)
        result.push_back(*std::max_element(values.begin() + static_cast<std::ptrdiff_t>(first),
                                           values.begin() + static_cast<std::ptrdiff_t>(last) + 1,
                                           [](double a, double b) { return std::abs(a) < std::abs(b); }));
    return result;
}

/// Draws the values as steps.
void draw(Canvas& canvas, const std::vector<double>& values, const plot::Scale& scale, std::size_t series) {
    const auto top = static_cast<double>(canvas.height() - 1);
    std::size_t before = 0;
    for (std::size_t x = 0; x < canvas.width(); ++x) {
        const auto at = static_cast<std::size_t>(
            std::lround(scale.clamped(values[x * values.size() / canvas.width()]) * top));
        const auto from = x == 0 ? at : before;
        for (auto y = std::min(from, at); y <= std::max(from, at); ++y)
            canvas.set(x, y, series);
        before = at;
    }
}

std::string braille(std::uint8_t dots) {
    return {'\xe2', static_cast<char>(0xa0 + (dots >> 6U)), static_cast<char>(0x80 + (dots & 0x3fU))};
}

std::string line_of(const Canvas& canvas, std::size_t line, const plot::Figure& figure,
                    common::Colours colours) {
    std::vector<std::string> glyphs(canvas.columns);
    std::vector<Cell> cells;
    for (std::size_t column = 0; column < canvas.columns; ++column) {
        const auto cell = line * canvas.columns + column;
        const bool empty = canvas.dots[cell] == 0;
        const auto series = canvas.series[cell];
        glyphs[column] = empty            ? " "
                         : canvas.unicode ? braille(canvas.dots[cell])
                                          : std::string(1, marks[series % marks.size()]);
        cells.push_back({.glyph = glyphs[column]});
        if (!empty) cells.back().front = plot::series_on_any_paper(figure.series[series].hue);
    }
    return painted(cells, colours);
}

} // namespace

std::string overlay(const plot::Figure& figure, const plot::Look& look, std::uint32_t max_lines,
                    const common::Terminal& terminal) {
    const auto columns = std::max(terminal.columns, min_columns) - 4; // a margin of two at either end
    const auto values = plot::all_heights(figure, look);
    const auto scale = scale_of(values, look.log_y);
    const auto top = end_text(scale.upper, columns / 4);
    const auto bottom = end_text(scale.lower, columns / 4);
    const auto before = std::max(top.size(), bottom.size());
    const std::size_t lines = max_lines > 0 ? max_lines : default_lines;
    Canvas canvas{columns - before - 1, lines, terminal.unicode};
    const auto spans = count::spans(figure.edges.size() - 1, canvas.width(), canvas.width());
    for (auto series = values.size(); series-- > 0;) // the first is on top
        draw(canvas, farthest(values[series], spans), scale, series);

    std::string text;
    const auto add = [&](const std::string& left, const std::string& line) {
        text += "  " + pad_left(left, before) + " " + line + "\n";
    };
    for (std::size_t line = 0; line < lines; ++line)
        add(line == 0           ? top
            : line + 1 == lines ? bottom
                                : "",
            line_of(canvas, line, figure, terminal.colours));
    const auto [left, right] =
        figure.labels.empty()
            ? ends_of(figure.edges, figure.edge_texts, columns / 4, terminal.unicode)
            : Ends{common::printable(figure.labels.front()), common::printable(figure.labels.back())};
    add("", at_ends(left, right, canvas.columns));
    text += "\n";
    for (std::size_t i = 0; i < figure.series.size(); ++i) {
        const auto& series = figure.series[i];
        const std::string mark(1, marks[i % marks.size()]);
        const Cell key{.glyph = terminal.unicode ? "━" : std::string_view(mark),
                       .front = plot::series_on_any_paper(series.hue)};
        add(painted(std::span(&key, 1), terminal.colours),
            shortened(common::printable(plot::name_of(series, figure)), columns - before - 1,
                      terminal.unicode));
    }
    return text;
}

} // namespace count
