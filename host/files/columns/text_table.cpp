#include "files/columns/text_table.hpp"

#include "common/date.hpp"
#include "common/errors.hpp"
#include "common/number.hpp"
#include "common/text.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace files {

using common::UsageError;

namespace {

constexpr std::size_t max_named = 20;

[[noreturn]] void fail_as_absent(std::span<const std::string> row, const std::string& requested) {
    std::string names;
    for (const auto& name : row.first(std::min(row.size(), max_named)))
        names += (names.empty() ? "" : ", ") + name;
    if (row.size() > max_named) names += ", ...";
    throw UsageError("there is no column '" + common::printable(requested) + "': its first line has " +
                     common::plural(row.size(), "field") + ", " + common::printable(names));
}

std::size_t place_of_name(std::span<const std::string> row, const std::string& requested) {
    const auto found = std::ranges::find(row, requested);
    if (found == row.end()) fail_as_absent(row, requested);
    if (std::find(found + 1, row.end(), requested) != row.end())
        throw UsageError("several columns are called '" + common::printable(requested) +
                         "': give one by its number, from 1");
    return static_cast<std::size_t>(found - row.begin());
}

/// Whether a field is a number of the style or as C writes it. A column is not named by such a number.
bool is_any_number(std::string_view field, const NumberStyle& style) {
    return is_number(field) || is_number(plain_number(field, style));
}

bool is_header(std::span<const std::string> row, std::span<const std::size_t> places,
               std::span<const ColumnKind> kinds, const NumberStyle& style) {
    const auto has_number = [&](const std::string& field) { return is_any_number(field, style); };
    const auto is_word = [&](const std::string& field) { return !is_missing(field) && !has_number(field); };
    const bool no_numbers = std::ranges::none_of(row, has_number) && std::ranges::any_of(row, is_word);
    const auto decides = [&](std::size_t place) {
        return is_word(row[place]) || (row[place].empty() && no_numbers);
    };
    const bool has_values = std::ranges::any_of(kinds, [](auto kind) { return kind != ColumnKind::text; });
    if (!has_values || kinds.size() != row.size()) return std::ranges::any_of(places, decides);
    for (std::size_t place = 0; place < row.size(); ++place) {
        if (kinds[place] == ColumnKind::number && decides(place)) return true;
        if (kinds[place] == ColumnKind::date && decides(place) && !common::date_typed(row[place]))
            return true;
    }
    return false;
}

/// Adds the names to a header whose places are known, and whether it is there.
Header completed(Header header, std::span<const std::string> row, std::span<const ColumnKind> kinds,
                 const NumberStyle& style) {
    header.is_there = header.is_there || is_header(row, header.places, kinds, style);
    for (const auto place : header.places) {
        const bool is_named = header.is_there && !row[place].empty();
        header.are_named.push_back(is_named);
        header.names.push_back(is_named ? row[place] : std::to_string(place + 1));
    }
    return header;
}

} // namespace

Header header_of(std::span<const std::string> first_row, std::span<const std::string> requested,
                 std::span<const ColumnKind> kinds, const NumberStyle& style) {
    Header header;
    for (const auto& column : requested) {
        const auto number = common::entire<std::size_t>(column);
        const bool is_place = number && *number >= 1 && *number <= first_row.size();
        header.places.push_back(is_place ? *number - 1 : place_of_name(first_row, column));
        header.is_there = header.is_there || !is_place;
    }
    return completed(std::move(header), first_row, kinds, style);
}

Header header_of(std::span<const std::string> first_row, std::span<const Column> columns,
                 std::span<const ColumnKind> kinds, const NumberStyle& style) {
    Header header;
    for (const auto& column : columns) {
        const bool is_same =
            column.place < first_row.size() && (!column.named || first_row[column.place] == column.name);
        header.places.push_back(is_same ? column.place : place_of_name(first_row, column.name));
        header.is_there = header.is_there || column.named;
    }
    return completed(std::move(header), first_row, kinds, style);
}

