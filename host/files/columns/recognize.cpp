#include "common/date.hpp"
#include "files/columns/text_table.hpp"

#include <algorithm>

namespace files {

namespace {

/// The number of fields of each kind in a column.
struct Fields {
    std::size_t numbers = 0;
    std::size_t dates = 0;
    std::size_t words = 0;
};

Fields fields_of(std::span<const Row> rows, std::size_t place, const NumberStyle& style) {
    Fields fields;
    for (const auto& row : rows) {
        if (place >= row.size() || is_missing(row[place])) continue;
        if (is_number(plain_number(row[place], style)))
            ++fields.numbers;
        else if (common::date_typed(row[place]))
            ++fields.dates;
        else
            ++fields.words;
    }
    return fields;
}

bool are_most(std::size_t some, const Fields& fields) {
    return 4 * some >= 3 * (fields.numbers + fields.dates + fields.words);
}

/// Whether the field has a bracket without a matching one.
bool has_open_bracket(std::string_view field) {
    const auto differ = [&](char open, char close) {
        return std::ranges::count(field, open) != std::ranges::count(field, close);
    };
    return differ('(', ')') || differ('[', ']') || differ('{', '}');
}

} // namespace

std::vector<ColumnKind> kinds_of(std::span<const Row> rows, const NumberStyle& style) {
    std::vector<ColumnKind> kinds;
    if (rows.empty()) return kinds;
    const auto values = rows.size() > 1 ? rows.subspan(1) : rows;
    for (std::size_t place = 0; place < rows.front().size(); ++place) {
        const auto fields = fields_of(values, place, style);
        kinds.push_back(are_most(fields.numbers, fields) ? ColumnKind::number
                        : are_most(fields.dates, fields) ? ColumnKind::date
                                                         : ColumnKind::text);
    }
    return kinds;
}

bool is_table(std::span<const Row> rows, const NumberStyle& style) {
    if (rows.size() < 2) return false;
    const auto columns = rows.front().size();
    const bool has_names = columns > 2 && std::ranges::none_of(rows.front(), [&](const std::string& field) {
                               return is_missing(field) || is_number(plain_number(field, style));
                           });
    std::size_t alike = 0;
    std::size_t open = 0;
    for (const auto& row : rows) {
        alike += row.size() == columns || (has_names && row.size() < columns && 2 * row.size() >= columns)
                     ? 1U
                     : 0U;
        open += std::ranges::any_of(row, has_open_bracket) ? 1U : 0U;
    }
    if (20 * alike < 19 * rows.size() || 10 * open > rows.size()) return false;
    for (std::size_t place = 0; place < columns; ++place) {
        const auto fields = fields_of(rows.subspan(1), place, style);
        const bool is_alone = columns == 1;
        if (is_alone && (fields.numbers < 3 || 20 * (fields.dates + fields.words) > rows.size()))
            return false;
        if (fields.numbers > 0 && are_most(fields.numbers, fields)) return true;
    }
    return false;
}

} // namespace files
