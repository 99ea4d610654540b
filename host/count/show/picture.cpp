#include "count/show/picture.hpp"

#include "common/text.hpp"
#include "count/show/show.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

namespace count {

using common::columns_of;
using common::fixed;
using common::pad_left;
using common::pad_right;

namespace {

constexpr std::array<std::string_view, 8> left_eighths{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
constexpr std::size_t min_bar = 8;
constexpr std::size_t share_columns = 6;    // width of "100.0%"
constexpr std::size_t density_columns = 10; // width of "1.234e-308"

std::string share(double count, double total) {
    return total == 0 ? "-" : fixed(100 * count / total, 1) + "%";
}

double count_of(const Row& row) {
    return row.count ? row.count->to_double() : 0;
}

std::string count_text(const Row& row) {
    return row.count ? text_of(*row.count) : "-";
}

/// Cumulative rows: each is the sum of the rows up to it.
std::vector<Row> summed(std::span<const Row> rows) {
    std::vector<Row> sums(rows.begin(), rows.end());
    for (std::size_t i = 1; i < sums.size(); ++i)
        sums[i].count = plus(*sums[i - 1].count, *sums[i].count);
    return sums;
}

/// The widths of a line's parts; 0 for parts that are left out.
struct Columns {
    bool starts; ///< shows the rows' lower edges instead of their labels
    std::size_t label, bar, count, last;
};

/// The width of the widest text: the heading, or the member `text` of a row.
std::size_t widest(std::span<const Row> rows, std::string_view heading, std::string Row::*text) {
    std::size_t width = columns_of(heading);
    for (const Row& row : rows)
        width = std::max(width, columns_of(row.*text));
    return width;
}

/// The width without the bar: two columns between the parts, and two at either end.
std::size_t without_bar(const Columns& columns) {
    std::size_t all = 2 + columns.label + 2 + 2;
    for (const auto part : {columns.count, columns.last})
        all += part > 0 ? part + 2 : 0;
    return all;
}

/// Returns the widths of the parts for which there is room beside a bar of minimal length.
Columns columns_for(std::span<const Row> rows, std::string_view heading, std::string_view unit,
                    std::size_t last, std::size_t width) {
    auto count = unit.size();
    for (const Row& row : rows)
        count = std::max(count, count_text(row).size());
    Columns columns{false, widest(rows, heading, &Row::label), 0, count, last};
    const auto is_crowded = [&] { return without_bar(columns) + min_bar > width; };
    if (is_crowded()) columns.last = 0;
    if (is_crowded() && !rows.empty() && !rows.front().start.empty()) {
        columns.starts = true;
        columns.label = widest(rows, "from", &Row::start);
    }
    if (is_crowded()) columns.count = 0;
    columns.bar = std::max(width, without_bar(columns) + 1) - without_bar(columns);
    return columns;
}

} // namespace

std::string bar(double length, std::size_t columns, bool unicode) {
    if (!(length > 0)) return {};
    const double steps = unicode ? 8 : 1;
    const auto filled =
        static_cast<std::size_t>(std::lround(std::min(length, static_cast<double>(columns)) * steps));
    std::string text;
    if (!unicode) return filled > 0 ? std::string(filled, '#') : ".";
    for (std::size_t cell = 0; cell < filled / 8; ++cell)
        text += "█";
    text += left_eighths[filled > 0 ? filled % 8 : 1];
    return text;
}

std::string picture(std::span<const Row> given, std::string_view heading, const plot::Look& look,
                    const common::Terminal& terminal, Of of) {
    const auto unit = unit_of(of);
    const double total = std::transform_reduce(given.begin(), given.end(), 0.0, std::plus{},
                                               [](const Row& row) { return count_of(row); });
    const auto rows = look.cumulative ? summed(given) : std::vector(given.begin(), given.end());
    const bool errors =
        of == Of::mean || std::ranges::any_of(given, [](const Row& row) { return !std::isnan(row.error); });
    const bool densities = look.density && !look.cumulative;
    std::vector<double> values;
    std::vector<std::string> last;
    std::size_t last_columns = densities ? density_columns : share_columns;
    for (const Row& row : rows) {
        const double count = count_of(row);
        values.push_back(count / (densities && total != 0 ? total * row.width : 1));
        last.push_back(errors      ? (std::isnan(row.error) ? "-" : text_of(row.error))
                       : densities ? common::significant(values.back(), 4)
                                   : share(count, total));
        last_columns = std::max(last_columns, last.back().size());
    }
    if (of == Of::minimum || of == Of::maximum) last_columns = 0;
    const auto widths =
        columns_for(rows, heading, unit, last_columns, std::max(terminal.columns, min_columns));

    const auto line = [&](std::string label, std::string bar_text, std::string count, std::string part) {
        auto text = "  " + pad_right(std::move(label), widths.label) + "  " +
                    pad_right(std::move(bar_text), widths.bar);
        if (widths.count > 0) text += "  " + pad_left(std::move(count), widths.count);
        if (widths.last > 0) text += "  " + pad_left(std::move(part), widths.last);
        return text + "\n";
    };
    std::string text = line(std::string(widths.starts ? "from" : heading), "", unit,
                            errors      ? "error"
                            : densities ? "density"
                                        : "share");
    const auto parts = lengths(values, look.log_y);
    for (std::size_t i = 0; i < rows.size(); ++i)
        text += line(widths.starts ? rows[i].start : rows[i].label,
                     bar(parts[i] * static_cast<double>(widths.bar), widths.bar, terminal.unicode),
                     count_text(rows[i]), last[i]);
    return text;
}

} // namespace count
