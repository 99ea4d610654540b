#pragma once

#include "files/byte_source.hpp"
#include "files/input_file.hpp"

#include <histo_cl/sample.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace files {

/// The first row of a table: whether it is a header, and the positions of the requested columns.
struct Header {
    bool is_there = false;           ///< false: the first row has values
    std::vector<std::size_t> places; ///< the positions of the requested columns, from 0
    std::vector<std::string> names;
};

/// Finds the requested columns in the first row, and whether that row is a header. A request that is a number
/// is the column of that number, from 1, if the row has that many fields. Any other request is the name of a
/// column, and then the first row is a header. It is also a header if its field in a requested column is a
/// word, which is neither a number nor a missing value; or if that field is empty, and the row has words but
/// no numbers. Throws UsageError for a column that does not exist, and for a name of several columns.
[[nodiscard]] Header header_of(std::span<const std::string> first_row,
                               std::span<const std::string> requested);

/// The separator of a table that begins with this text. It is the first of tab, semicolon and comma that
/// occurs equally often in each of the first lines, at least once. If there is none, it is the most frequent
/// of them in the first line, or a comma if that line has none. Quoted fields are skipped.
[[nodiscard]] char separator_of(std::string_view start);

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

/// Whether text marks a missing value: empty, NA, N/A, NaN, null or None, ignoring case.
[[nodiscard]] bool is_missing(std::string_view text);

/// Whether text is a number: an integer, or a decimal fraction with or without an exponent, or inf.
[[nodiscard]] bool is_number(std::string_view text);

/// Throws UsageError for types that numbers cannot be read as: f16 and bf16.
void require_text_type(histo_cl::SampleType type);

/// Writes the text's number to `to` as a sample of the type: integers exactly (3.0 and 1e3 are integers),
/// floats rounded once, missing values of floats as NaN. Throws UsageError for all other texts, and quotes
/// them.
void write_number(std::string_view text, histo_cl::SampleType type, std::span<std::byte> to);

} // namespace files
