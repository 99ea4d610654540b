
#include "common/text.hpp"
#include "count/show/picture.hpp"
#include "plot/figure.hpp"
#include "plot/scale.hpp"
#include "plot/scene.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace count {

using common::columns_of;
using common::pad_left;
using common::shortened;
using plot::BinSpan;

namespace {

constexpr std::size_t max_lines = 32;
constexpr std::size_t max_key = 32; ///< maximum number of characters in the bar of colours in the key
constexpr std::array<std::string_view, 4> shades{"░", "▒", "▓", "█"};
constexpr std::string_view shade_characters = ".:-=+*#%@";

struct Drawing {
    const plot::JointFigure& figure;
    plot::Scale scale;
    const common::Terminal& terminal;
};

using Level = std::optional<unsigned>; ///< empty if the value is not above 0

bool has_colours(const common::Terminal& terminal) {
    return terminal.colours != common::Colours::none;
}

Level level_of(const Drawing& drawing, BinSpan x, BinSpan y) {
    const double value = largest_of(drawing.figure, x, y);
    if (!(value > 0)) return std::nullopt;
    return plot::heat_level(value, drawing.scale);
}

std::optional<plot::Rgb> colour_of(Level level) {
    if (!level) return std::nullopt;
    return plot::heat_on_any_paper(*level);
}

/// A cell of the terminal with one level of heat.
Cell cell_of(Level level, const common::Terminal& terminal) {
    if (!level) return {};
    if (has_colours(terminal)) return {.glyph = " ", .back = colour_of(level)};
    if (terminal.unicode) return {.glyph = shades.at(*level * shades.size() / plot::heat_levels)};
    return {.glyph = shade_characters.substr(*level * shade_characters.size() / plot::heat_levels, 1)};
}

/// A cell of the terminal with two levels of heat, one over the other.
Cell halves_of(Level upper, Level lower) {
    if (!upper) return {.glyph = lower ? "▄" : " ", .front = colour_of(lower)};
    return {.glyph = "▀", .front = colour_of(upper), .back = colour_of(lower)};
}

/// The lines of the map, from top to bottom.
std::vector<std::string> lines_of(const Drawing& drawing, const std::vector<BinSpan>& xs,
                                  const std::vector<BinSpan>& ys, std::size_t rows_per_line) {
    std::vector<std::string> lines;
    const auto count = (ys.size() + rows_per_line - 1) / rows_per_line;
    for (std::size_t line = count; line-- > 0;) {
        const auto& y = ys[line * rows_per_line];
        const auto above = line * rows_per_line + 1;
        std::vector<Cell> cells;
        for (const auto& x : xs) {
            const auto lower = level_of(drawing, x, y);
            if (rows_per_line == 1)
                cells.push_back(cell_of(lower, drawing.terminal));
            else
                cells.push_back(
                    halves_of(above < ys.size() ? level_of(drawing, x, ys[above]) : Level{}, lower));
        }
        lines.push_back(painted(cells, drawing.terminal.colours));
    }
    return lines;
}

/// Returns the key of the colours, in a line of at most `columns` columns.
std::string key(const Drawing& drawing, std::size_t columns) {
    const auto& terminal = drawing.terminal;
    const auto unit = common::printable(drawing.figure.unit);
    const auto& scale = drawing.scale;
    if (scale.upper == 0) return shortened("no " + unit + " in any bin", columns, terminal.unicode);
    const auto min = end_text(scale.lower, columns / 4);
    const auto largest = end_text(scale.upper, columns / 4);
    const auto others = min.size() + 1 + 1 + largest.size() + 2;
    const auto text = shortened(unit + " per bin" + (scale.log ? ", log colours" : ""), columns - others - 4,
                                terminal.unicode);
    const auto length = std::min(max_key, columns - others - columns_of(text));
    std::vector<Cell> cells;
    for (std::size_t i = 0; i < length; ++i)
        cells.push_back(cell_of(static_cast<unsigned>(i * plot::heat_levels / length), terminal));
    return min + " " + painted(cells, terminal.colours) + " " + largest + "  " + text;
}

} // namespace

std::string heat(const plot::JointFigure& figure, const plot::Look& look, const common::Terminal& terminal) {
    const Drawing drawing{figure, plot::heat_scale(figure.values, look.log_y), terminal};
    const auto columns = std::max(terminal.columns, min_columns) - 4; // a margin of two at either end
    const auto max_text = columns / 4;
    const auto [bottom, top] = ends_of(figure.y_edges, figure.y_edge_texts, max_text, terminal.unicode);
    const auto before = std::max(top.size(), bottom.size());
    const auto room = columns - before - 1;

    const std::size_t rows_per_line = terminal.unicode && has_colours(terminal) ? 2 : 1;
    const auto max_rows = std::min(max_lines, room / 2) * rows_per_line;
    const auto xs = spans(figure.x_edges.size() - 1, room, 8);
    const auto ys = spans(figure.y_edges.size() - 1, max_rows, 2 * rows_per_line);
    const auto lines = lines_of(drawing, xs, ys, rows_per_line);

    std::string text;
    const auto add = [&](const std::string& left, const std::string& line) {
        text += "  " + pad_left(left, before) + " " + line + "\n";
    };
    if (!figure.y_title.empty())
        text += "  " + shortened(common::printable(figure.y_title), columns, terminal.unicode) + "\n";
    for (std::size_t i = 0; i < lines.size(); ++i)
        add(i == 0 ? top : i + 1 == lines.size() ? bottom : "", lines[i]);
    const auto [left, right] = ends_of(figure.x_edges, figure.x_edge_texts, max_text, terminal.unicode);
    const auto width = std::max(xs.size(), left.size() + 1 + right.size());
    add("", at_ends(left, right, width));
    if (!figure.x_title.empty())
        add("", shortened(common::printable(figure.x_title), room, terminal.unicode));
    return text + "\n  " + key(drawing, columns) + "\n";
}

} // namespace count
