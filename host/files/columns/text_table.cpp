#include "files/columns/text_table.hpp"

#include "common/errors.hpp"
#include "common/text.hpp"
#include "files/columns/number.hpp"
#include "files/columns/rows.hpp"
#include "files/formats/format.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace files {

using common::UsageError;

namespace {

constexpr std::size_t max_named = 20;

std::optional<std::size_t> number_of(const std::string& text) {
    std::size_t number = 0;
    const auto* const end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, number);
    return error == std::errc{} && at == end ? std::optional(number) : std::nullopt;
}

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

bool is_word(const std::string& field) {
    return !is_missing(field) && !is_number(field);
}

bool is_header(std::span<const std::string> row, std::span<const std::size_t> places) {
    const bool no_numbers = std::ranges::none_of(row, is_number) && std::ranges::any_of(row, is_word);
    return std::ranges::any_of(
        places, [&](std::size_t place) { return is_word(row[place]) || (row[place].empty() && no_numbers); });
}

} // namespace

Header header_of(std::span<const std::string> first_row, std::span<const std::string> requested) {
    Header header;
    for (const auto& column : requested) {
        const auto number = number_of(column);
        const bool is_place = number && *number >= 1 && *number <= first_row.size();
        header.places.push_back(is_place ? *number - 1 : place_of_name(first_row, column));
        header.is_there = header.is_there || !is_place;
    }
    header.is_there = header.is_there || is_header(first_row, header.places);
    for (const auto place : header.places) {
        const bool is_named = header.is_there && !first_row[place].empty();
        header.names.push_back(is_named ? first_row[place] : std::to_string(place + 1));
    }
    return header;
}

namespace {

constexpr std::array candidates{'\t', ';', ','};
constexpr std::size_t max_lines = 20;

using Occurrences = std::array<std::size_t, candidates.size()>;

/// The occurrences of each candidate in each line, without empty lines; the last line counts only if it is
/// whole or the only one.
std::vector<Occurrences> occurrences_of(std::string_view start) {
    std::vector<Occurrences> lines;
    Occurrences line{};
    bool quoted = false;
    bool empty = true;
    for (const char symbol : start) {
        if (symbol == '"') quoted = !quoted;
        if (!quoted && (symbol == '\n' || symbol == '\r')) {
            if (!empty) lines.push_back(line);
            if (lines.size() == max_lines) return lines;
            line = {};
            empty = true;
            continue;
        }
        empty = false;
        const auto* const found = std::ranges::find(candidates, symbol);
        if (!quoted && found != candidates.end())
            ++line[static_cast<std::size_t>(found - candidates.begin())];
    }
    if (lines.empty() && !empty) lines.push_back(line);
    return lines;
}

} // namespace

char separator_of(std::string_view start) {
    const auto lines = occurrences_of(start);
    if (lines.empty()) return ',';
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const auto as_often = [&](const Occurrences& line) { return line[i] == lines.front()[i]; };
        if (lines.front()[i] > 0 && std::ranges::all_of(lines, as_often)) return candidates[i];
    }
    const auto* const max = std::ranges::max_element(lines.front());
    return *max > 0 ? candidates[static_cast<std::size_t>(max - lines.front().begin())] : ',';
}

namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 16U;
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf"; // UTF-8's, which some programs write

class ColumnSource : public BlockSource {
  public:
    ColumnSource(std::unique_ptr<ByteSource> text, std::unique_ptr<Rows> rows)
        : text_(std::move(text)), rows_(std::move(rows)), buffer_(block_bytes) {}

    /// Reads the first row.
    const Header& open() {
        for (bool is_first = true; !rows_->header() && !is_ended_; is_first = false)
            parse_block(first_samples_, nullptr, is_first);
        if (!rows_->header()) throw UsageError("it has no line that --column could read");
        return *rows_->header();
    }

  private:
    [[nodiscard]] bool next_block(std::vector<std::byte>& samples, const Wake* wake) override {
        samples = std::exchange(first_samples_, {});
        while (samples.empty() && !is_ended_)
            parse_block(samples, wake);
        return !samples.empty();
    }

    void parse_block(std::vector<std::byte>& samples, const Wake* wake, bool is_first = false) {
        const auto got = text_->read(buffer_, wake);
        auto text = text_of(std::span(buffer_).first(got));
        if (is_first && text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
        rows_->parse(text, samples);
        is_ended_ = got < buffer_.size();
        if (is_ended_) rows_->finish(samples);
    }

    std::unique_ptr<ByteSource> text_;
    std::unique_ptr<Rows> rows_;
    std::vector<std::byte> buffer_;
    std::vector<std::byte> first_samples_; ///< of the blocks that open() has read
    bool is_ended_ = false;
};

std::string_view name_of(char separator) {
    if (separator == ',') return "CSV";
    return separator == '\t' ? "TSV" : "text table";
}

} // namespace

Table open_columns(std::span<const std::byte> start, std::unique_ptr<ByteSource> text,
                   const Reading& reading) {
    const auto type = reading.type.value_or(histo_cl::SampleType::f64);
    require_text_type(type);
    if (std::ranges::find(start, std::byte{0}) != start.end())
        throw UsageError("it has bytes of 0, so it is no text, and --column reads tables of text");
    const auto separator = reading.separator.value_or(separator_of(text_of(start)));
    auto rows = csv_rows({reading.columns, type, separator});
    if (!rows) throw UsageError(not_built("a table of text", "libcsv-dev"));
    auto samples = std::make_unique<ColumnSource>(std::move(text), std::move(rows));
    const auto& header = samples->open();
    return {name_of(separator), {type, header.names}, std::move(samples)};
}

} // namespace files
