#include "demo/show/spans.hpp"

#include "common/text.hpp"
#include "plot/scale.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace demo {

std::vector<Span> spans(std::size_t bins, std::size_t room, std::size_t most_each) {
    const auto cells = bins <= room ? bins * std::min(room / bins, most_each) : room;
    std::vector<Span> result;
    for (std::size_t cell = 0; cell < cells; ++cell) {
        const auto first = cell * bins / cells;
        result.push_back({first, std::max(first + 1, (cell + 1) * bins / cells) - 1});
    }
    return result;
}

std::string end_text(double edge, std::size_t columns) {
    auto text = plot::value_text(edge);
    for (int digits = 6; digits > 0 && text.size() > columns; --digits) {
        std::array<char, 32> shorter{};
        std::snprintf(shorter.data(), shorter.size(), "%.*g", digits, edge);
        text = shorter.data();
    }
    return text;
}

Ends ends_of(const std::vector<double>& edges, const std::vector<std::string>& texts, std::size_t columns,
             bool unicode) {
    if (texts.empty()) return {end_text(edges.front(), columns), end_text(edges.back(), columns)};
    return {common::shortened(texts.front(), 2 * columns - 1, unicode),
            common::shortened(texts.back(), 2 * columns - 1, unicode)};
}

std::string at_ends(const std::string& left, const std::string& right, std::size_t columns) {
    const auto used = common::columns_of(left);
    return left + common::pad_left(right, columns - std::min(columns, used));
}

} // namespace demo
