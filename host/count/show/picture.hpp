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

} // namespace count
