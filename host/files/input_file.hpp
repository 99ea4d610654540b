#pragma once

#include "files/array.hpp"
#include "files/byte_source.hpp"
#include "files/missing.hpp"
#include "files/system.hpp"

#include <histo_cl/number.hpp>
#include <histo_cl/sample.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace files {

/// How numbers in text are written: 1234.5, or 1.234,5 with a decimal comma and points between thousands.
struct NumberStyle {
    char decimal = '.';
    char thousands = 0; ///< 0: digits are not grouped

    friend bool operator==(const NumberStyle&, const NumberStyle&) = default;
};

/// What a column of a table holds: numbers, dates of ISO 8601 as seconds since 1970 in UTC, or texts. The
/// samples of texts are their indices in Column::texts.
enum class ColumnKind : std::uint8_t { number, date, text };

/// A column of a table, and what has been found in its fields so far. Plain data.
struct Column {
    std::string name; ///< the name in the table's header, else the column's number, from 1
    ColumnKind kind = ColumnKind::number;
    std::size_t place = 0;               ///< its position among the fields of the first table, from 0
    bool named = false;                  ///< the name is in the header
    bool whole = true;                   ///< all numbers are integers
    bool rounded = false;                ///< some of its integers are too large to be exact as floats
    std::uint64_t missing = 0;           ///< number of fields that mark a missing value
    std::uint64_t bad = 0;               ///< number of fields neither missing nor of the column's kind
    std::string first_bad = {};          ///< the line, the field and its fault: "line 3: 'x' is not a number"
    std::vector<std::string> texts = {}; ///< different texts, in the order in which they appeared
    bool others = false; ///< there are texts beyond `texts`; the index of each is texts.size()
};

/// The maximum number of different texts in a column; all others together are one more.
inline constexpr std::size_t max_texts = std::size_t{1} << 20U;

/// Comparison of a column with a value; rows that do not satisfy it are left out.
struct Condition {
    enum class Operator : std::uint8_t { equal, not_equal, less, less_equal, greater, greater_equal };
    std::string column; ///< a name, or a number from 1
    Operator comparison = Operator::equal;
    std::string value;

    friend bool operator==(const Condition&, const Condition&) = default;
};

/// How to read the files' bytes as samples, according to the user's options.
struct Reading {
    std::optional<histo_cl::SampleType> type = {}; ///< default: the format's, else u8; f64 for columns
    std::optional<std::endian> byte_order = {};    ///< default: the format's, else the machine's
    std::vector<std::uint64_t> shape = {};         ///< shape of each file's samples; default: the format's
    bool raw = false;                              ///< reads the bytes as they are, whatever their format
    bool truncate = false;                         ///< bytes after the last whole sample are ignored
    std::uint64_t skip = 0; ///< bytes left out at the start of each file; not for files with a format
    /// The maximum number of samples, or rows of a table, that are read from each file.
    std::optional<std::uint64_t> count = {};
    /// The values that mark samples as missing; default: the format's. Empty: none are marked.
    std::optional<std::vector<histo_cl::Number>> nodata = {};
    /// The columns to read, by name or by number from 1; each file must then be a text table.
    std::vector<std::string> columns = {};
    /// Without `columns`, text for which looks_like_table() is true is read as a table, with all columns.
    bool tables = false;
    bool strict = false; ///< a bad field of a table is an error
    NumberStyle numbers = {};
    std::vector<Condition> where = {};        ///< only rows of tables that satisfy all of these are read
    std::optional<std::string> group_by = {}; ///< a column that is read as texts, after all others
    /// The columns of a table that was opened before. Tables with the same columns add what they find to
    /// them.
    std::shared_ptr<std::vector<Column>> found = {};
    bool apart = false; ///< tables have the columns of `found`, but do not add what they find to them
    /// The type of the columns' samples. Default: derived from the first rows.
    std::optional<histo_cl::SampleType> columns_type = {};
    std::optional<char> separator = {}; ///< the separator of fields; default: derived from the first lines
};

/// The columns of a text table. Their values are the samples, row by row, in the requested order.
struct Columns {
    histo_cl::SampleType type = histo_cl::SampleType::f64;
    std::shared_ptr<std::vector<Column>> found;
    bool recognized = false; ///< the table was recognized by its content, not because columns are requested
    /// Where another table begins, such as "line 12"; empty as long as none is found. The other table is not
    /// read.
    std::shared_ptr<std::string> other_table = {};

