#pragma once

#include "common/terminal.hpp"
#include "count/result.hpp"
#include "plot/figure.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace count {

/// The lengths of bars as fractions of the longest, 0 to 1; 0 for values not above 0. Logarithmic bars start
/// at half the smallest positive value.
[[nodiscard]] std::vector<double> lengths(const std::vector<double>& values, bool log);

/// Returns the bins that each cell along an axis shows, for at most `room` cells. If there is a cell for each
/// bin, all bins get the same number of cells, at most `max_each`. Otherwise the bins are distributed over
/// the cells as evenly as possible.
[[nodiscard]] std::vector<plot::BinSpan> spans(std::size_t bins, std::size_t room, std::size_t max_each);

/// Returns the outer edge of an axis as text, with as many digits as fit in `columns` columns.
[[nodiscard]] std::string end_text(double edge, std::size_t columns);

/// The texts of the first and the last edge, with as many digits as fit in `columns` columns. If `texts`
/// holds a text per edge, these texts are used, shortened to less than twice the columns.
struct Ends {
    std::string first, last;
};
[[nodiscard]] Ends ends_of(const std::vector<double>& edges, const std::vector<std::string>& texts,
                           std::size_t columns, bool unicode);

/// Returns a line of `columns` columns with two texts at its ends.
[[nodiscard]] std::string at_ends(const std::string& left, const std::string& right, std::size_t columns);

/// One column of a line on the terminal. Without a colour, it is drawn in the terminal's colour.
struct Cell {
    std::string_view glyph = " ";
    std::optional<plot::Rgb> front = {};
    std::optional<plot::Rgb> back = {};
};

/// The glyphs of the cells, with escape sequences where colours change. At the end the terminal has its own
/// colours again.
[[nodiscard]] std::string painted(std::span<const Cell> cells, common::Colours colours);

/// The nearest of xterm's colours 16 to 255: a cube of 6 x 6 x 6, and 24 greys.
[[nodiscard]] unsigned indexed_colour(plot::Rgb rgb);

/// The edges by which samples of an axis are counted, as integers if they are whole. Empty for custom bins,
/// which have no edges.
[[nodiscard]] std::vector<histo_cl::Number> edge_numbers(const histo_cl::Problem& problem, std::size_t axis);

/// The numbers as texts, with the fewest significant digits, at least six, that distinguish neighbours.
[[nodiscard]] std::vector<std::string> distinct_texts(const std::vector<histo_cl::Number>& numbers);

/// Whether a sample equal to the last edge is in the last bin.
[[nodiscard]] bool is_closed(const histo_cl::Problem& problem, std::size_t axis);

/// How the picture names its bins.
enum class Labels {
    ranges,  ///< [lower, upper), the last one with ] if the last edge is inclusive
    numbers, ///< bin numbers, for bins without edges
    bytes,   ///< hexadecimal, with the characters they stand for
    letters, ///< letters, such as a-d
    values,  ///< the only value of each bin
    dates,   ///< the first moment of each bin
    texts,   ///< the text that each bin counts
};

/// Returns the kind of labels for the bins of the first axis: numbers for custom bins, bytes for u8 samples
/// in bins of one value, otherwise ranges.
[[nodiscard]] Labels suitable_labels(const histo_cl::Problem& problem);

/// One line of the picture: a bin, or neighbouring bins together.
struct Row {
    std::string label;
    /// The count, or the sum, extreme or mean of weights; empty if there is none.
    std::optional<histo_cl::Number> count;
    double width = 1;       ///< distance between its outer edges; if there are none, number of bins
    std::string start = {}; ///< the lower edge of a range, shown if there is no room for the label
    double error = std::numeric_limits<double>::quiet_NaN(); ///< standard error of a mean or a sum
};

/// Returns an integer with commas between thousands, or a float with six significant digits.
[[nodiscard]] std::string text_of(const histo_cl::Number& value);

