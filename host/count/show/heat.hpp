#pragma once

#include "common/terminal.hpp"
#include "plot/figure.hpp"

#include <string>

namespace count {

/// A joint histogram as a map of colours with a key under it: x to the right, y upwards, empty bins blank. In
/// Unicode and colours a line holds two rows of cells, one in each half block; without colours cells are
/// shades, in ASCII characters. Bins that share a cell show the largest of them, and each bin is as wide as
/// the next. Of the look log_y counts, for the colours. The figure has at least one bin.
[[nodiscard]] std::string heat(const plot::JointFigure& figure, const plot::Look& look,
                               const common::Terminal& terminal);

} // namespace count