    [[nodiscard]] std::size_t size() const { return found->size(); }
};

/// An open file of samples. Regular files are read at any offset; all other files, and everything that is
/// unpacked or decoded, are read in order. Regular files of at most a page are also read in order, because
/// their reported size may be wrong, as under /proc and /sys.
struct InputFile {
    std::string name; ///< the file's name in messages
    Descriptor file;
    bool in_order = true;
    std::optional<std::uint64_t> size = {};     ///< size of a regular file when it was opened, in bytes
    std::uint64_t begin = 0;                    ///< offset of the first sample, if not read in order
    std::vector<std::string_view> formats = {}; ///< the recognized formats, the outermost first
    std::optional<Array> array = {};            ///< description of the samples, if the format has one
    std::optional<Columns> columns = {};        ///< the columns of a text table
    bool is_text = false;                       ///< text that looks like no table, read as bytes
    /// The first bytes (after a .npy header) of a file that is read in order. They have already been read.
    std::vector<std::byte> ahead = {};
    bool ended = false;                      ///< nothing follows `ahead`
    std::unique_ptr<ByteSource> source = {}; ///< the bytes after `ahead`, if the file is read in order

    // resolve() sets these; SampleReader updates `bytes` and `dropped` of files that are read in order.
    std::optional<std::uint64_t> bytes = {}; ///< number of bytes of samples, if known before they are read
    std::optional<std::uint64_t> max = {};   ///< limit of `bytes`, if the file may have more
    std::endian byte_order = std::endian::native;
    Markers markers = {};
    std::uint64_t dropped = 0; ///< number of bytes after the last whole sample; 0 until known
};

/// The recognized formats, such as "gzip, PNG, 480 x 640 x 3 u8"; empty if there are none.
[[nodiscard]] std::string recognized(const InputFile& file);

/// Number of bytes that can be samples (after a header); empty if it is not known before the file is read.
[[nodiscard]] std::optional<std::uint64_t> bytes_there(const InputFile& file);

/// Bytes of samples in all files; empty if that is not known before they are read.
[[nodiscard]] std::optional<std::uint64_t> known_bytes(std::span<const InputFile> files);

/// Reads in order until `to` is full or the file ends, and returns the number of bytes read. `wake`: see
/// ByteSource::read(). Throws UsageError that names the file, and Interrupted.
[[nodiscard]] std::size_t read_in_order(const InputFile& file, std::span<std::byte> to,
                                        const Wake* wake = nullptr);

/// Throws UsageError if a regular file has become longer or shorter since it was opened.
void require_same_size(const InputFile& file);

/// The hint in messages about files whose content cannot be read.
inline constexpr const char* raw_hint = " (--raw counts the bytes as they are)";

/// Throw UsageError with the file's name, and with the message or the code's message.
[[noreturn]] void fail_with(const InputFile& file, const std::string& message);
[[noreturn]] void fail(const InputFile& file, std::error_code code);

/// Throw UsageError. fail_as_ragged(): the number of bytes is not a whole number of samples. fail_as_short():
/// there are fewer bytes than the header declares. fail_as_long(): there are more.
[[noreturn]] void fail_as_ragged(const InputFile& file, std::uint64_t bytes, std::size_t sample_bytes);
[[noreturn]] void fail_as_short(const InputFile& file, std::uint64_t bytes);
[[noreturn]] void fail_as_long(const InputFile& file);

/// Opens a file ("-": standard input, from its current position), and recognizes it by its first bytes, not
/// its name. FILE:PART means a part of a file with parts, if no file has that name. Throws UsageError that
/// names the file and the reason.
[[nodiscard]] InputFile open_file(const std::string& path, const Reading& reading = {});

/// Resolves how the files are read, and returns their common sample type. Throws UsageError if files
/// contradict the user's options or each other. Also throws it if the number of bytes is already known, and
/// is not a whole number of samples.
[[nodiscard]] histo_cl::SampleType resolve(std::span<InputFile> files, const Reading& reading);

} // namespace files