/// Number of neighbouring bins per row. It is 1 if `bins` is at most `max_rows`. Otherwise, let n be the
/// smallest number of bins per row with which all rows fit. The result is the smallest number from n to
/// 2n - 1 that divides `bins`, or n if there is none. E.g. 8 for 256 bins in 32 rows.
[[nodiscard]] std::uint32_t bins_per_row(std::uint32_t bins, std::uint32_t max_rows);

/// The rows of a histogram of one axis of the problem, with `each` bins per row.
[[nodiscard]] std::vector<Row> rows(const histo_cl::Problem& problem, const Histogram& histogram,
                                    Labels labels, std::uint32_t each);

/// Minimum width of a picture; on narrower terminals its lines are cut or wrapped.
inline constexpr std::size_t min_columns = 40;

/// A bar of `length` cells, 0 to `columns`: eighths of a block in Unicode, '#' in ASCII. A length above 0 is
/// always visible.
[[nodiscard]] std::string bar(double length, std::size_t columns, bool unicode);

/// A row for each bin of letters, see Command::letters.
[[nodiscard]] std::vector<Row> letter_rows(const histo_cl::Problem& problem, const Histogram& histogram,
                                           std::string_view letters);

/// Rows of the most frequent texts, and one of all others together.
[[nodiscard]] std::vector<Row> text_rows(const Histogram& histogram, std::uint32_t max_rows);

/// Horizontal bars under a heading, one line per row. Lines are no wider than the terminal or, if that is
/// narrower, min_columns. The longest bar fills the width. Shares are fractions of the sum of all rows. If
/// there is no room for all columns, the shares are left out first, then the upper ends of ranges, then the
/// counts. Only the members `cumulative`, `density` and `log_y` of `look` are used. A cumulative row shows
/// the sum up to that row; otherwise densities may replace shares. `of`: what the rows hold. Extremes have no
/// shares. Means, and sums with errors, have errors in place of shares.
[[nodiscard]] std::string picture(std::span<const Row> rows, std::string_view heading, const plot::Look& look,
                                  const common::Terminal& terminal, Of of = Of::count);

/// A joint histogram as a map of colours with a key under it: x to the right, y upwards. Bins not above 0 are
/// blank. With Unicode and colours, a line holds two rows of cells, one in each half block. Without colours,
/// cells are shades (Unicode) or characters (ASCII). Bins that share a cell show the largest of them, and all
/// bins are equally wide. Only the member `log_y` of `look` is used, for the colours. The figure has at least
/// one bin.
[[nodiscard]] std::string heat(const plot::JointFigure& figure, const plot::Look& look,
                               const common::Terminal& terminal);

/// Several series as stepped lines in one chart, with their names below. The chart is 16 lines high unless
/// `max_lines` says otherwise. It is drawn in Braille dots of the series' colours or, without Unicode, in a
/// different character for each series. Bins that share a column show the value farthest from 0, and all bins
/// are equally wide. Only the members `cumulative`, `density` and `log_y` of `look` are used. The figure has
/// at least one bin and one series.
[[nodiscard]] std::string overlay(const plot::Figure& figure, const plot::Look& look, std::uint32_t max_lines,
                                  const common::Terminal& terminal);

/// The series of several figures as small charts of vertical bars, as many side by side as there is room for.
/// The series' name and the value of its highest bar are above each chart, the ends of the axis below it. The
/// charts of a figure have the same scale. Bars are drawn in eighths of blocks (Unicode) or in '.', ':' and
/// '#' (ASCII), in the series' colour. Bins that share a column show the highest of them, and all bins are
/// equally wide. Only the members `cumulative`, `density` and `log_y` of `look` are used. Bars below 0 are
/// left out. Figures have at least one bin and one series.
[[nodiscard]] std::string multiples(std::span<const plot::Figure> figures, const plot::Look& look,
                                    const common::Terminal& terminal);

} // namespace count
