#pragma once

#include "common/terminal.hpp"
#include "demo/show/rows.hpp"
#include "plot/figure.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace demo {

/// A bar of `length` cells, 0 to `columns`: eighths of a block in Unicode, '#' in ASCII. A length above 0 is
/// always visible.
[[nodiscard]] std::string bar(double length, std::size_t columns, bool unicode);

/// Horizontal bars under a heading, one line per row, no wider than the terminal (of at least 60 columns).
/// The longest bar fills the width; shares are of the rows' sum. Of the look, its measure and log_y count:
/// where it is cumulative, each row is the sum up to it, and densities stand in place of shares.
[[nodiscard]] std::string picture(std::span<const Row> rows, std::string_view heading, const plot::Look& look,
                                  const common::Terminal& terminal);

} // namespace demo
