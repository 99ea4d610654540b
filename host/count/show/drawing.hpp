#pragma once

#include "common/terminal.hpp"
#include "plot/figure.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace count {

/// The bars' parts of the longest, 0 to 1; none for values that are not above 0. Logarithmic ones start at
/// half the least value.
[[nodiscard]] std::vector<double> lengths(const std::vector<double>& values, bool log);

/// The bins of each cell along an axis that has room for that many: bins have equally many cells each, at
/// most `max_each`, and if there are more bins than cells they are dealt to all cells as evenly as may be.
[[nodiscard]] std::vector<plot::BinSpan> spans(std::size_t bins, std::size_t room, std::size_t max_each);

/// The ends of an axis with as many digits as have room.
[[nodiscard]] std::string end_text(double edge, std::size_t columns);

/// The first and the last edge with as many digits as have room in that many columns; those that have texts
/// need more of them, but less than twice as many.
struct Ends {
    std::string first, last;
};
[[nodiscard]] Ends ends_of(const std::vector<double>& edges, const std::vector<std::string>& texts,
                           std::size_t columns, bool unicode);

/// Two texts at the ends of a line of that many columns.
[[nodiscard]] std::string at_ends(const std::string& left, const std::string& right, std::size_t columns);

/// One column of a line on the terminal; without a colour, it has the terminal's.
struct Cell {
    std::string_view glyph = " ";
    std::optional<plot::Rgb> front = {};
    std::optional<plot::Rgb> back = {};
};

/// The cells, with the escape sequences that change colours between them and end with the terminal's.
[[nodiscard]] std::string painted(std::span<const Cell> cells, common::Colours colours);

/// The nearest of xterm's colours 16 to 255: a cube of 6 x 6 x 6, and 24 greys.
[[nodiscard]] unsigned indexed_colour(plot::Rgb rgb);

} // namespace count
