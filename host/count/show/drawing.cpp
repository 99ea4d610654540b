#include "common/text.hpp"
#include "count/show/picture.hpp"
#include "plot/scale.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace count {

std::vector<double> lengths(const std::vector<double>& values, bool log) {
    double largest = 0;
    double min = std::numeric_limits<double>::infinity();
    for (const double value : values) {
        largest = std::max(largest, value);
        if (value > 0) min = std::min(min, value);
    }
    const plot::Scale scale{log ? std::max(min / 2, std::numeric_limits<double>::denorm_min()) : 0, largest,
                            log};
    std::vector<double> parts;
    for (const double value : values)
        parts.push_back(!(value > 0) ? 0 : value == largest ? 1 : scale.clamped(value));
    return parts;
}

std::vector<plot::BinSpan> spans(std::size_t bins, std::size_t room, std::size_t max_each) {
    const auto cells = bins <= room ? bins * std::min(room / bins, max_each) : room;
    std::vector<plot::BinSpan> result;
    for (std::size_t cell = 0; cell < cells; ++cell) {
        const auto first = cell * bins / cells;
        result.push_back({first, std::max(first + 1, (cell + 1) * bins / cells) - 1});
    }
    return result;
}

std::string end_text(double edge, std::size_t columns) {
    auto text = plot::value_text(edge);
    for (int digits = 6; digits > 0 && text.size() > columns; --digits)
        text = common::significant(edge, digits);
    return text;
}

Ends ends_of(const std::vector<double>& edges, const std::vector<std::string>& texts, std::size_t columns,
             bool unicode) {
    if (texts.empty()) return {end_text(edges.front(), columns), end_text(edges.back(), columns)};
    return {common::shortened(texts.front(), 2 * columns - 1, unicode),
            common::shortened(texts.back(), 2 * columns - 1, unicode)};
}

std::string at_ends(const std::string& left, const std::string& right, std::size_t columns) {
    const auto used = common::columns_of(left);
    return left + common::pad_left(right, columns - std::min(columns, used));
}

namespace {

using common::Colours;
using plot::Rgb;

constexpr std::array<unsigned, 6> cube{0, 95, 135, 175, 215, 255};

unsigned nearest_in_cube(unsigned value) {
    unsigned best = 0;
    for (unsigned i = 1; i < cube.size(); ++i)
        if (2 * value > cube[i - 1] + cube[i]) best = i; // past the middle between the two
    return best;
}

unsigned distance(Rgb rgb, unsigned red, unsigned green, unsigned blue) {
    // The square is correct even if a - b wraps.
    const auto squared = [](unsigned a, unsigned b) { return (a - b) * (a - b); };
    return squared(rgb.red, red) + squared(rgb.green, green) + squared(rgb.blue, blue);
}

/// The parameters of the escape sequence that sets a colour.
std::string parameters(bool front, Rgb rgb, Colours colours) {
    const std::string kind = front ? "38;" : "48;";
    if (colours == Colours::indexed) return kind + "5;" + std::to_string(indexed_colour(rgb));
    return kind + "2;" + std::to_string(rgb.red) + ";" + std::to_string(rgb.green) + ";" +
           std::to_string(rgb.blue);
}

/// The escape sequence that sets the colours of a cell, regardless of the previous ones; empty without
/// colours.
std::string sequence(const Cell& cell, Colours colours) {
    if (colours == Colours::none) return {};
    std::string text = "\x1b[0";
    if (cell.front) text += ";" + parameters(true, *cell.front, colours);
    if (cell.back) text += ";" + parameters(false, *cell.back, colours);
    return text + "m";
}

} // namespace

unsigned indexed_colour(Rgb rgb) {
    const auto red = nearest_in_cube(rgb.red);
    const auto green = nearest_in_cube(rgb.green);
    const auto blue = nearest_in_cube(rgb.blue);
    unsigned best = 16 + 36 * red + 6 * green + blue;
    unsigned min = distance(rgb, cube.at(red), cube.at(green), cube.at(blue));
    for (unsigned i = 0; i < 24; ++i) {
        const unsigned grey = 8 + 10 * i;
        const unsigned other = distance(rgb, grey, grey, grey);
        if (other >= min) continue;
        min = other;
        best = 232 + i;
    }
    return best;
}

std::string painted(std::span<const Cell> cells, Colours colours) {
    auto last = sequence({}, colours);
    std::string text;
    const auto change = [&](const Cell& cell) {
        auto next = sequence(cell, colours);
        if (next != last) text += next;
        last = std::move(next);
    };
    for (const auto& cell : cells) {
        change(cell);
        text += cell.glyph;
    }
    change({});
    return text;
}

} // namespace count
