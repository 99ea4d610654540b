#pragma once

#include "files/byte_source.hpp"
#include "files/input_file.hpp"

#include <histo_cl/sample.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace files {

using Row = std::vector<std::string>; ///< the fields of a line

/// The first row of a table: whether it is a header, and the positions of the requested columns.
struct Header {
    bool is_there = false;           ///< false: the first row has values
    std::vector<std::size_t> places; ///< the positions of the requested columns, from 0
    std::vector<std::string> names;
    std::vector<bool> are_named; ///< whether each name is in the header; the others are positions, from 1
};

/// Finds the requested columns in the first row, and whether that row is a header. A request that is a number
/// is the column of that number, from 1, if the row has that many fields. Any other request is the name of a
/// column, and then the first row is a header. It is also a header if its field in a requested column is a
/// word, which is neither a number nor a missing value; or if that field is empty, and the row has words but
/// no numbers. `kinds`: the kinds of all columns, if they are known. These rules then ignore columns of
/// text, unless there are no other columns. Throws UsageError for a column that does not exist, and for a
/// name that several columns have.
[[nodiscard]] Header header_of(std::span<const std::string> first_row, std::span<const std::string> requested,
                               std::span<const ColumnKind> kinds = {}, const NumberStyle& style = {});

/// Like above, but finds the columns of another table: one whose name is in that table's header by its name,
/// first at its position and then anywhere; any other by its position.
[[nodiscard]] Header header_of(std::span<const std::string> first_row, std::span<const Column> columns,
                               std::span<const ColumnKind> kinds = {}, const NumberStyle& style = {});

/// Returns the offset at which the table begins: after a byte order mark, blank lines, and comments, which
/// begin with #. The last comment, after its #, is the table's header if it has as many fields as the first
/// row, and that row has a number. In a text of only comments, nothing but a byte order mark is skipped.
[[nodiscard]] std::size_t table_begin(std::string_view start, const Reading& reading = {});

/// The separator of a table that begins with this text. It is the requested one, or else the first of tab,
/// semicolon, comma, | and spaces that occurs equally often in each of the first lines, at least once.
/// Several spaces in a row are one separator. If no candidate occurs equally often, the separator is the one,
/// except spaces, that is most frequent in the first line. If that line has none, it is a comma, or a
/// semicolon if the decimal mark is a comma. Separators in quotes do not count, nor does the decimal mark.
[[nodiscard]] char separator_of(std::string_view start, const Reading& reading = {});

/// Returns what each column holds, judging by its fields in these rows; the first row may be a header. A
/// column holds numbers (or dates) if at least three quarters of its fields that are not missing are numbers
/// (or dates), otherwise text. A column with only missing fields holds numbers.
[[nodiscard]] std::vector<ColumnKind> kinds_of(std::span<const Row> rows, const NumberStyle& style);

/// Whether rows at the start of a text are a table: at least two rows, the same number of fields in each (or
/// fewer fields, if the first row has names only), and a column of numbers. A single column needs three
/// numbers and hardly anything else. A text that has a field with a bracket without a matching one is source
/// code, not a table.
[[nodiscard]] bool is_table(std::span<const Row> rows, const NumberStyle& style);

/// Whether a file that begins with `start` is text: it is not empty, and has no control characters.
[[nodiscard]] bool looks_like_text(std::span<const std::byte> start);

/// Whether a file that begins with `start` is a table of text: looks_like_text() and is_table() return true.
/// `is_whole`: `start` is the whole file. False in builds without libcsv.
[[nodiscard]] bool looks_like_table(std::span<const std::byte> start, bool is_whole, const Reading& reading);

struct Table {
    std::string_view format; ///< "CSV", "TSV", or "text table"
    Columns columns;
    std::unique_ptr<ByteSource> samples; ///< in this machine's byte order
};

/// Opens a table of text, which begins with `start`: fields in rows as in CSV (RFC 4180), with any separator.
/// Reads the first row, to find the columns of `reading`; the other rows are read with the samples. libcsv
/// splits the rows into fields. Opening and reading throw UsageError without the file's name; for a wrong
/// field the message has the line and the column.
[[nodiscard]] Table open_columns(std::span<const std::byte> start, std::unique_ptr<ByteSource> text,
                                 const Reading& reading);

/// Returns a field without the spaces and tabs around it. libcsv removes them itself, except in quoted
/// fields.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// Whether text marks a missing value: empty, NA, N/A, NaN, null or None, ignoring case.
[[nodiscard]] bool is_missing(std::string_view text);

/// Removes a leading plus, which std::from_chars() does not accept.
[[nodiscard]] std::string_view without_plus(std::string_view text);

/// Whether text is a number: an integer, or a decimal fraction with or without an exponent, or inf.
[[nodiscard]] bool is_number(std::string_view text);

/// Whether text is an integer: only digits, with or without a sign.
[[nodiscard]] bool is_integer(std::string_view text);

/// Converts a number of the style to one as C writes it: digits without separators, and a decimal point. For
/// text that is not a number of the style, returns text that is not a number. Throws nothing.
[[nodiscard]] std::string plain_number(std::string_view text, const NumberStyle& style);

/// Throws UsageError for f16 and bf16, because numbers in text cannot be read as these types.
void require_text_type(histo_cl::SampleType type);

/// Writes the text's number to `to` as a sample of the type: integers exactly (3.0 and 1e3 are integers),
/// floats rounded once, missing values of floats as NaN. Throws UsageError for all other texts, and quotes
/// them.
void write_number(std::string_view text, histo_cl::SampleType type, std::span<std::byte> to);

/// Parses a condition such as "column < value". The operator is the first of =, ==, !=, <, <=, > and >= in
/// the text. Throws UsageError for text without an operator or a column.
[[nodiscard]] Condition parse_condition(std::string_view text);

/// Whether a field satisfies a condition. The field and the condition's value are compared as numbers if the
/// value is a number, and as dates if it is a date; a field of another kind then does not satisfy the
/// condition. Any other value is compared as text.
[[nodiscard]] bool holds(const Condition& condition, std::string_view field, const NumberStyle& style);

} // namespace files
