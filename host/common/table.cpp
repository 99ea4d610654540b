#include "common/table.hpp"

#include "common/text.hpp"

#include <algorithm>

namespace common {

namespace {

constexpr std::size_t gap = 2; // between columns

} // namespace

void widen(Columns& columns, const Cells& cells) {
    for (std::size_t i = 0; i < columns.size(); ++i)
        columns[i].width = std::max(columns[i].width, cells[i].size());
}

std::size_t width_of(const Columns& columns) {
    std::size_t width = 0;
    for (const auto& column : columns)
        if (column.shown) width += column.width + (width > 0 ? gap : 0);
    return width;
}

Columns fitted(Columns columns, std::size_t width) {
    while (width_of(columns) > width) {
        const auto rank = [](const Column& column) { return column.shown ? column.rank : 0; };
        const auto last = std::max_element(columns.rbegin(), columns.rend(),
                                           [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
        if (last == columns.rend() || rank(*last) == 0) break;
        last->shown = false;
    }
    return columns;
}

std::string row(const Columns& columns, const Cells& cells) {
    std::string text;
    bool first = true;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (!columns[i].shown) continue;
        if (!first) text.append(gap, ' ');
        text +=
            columns[i].number ? pad_left(cells[i], columns[i].width) : pad_right(cells[i], columns[i].width);
        first = false;
    }
    return text.substr(0, text.find_last_not_of(' ') + 1);
}

std::string with_text(std::string line, std::size_t begin, const std::string& text, std::size_t width) {
    constexpr std::size_t min = 24;
    constexpr std::size_t indent = 4;
    if (text.empty()) return line + "\n";
    const bool beside = width >= begin + std::min(min, text.size());
    if (beside) return pad_right(std::move(line), begin) + wrapped(text, width, begin) + "\n";
    return line + "\n" + std::string(indent, ' ') + wrapped(text, width, indent) + "\n";
}

} // namespace common
