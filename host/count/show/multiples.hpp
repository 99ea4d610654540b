#pragma once

#include "common/terminal.hpp"
#include "plot/figure.hpp"

#include <string>

namespace count {

/// Several series as small charts of upright bars, side by side while they have room: over each its name and
/// its highest bar, under it the ends of the axis. All have the same scale. Columns are eighths of blocks in
/// Unicode,
/// '.', ':' and '#' in ASCII, in the series' colour; bins that share one show the highest of them, and each
/// bin is as wide as the next. Of the look its measure and log_y count; bars below 0 are left out. The figure
/// has at least one bin and one series.
[[nodiscard]] std::string multiples(const plot::Figure& figure, const plot::Look& look,
                                    const common::Terminal& terminal);

} // namespace count
