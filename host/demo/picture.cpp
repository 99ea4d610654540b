#include "picture.hpp"

#include "common/format.hpp"
#include "common/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace demo {

using common::fixed;
using common::grouped;
using common::pad_left;
using common::pad_right;

namespace {

constexpr std::array<std::string_view, 8> eighths{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
constexpr std::size_t share_columns = 6; // "100.0%"

std::string share(std::uint64_t count, std::uint64_t total) {
    if (total == 0) return "-";
    const double percent = 100 * static_cast<double>(count) / static_cast<double>(total);
    return fixed(percent, 1) + "%";
}

/// Columns on the screen: the bytes that do not continue a UTF-8 character.
std::size_t columns_of(std::string_view text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
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

std::string picture(std::span<const Row> rows, std::string_view heading, const Terminal& terminal) {
    std::uint64_t total = 0;
    std::uint64_t largest = 0;
    std::size_t label_columns = heading.size();
    for (const Row& row : rows) {
        total += row.count;
        largest = std::max(largest, row.count);
        label_columns = std::max(label_columns, row.label.size());
    }
    const std::size_t count_columns = std::max(grouped(largest).size(), std::string_view("samples").size());
    // Two columns between the parts, and two at either end.
    const std::size_t others = label_columns + count_columns + share_columns + 5 * 2;
    const std::size_t bar_columns = std::max<std::size_t>(terminal.columns, others + 8) - others;

    const auto line = [&](std::string label, std::string_view bar_text, std::string count, std::string part) {
        return "  " + pad_right(std::move(label), label_columns) + "  " + std::string(bar_text) +
               std::string(bar_columns - columns_of(bar_text), ' ') + "  " +
               pad_left(std::move(count), count_columns) + "  " + pad_left(std::move(part), share_columns) +
               "\n";
    };
    std::string text = line(std::string(heading), "", "samples", "share");
    for (const Row& row : rows) {
        const double part = largest == 0 ? 0 : static_cast<double>(row.count) / static_cast<double>(largest);
        text += line(row.label, bar(part * static_cast<double>(bar_columns), bar_columns, terminal.unicode),
                     grouped(row.count), share(row.count, total));
    }
    return text;
}

} // namespace demo
