#pragma once

#include "common/terminal.hpp"
#include "count/show/rows.hpp"
#include "plot/figure.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace count {

/// The narrowest terminal that there is a picture for; on a narrower one its lines are cut or wrapped.
inline constexpr std::size_t min_columns = 40;

/// A bar of `length` cells, 0 to `columns`: eighths of a block in Unicode, '#' in ASCII. A length above 0 is
/// always visible.
[[nodiscard]] std::string bar(double length, std::size_t columns, bool unicode);

/// Horizontal bars under a heading, one line per row, no wider than the terminal (of at least min_columns).
/// The longest bar fills the width; shares are of the rows' sum. Where there is no room for all columns, the
/// shares are left out first, then the upper ends of ranges, then the counts. Of the look, its measure and
/// log_y count: where it is cumulative, each row is the sum up to it, and densities stand in place of shares.
/// `unit` is what the rows count.
[[nodiscard]] std::string picture(std::span<const Row> rows, std::string_view heading, const plot::Look& look,
                                  const common::Terminal& terminal, std::string_view unit = "samples");

/// A joint histogram as a map of colours with a key under it: x to the right, y upwards, empty bins blank. In
/// Unicode and colours a line holds two rows of cells, one in each half block; without colours cells are
/// shades, in ASCII characters. Bins that share a cell show the largest of them, and each bin is as wide as
/// the next. Of the look log_y counts, for the colours. The figure has at least one bin.
[[nodiscard]] std::string heat(const plot::JointFigure& figure, const plot::Look& look,
                               const common::Terminal& terminal);

/// Several series as small charts of upright bars, side by side while they have room: over each its name and
/// its highest bar, under it the ends of the axis. All have the same scale. Columns are eighths of blocks in
/// Unicode,
/// '.', ':' and '#' in ASCII, in the series' colour; bins that share one show the highest of them, and each
/// bin is as wide as the next. Of the look its measure and log_y count; bars below 0 are left out. The figure
/// has at least one bin and one series.
[[nodiscard]] std::string multiples(const plot::Figure& figure, const plot::Look& look,
                                    const common::Terminal& terminal);

} // namespace count