namespace {

constexpr std::array candidates{'\t', ';', ',', '|', ' '}; ///< a run of spaces is one separator
constexpr std::size_t max_lines = 20;

using Occurrences = std::array<std::size_t, candidates.size()>;

/// The number of occurrences of each candidate in each of the first max_lines lines that are not empty. The
/// last line is used only if it is complete or the only one.
std::vector<Occurrences> occurrences_of(std::string_view start) {
    std::vector<Occurrences> lines;
    Occurrences line{};
    bool quoted = false;
    bool empty = true;
    bool after_space = false;
    for (const char symbol : start) {
        if (symbol == '"') quoted = !quoted;
        if (!quoted && (symbol == '\n' || symbol == '\r')) {
            if (!empty) lines.push_back(line);
            if (lines.size() == max_lines) return lines;
            line = {};
            empty = true;
            after_space = false;
            continue;
        }
        if (symbol == ' ' && !quoted) {
            after_space = true;
            continue;
        }
        if (std::exchange(after_space, false) && !empty) ++line.back();
        empty = false;
        const auto* const found = std::ranges::find(candidates, symbol);
        if (!quoted && found != candidates.end())
            ++line[static_cast<std::size_t>(found - candidates.begin())];
    }
    if (lines.empty() && !empty) lines.push_back(line);
    return lines;
}

} // namespace

char separator_of(std::string_view start, const Reading& reading) {
    if (reading.separator) return *reading.separator;
    const char decimal = reading.numbers.decimal;
    const char none = decimal == ',' ? ';' : ',';
    auto lines = occurrences_of(start);
    if (lines.empty()) return none;
    for (auto& line : lines)
        for (std::size_t i = 0; i < candidates.size(); ++i)
            if (candidates[i] == decimal) line[i] = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const auto as_often = [&](const Occurrences& line) { return line[i] == lines.front()[i]; };
        if (lines.front()[i] > 0 && std::ranges::all_of(lines, as_often)) return candidates[i];
    }
    const auto* const max = std::max_element(lines.front().begin(), lines.front().end() - 1);
    return *max > 0 ? candidates[static_cast<std::size_t>(max - lines.front().begin())] : none;
}

namespace {

/// The fields of a line. Quotes have no effect.
std::vector<std::string_view> split(std::string_view line, char separator) {
    std::vector<std::string_view> fields;
    for (line = trimmed(line);;) {
        const auto end = std::min(line.find(separator), line.size());
        fields.push_back(line.substr(0, end));
        if (end == line.size()) return fields;
        line.remove_prefix(end + 1);
        if (separator == ' ') line = trimmed(line);
    }
}

} // namespace

std::size_t table_begin(std::string_view start, const Reading& reading) {
    // Some programs write this mark at the start of UTF-8 text.
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    const auto line_at = [&](std::size_t at) {
        auto line = start.substr(at, std::min(start.find('\n', at), start.size()) - at);
        if (line.ends_with('\r')) line.remove_suffix(1);
        return line;
    };
    const auto first = start.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
    std::optional<std::size_t> comment;
    auto at = first;
    for (; trimmed(line_at(at)).empty() || line_at(at).starts_with('#');) {
        if (line_at(at).starts_with('#')) comment = at;
        const auto end = start.find('\n', at);
        if (end == std::string_view::npos) return first;
        at = end + 1;
    }
    if (!comment) return at;
    const auto mark = separator_of(start.substr(at), reading);
    const auto names = line_at(*comment);
    const auto name = std::min(names.find_first_not_of("# \t"), names.size());
    const auto row = split(line_at(at), mark);
    const bool is_header =
        split(names.substr(name), mark).size() == row.size() &&
        std::ranges::any_of(row, [&](auto field) { return is_any_number(field, reading.numbers); });
    return is_header && name < names.size() ? *comment + name : at;
}

} // namespace files
