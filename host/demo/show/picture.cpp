#include "demo/show/picture.hpp"

#include "common/format.hpp"
#include "common/text.hpp"
#include "demo/show/lengths.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <numeric>
#include <vector>

namespace demo {

using common::columns_of;
using common::fixed;
using common::grouped;
using common::pad_left;
using common::pad_right;

namespace {

constexpr std::array<std::string_view, 8> eighths{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
constexpr std::size_t share_columns = 6;    // "100.0%"
constexpr std::size_t density_columns = 10; // "1.234e-308"

std::string share(std::uint64_t count, std::uint64_t total) {
    if (total == 0) return "-";
    const double percent = 100 * static_cast<double>(count) / static_cast<double>(total);
    return fixed(percent, 1) + "%";
}

/// Each row with those before it.
std::vector<Row> summed(std::span<const Row> rows) {
    std::vector<Row> sums(rows.begin(), rows.end());
    for (std::size_t i = 1; i < sums.size(); ++i)
        sums[i].count += sums[i - 1].count;
    return sums;
}

std::string significant(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.4g", value);
    return text.data();
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
    text += eighths[filled > 0 ? filled % 8 : 1];
    return text;
}

std::string picture(std::span<const Row> given, std::string_view heading, const plot::Look& look,
                    const common::Terminal& terminal) {
    const std::uint64_t total = std::transform_reduce(given.begin(), given.end(), std::uint64_t{0},
                                                      std::plus{}, [](const Row& row) { return row.count; });
    const auto rows = look.cumulative ? summed(given) : std::vector(given.begin(), given.end());
    const bool densities = look.density && !look.cumulative;
    std::uint64_t largest = 0;
    std::size_t label_columns = heading.size();
    std::vector<double> values;
    for (const Row& row : rows) {
        largest = std::max(largest, row.count);
        label_columns = std::max(label_columns, row.label.size());
        const double all = static_cast<double>(std::max<std::uint64_t>(total, 1));
        values.push_back(static_cast<double>(row.count) / (densities ? all * row.width : 1));
    }
    const std::size_t count_columns = std::max(grouped(largest).size(), std::string_view("samples").size());
    const std::size_t last_columns = densities ? density_columns : share_columns;
    // Two columns between the parts, and two at either end.
    const std::size_t others = label_columns + count_columns + last_columns + 5 * 2;
    const std::size_t bar_columns = std::max<std::size_t>(terminal.columns, others + 8) - others;

    const auto line = [&](std::string label, std::string_view bar_text, std::string count, std::string part) {
        return "  " + pad_right(std::move(label), label_columns) + "  " + std::string(bar_text) +
               std::string(bar_columns - columns_of(bar_text), ' ') + "  " +
               pad_left(std::move(count), count_columns) + "  " + pad_left(std::move(part), last_columns) +
               "\n";
    };
    std::string text = line(std::string(heading), "", "samples", densities ? "density" : "share");
    const auto parts = lengths(values, look.log_y);
    for (std::size_t i = 0; i < rows.size(); ++i)
        text += line(
            rows[i].label, bar(parts[i] * static_cast<double>(bar_columns), bar_columns, terminal.unicode),
            grouped(rows[i].count), densities ? significant(values[i]) : share(rows[i].count, total));
    return text;
}

} // namespace demo
