#pragma once

#include "common/terminal.hpp"
#include "plot/palette.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace demo {

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

} // namespace demo
