#include "common/date.hpp"
#include "common/errors.hpp"
#include "common/number.hpp"
#include "common/text.hpp"
#include "files/columns/text_table.hpp"
#include "files/formats/format.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#ifdef HISTO_CL_HAS_LIBCSV
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <csv.h>
#include <exception>
#include <numeric>
#include <optional>
#include <type_traits>
#include <unordered_map>
#endif

namespace files {

using common::UsageError;

bool looks_like_text(std::span<const std::byte> start) {
    const auto is_control = [](char symbol) {
        const auto code = static_cast<unsigned char>(symbol);
        return code == 0x7f || (code < 0x20 && symbol != '\t' && symbol != '\n' && symbol != '\r');
    };
    return !start.empty() && std::ranges::none_of(text_of(start), is_control);
}

#ifdef HISTO_CL_HAS_LIBCSV

namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 16U;
constexpr double max_exact = 0x1p53; ///< doubles represent all integers below it

constexpr std::size_t longest_field = std::size_t{1} << 20U;
constexpr std::size_t longest_first_row = std::size_t{1} << 24U; // bytes of its text, plus one per field

/// Splits a table of text into rows of fields, with libcsv. The text may come in parts of any length. libcsv
/// is written in C and calls back for each field and row, so exceptions of the callbacks are kept until it
/// returns. A Sink has take(field), and end(follows_blank) for the end of a row. `follows_blank` says whether
/// a blank line precedes the row. If the separator is a space, any number of spaces separates two fields.
template <class Sink>
class CsvParser {
  public:
    CsvParser(char separator, Sink& sink) : sink_(sink), squeezes_(separator == ' ') {
        ::csv_init(&parser_, 0);
        ::csv_set_delim(&parser_, static_cast<unsigned char>(separator));
        ::csv_set_realloc_func(&parser_, realloc_field);
    }
    CsvParser(const CsvParser&) = delete;
    CsvParser& operator=(const CsvParser&) = delete;
    ~CsvParser() { ::csv_free(&parser_); }

    /// Passes the fields and rows that end in the text to the sink. Throws UsageError that names the line; so
    /// does finish().
    void parse(std::string_view text) {
        while (!text.empty()) { // one line at a time, for the line number in messages
            const auto line = text.substr(0, std::min(text.find('\n'), text.size() - 1) + 1);
            const auto given = squeezes_ ? squeezed(line) : std::string();
            const auto fed = squeezes_ ? std::string_view(given) : line;
            if (is_at_start_ && (line == "\n" || line == "\r\n")) follows_blank_ = true;
            const auto done = ::csv_parse(&parser_, fed.data(), fed.size(), take_field, end_row, this);
            rethrow();
            if (done < fed.size()) fail_as_unparsed();
            is_at_start_ = line.ends_with('\n');
            if (is_at_start_) ++line_;
            text.remove_prefix(line.size());
        }
    }

    /// Ends the last row, which may have no newline.
    void finish() {
        ::csv_set_opts(&parser_, CSV_STRICT | CSV_STRICT_FINI); // rejects a quoted field without an end
        const int code = ::csv_fini(&parser_, take_field, end_row, this);
        rethrow();
        if (code != 0) fail_as_unparsed();
    }

    /// Counts the lines of a text that is not parsed.
    void skip(std::string_view text) { line_ += static_cast<std::uint64_t>(std::ranges::count(text, '\n')); }

    [[nodiscard]] std::string at() const { return "line " + common::grouped(line_); }

  private:
    static void* realloc_field(void* field, std::size_t bytes) {
        return bytes <= longest_field ? std::realloc(field, bytes) : nullptr;
    }

    static void take_field(void* field, std::size_t bytes, void* user) {
        static_cast<CsvParser*>(user)->guarded([=](Sink& sink) {
            sink.take({static_cast<const char*>(field), bytes});
        });
    }
    static void end_row(int /*symbol*/, void* user) {
        auto& parser = *static_cast<CsvParser*>(user);
        const bool follows_blank = std::exchange(parser.follows_blank_, false);
        parser.guarded([=](Sink& sink) { sink.end(follows_blank); });
    }

    /// Returns the text with one space between fields, and none before and after them, except in quotes.
    std::string squeezed(std::string_view text) {
        std::string result;
        for (const char symbol : text) {
            if (symbol == '"') is_quoted_ = !is_quoted_;
            if (!is_quoted_ && (symbol == ' ' || symbol == '\t')) {
                has_space_ = true;
                continue;
            }
            const bool ends = symbol == '\n' || symbol == '\r';
            if (has_space_ && has_field_ && !ends) result += ' ';
            has_space_ = false;
            has_field_ = !ends || is_quoted_;
            result += symbol;
        }
        return result;
    }

    template <class Step>
    void guarded(Step step) noexcept {
        if (failure_) return;
        try {
            step(sink_);
        } catch (...) {
            failure_ = std::current_exception();
        }
    }
    void rethrow() {
        if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    }

    [[noreturn]] void fail_as_unparsed() {
        const int code = ::csv_error(&parser_);
        if (code == CSV_EPARSE) throw UsageError(at() + " ends within a quoted field");
        throw UsageError(at() + " has a field of more than " + common::byte_size(longest_field));
    }

    Sink& sink_;
    bool squeezes_;
    bool is_quoted_ = false;     ///< squeezed(): the next character is inside quotes
    bool has_space_ = false;     ///< squeezed(): spaces precede the next character
    bool has_field_ = false;     ///< squeezed(): a field of this line precedes the next character
    bool is_at_start_ = true;    ///< the next text is the start of a line
    bool follows_blank_ = false; ///< a blank line precedes the current row
    csv_parser parser_{};
    std::exception_ptr failure_ = nullptr;
    std::uint64_t line_ = 1;
};

/// The rows of the table in the first 16 KiB of a text. A last row without a newline is left out, unless
/// `is_whole` and the text has at most 16 KiB.
std::vector<Row> first_rows(std::string_view start, bool is_whole, char separator) {
    constexpr std::size_t max_bytes = std::size_t{1} << 14U;
    is_whole = is_whole && start.size() <= max_bytes;
    start = start.substr(0, max_bytes);
    struct Sink {
        std::vector<Row> rows;
        Row row;
        bool ended = false;
        void take(std::string_view field) { row.emplace_back(field); }
        void end(bool follows_blank) {
            ended = ended || (follows_blank && rows.size() > 1 && row.size() != rows.front().size());
            if (!ended) rows.push_back(std::move(row));
            row.clear();
        }
    } sink;
    CsvParser parser(separator, sink);
    try {
        parser.parse(start);
        if (is_whole) parser.finish();
    } catch (const UsageError&) { // for example, a quote is still open
    }
    return std::move(sink.rows);
}

/// Maps the texts of a column to their indices.
class Texts {
  public:
    /// Returns the index of a text in column.texts. A new text is added, unless there are already `max`
    /// texts, or too many bytes of texts. From then on, the index of any new text is the number of texts.
    [[nodiscard]] std::size_t index(std::string_view text, Column& column, std::size_t max) {
        constexpr std::size_t max_bytes = std::size_t{1} << 26U;
        auto& texts = column.texts;
        for (; known_ < texts.size(); ++known_) { // includes texts that another file has added
            places_.emplace(texts[known_], known_);
            bytes_ += texts[known_].size();
        }
        const auto found = places_.find(std::string(text));
        if (found != places_.end()) return found->second;
        column.others = column.others || texts.size() == max || bytes_ + text.size() > max_bytes;
        if (column.others) return texts.size();
        texts.emplace_back(text);
        return texts.size() - 1;
    }

  private:
    std::unordered_map<std::string, std::size_t> places_;
    std::size_t known_ = 0;
    std::size_t bytes_ = 0;
};

/// Converts the rows of a text table to samples.
class Rows {
  public:
    Rows(const Reading& reading, histo_cl::SampleType type, char separator, std::vector<ColumnKind> kinds)
        : reading_(reading), type_(type), sample_bytes_(histo_cl::bytes(type)), kinds_(std::move(kinds)),
          parser_(separator, *this) {}

    /// Counts the lines before the table.
    void skip(std::string_view text) { parser_.skip(text); }

    /// Appends the samples of the rows that end in the text. Throws UsageError that names the line and, for a
    /// wrong field, the column; so does finish().
    void parse(std::string_view text, std::vector<std::byte>& samples) {
        samples_ = &samples;
        parser_.parse(text);
    }
    void finish(std::vector<std::byte>& samples) {
        samples_ = &samples;
        parser_.finish();
    }

    /// Null until the first row has been parsed.
    [[nodiscard]] const std::shared_ptr<std::vector<Column>>& found() const { return found_; }
    /// Returns where another table begins, such as "line 12"; empty if there is none. The other table is not
    /// read.
    [[nodiscard]] const std::shared_ptr<std::string>& other_table() const { return other_table_; }

    void take(std::string_view field) {
        if (!found_) return take_first(field);
        const auto place = column_++;
        if (place < is_read_.size() && is_read_[place]) fields_[place].assign(field);
    }

    void end(bool follows_blank) {
        if (!found_) {
            const auto row = std::exchange(first_row_, {});
            if (open_table(row)) return;
            for (const auto& field : row)
                take(field);
        }
        const auto fields = std::exchange(column_, 0);
        if (follows_blank && has_rows_ && fields != fields_.size() && other_table_->empty() &&
            !reading_.strict)
            *other_table_ = parser_.at();
        has_rows_ = true;
        if (!other_table_->empty()) return;
        if (reading_.count && rows_ >= *reading_.count) return;
        for (auto place = fields; place < fields_.size(); ++place)
            fields_[place].clear();
        const bool is_left_out = std::ranges::any_of(conditions_, [&](const auto& one) {
            return !holds(*one.second, fields_[one.first], reading_.numbers);
        });
        if (is_left_out) return;
        ++rows_;
        for (std::size_t i = 0; i < places_.size(); ++i)
            add(i, fields);
    }

  private:
    void take_first(std::string_view field) {
        first_bytes_ += field.size() + 1;
        if (first_bytes_ > longest_first_row)
            throw UsageError(parser_.at() + ": it has more than " + common::byte_size(longest_first_row));
        first_row_.emplace_back(field);
    }

    /// Finds the columns; returns whether the row is a header.
    bool open_table(const Row& row) {
        const auto header = reading_.found
                                ? header_of(row, std::span(*reading_.found), kinds_, reading_.numbers)
                                : header_of(row, requested(row), kinds_, reading_.numbers);
        places_ = header.places;
        found_ = reading_.found && !reading_.apart ? reading_.found : described(header);
        is_read_.resize(row.size());
        fields_.resize(row.size());
        texts_.resize(places_.size());
        for (const auto place : places_)
            is_read_[place] = true;
        for (const auto& condition : reading_.where) {
            const auto place = header_of(row, std::span(&condition.column, 1)).places.front();
            is_read_[place] = true;
            conditions_.emplace_back(place, &condition);
        }
        return header.is_there;
    }

    /// The requested columns; by default all, the one of Reading::group_by last.
    [[nodiscard]] std::vector<std::string> requested(const Row& row) const {
        auto columns = reading_.columns;
        if (columns.empty()) {
            for (std::size_t place = 1; place <= row.size(); ++place)
                columns.push_back(std::to_string(place));
            if (reading_.group_by) std::erase(columns, place_text(row, *reading_.group_by));
        }
        if (reading_.group_by) columns.push_back(*reading_.group_by);
        return columns;
    }

    [[nodiscard]] static std::string place_text(const Row& row, const std::string& column) {
        return std::to_string(header_of(row, std::span(&column, 1)).places.front() + 1);
    }

    [[nodiscard]] std::shared_ptr<std::vector<Column>> described(const Header& header) const {
        auto columns = std::make_shared<std::vector<Column>>();
        for (std::size_t i = 0; i < header.places.size(); ++i) {
            const auto place = header.places[i];
            const bool is_group = reading_.group_by && i + 1 == header.places.size();
            const bool is_number = reading_.type || place >= kinds_.size();
            columns->push_back({.name = header.names[i],
                                .kind = is_group    ? ColumnKind::text
                                        : is_number ? ColumnKind::number
                                                    : kinds_[place],
                                .place = place,
                                .named = header.are_named[i]});
        }
        return columns;
    }

    /// Appends the sample of a column. All fields of a row with too many fields are bad, because it is
    /// unknown to which columns they belong.
    void add(std::size_t i, std::size_t fields) {
        auto& column = (*found_)[i];
        const auto place = places_[i];
        const auto begin = samples_->size();
        samples_->resize(begin + sample_bytes_);
        const auto sample = std::span(*samples_).subspan(begin);
        try {
            require_place(place, fields);
            if (place < fields)
                write(column, i, fields_[place], sample);
            else
                write_missing(column, sample);
        } catch (const UsageError& error) {
            const auto message = parser_.at() + error.what();
            if (!reading_.strict && !histo_cl::is_float(type_) && !reading_.type)
                throw UsageError(message + "; the first rows have integers beyond 2^53, so samples are " +
                                 std::string(name(type_)) + " (--column and --type f64 round them)");
            if (reading_.strict || !histo_cl::is_float(type_)) throw UsageError(message);
            if (column.bad++ == 0) column.first_bad = message;
            write_number("", type_, sample);
        }
    }

    void require_place(std::size_t place, std::size_t fields) const {
        if (fields > fields_.size())
            throw UsageError(" has " + common::plural(fields, "field") + ", but the first row has " +
                             common::grouped(fields_.size()) +
                             ": a field with a separator in it has to be in double quotes");
        if (place >= fields && (reading_.strict || !histo_cl::is_float(type_)))
            throw UsageError(" has " + common::plural(fields, "field") + ", but column " +
                             std::to_string(place + 1) + " is requested");
    }

    void write(Column& column, std::size_t i, std::string_view field, std::span<std::byte> to) try {
        if (column.kind != ColumnKind::number && is_missing(field)) {
            write_missing(column, to);
        } else if (column.kind == ColumnKind::text) {
            write_value(texts_[i].index(field, column, max_texts_of_type()), to);
        } else if (column.kind == ColumnKind::date) {
            const auto date = common::date_typed(field);
            if (!date) throw UsageError("'" + common::printable(field) + "' is not a date");
            write_value(*date, to);
        } else {
            write_number_of_style(field, to);
            note_number(column, field, to);
        }
    } catch (const UsageError& error) {
        throw UsageError(", column " + common::printable(column.name) + ": " + error.what());
    }

    void write_missing(Column& column, std::span<std::byte> to) const {
        write_number("", type_, to);
        ++column.missing;
    }

    void write_number_of_style(std::string_view field, std::span<std::byte> to) const {
        if (reading_.numbers == NumberStyle{}) return write_number(field, type_, to);
        const auto number = plain_number(field, reading_.numbers);
        if (!is_number(number) && !is_missing(number))
            throw UsageError("'" + common::printable(field) + "' is not a number");
        write_number(number, type_, to);
    }

    void note_number(Column& column, std::string_view field, std::span<const std::byte> sample) const {
        const auto note = [&](auto value) {
            std::memcpy(&value, sample.data(), sizeof value);
            if (std::isnan(value))
                ++column.missing;
            else if (value != std::trunc(value))
                column.whole = false;
            else if (std::abs(value) >= max_exact && is_integer(plain_number(field, reading_.numbers)))
                column.rounded = true;
        };
        if (type_ == histo_cl::SampleType::f64) note(double{});
        if (type_ == histo_cl::SampleType::f32) note(float{});
    }

    template <class Value>
    void write_value(Value value, std::span<std::byte> to) const {
        histo_cl::with_sample_type(type_, [&]<class Sample>(std::type_identity<Sample> /*sample*/) {
            if constexpr (std::is_arithmetic_v<Sample>) {
                const auto sample = static_cast<Sample>(value);
                std::memcpy(to.data(), &sample, sizeof sample);
            }
        });
    }

    /// The maximum number of texts, so that every index of a text is a value of the type.
    [[nodiscard]] std::size_t max_texts_of_type() const {
        return sample_bytes_ == 1 ? 127 : sample_bytes_ == 2 ? 32'767 : max_texts;
    }

    const Reading& reading_;
    histo_cl::SampleType type_;
    std::size_t sample_bytes_;
    std::vector<ColumnKind> kinds_; ///< the kinds of all columns, or empty
    std::vector<std::byte>* samples_ = nullptr;
    Row first_row_;
    std::size_t first_bytes_ = 0;
    std::shared_ptr<std::vector<Column>> found_; ///< the columns that are read, see Reading::found
    std::vector<std::size_t> places_;            ///< the positions of the columns that are read
    std::vector<Texts> texts_;                   ///< the texts of the columns that are read
    /// The conditions, each with the position of its column.
    std::vector<std::pair<std::size_t, const Condition*>> conditions_;
    std::vector<bool> is_read_; ///< whether the field at each position is needed
    Row fields_;                ///< the fields of the current row
    std::size_t column_ = 0;    ///< the column of the next field, from 0
    std::uint64_t rows_ = 0;
    bool has_rows_ = false; ///< a row after the first has been read
    std::shared_ptr<std::string> other_table_ = std::make_shared<std::string>();
    CsvParser<Rows> parser_;
};

class ColumnSource : public BlockSource {
  public:
    ColumnSource(std::unique_ptr<ByteSource> text, Reading reading, histo_cl::SampleType type, char separator,
                 std::vector<ColumnKind> kinds, std::size_t begin)
        : text_(std::move(text)), reading_(std::move(reading)),
          rows_(reading_, type, separator, std::move(kinds)), buffer_(block_bytes), begin_(begin) {}

    /// Reads the first row.
    std::shared_ptr<std::vector<Column>> open() {
        while (!rows_.found() && !is_ended_)
            parse_block(first_samples_, nullptr);
        if (!rows_.found()) throw UsageError("it has no line that --column could read");
        return rows_.found();
    }

    [[nodiscard]] const std::shared_ptr<std::string>& other_table() const { return rows_.other_table(); }

  private:
    [[nodiscard]] bool next_block(std::vector<std::byte>& samples, const Wake* wake) override {
        samples = std::exchange(first_samples_, {});
        while (samples.empty() && !is_ended_)
            parse_block(samples, wake);
        return !samples.empty();
    }

    void parse_block(std::vector<std::byte>& samples, const Wake* wake) {
        const auto got = text_->read(buffer_, wake);
        const auto text = text_of(std::span(buffer_).first(got));
        const auto skipped = std::min(std::exchange(begin_, 0), text.size());
        rows_.skip(text.substr(0, skipped));
        rows_.parse(text.substr(skipped), samples);
        is_ended_ = got < buffer_.size();
        if (is_ended_ && !(wake != nullptr && wake->is_awake()))
            rows_.finish(samples); // otherwise the last row may be incomplete
    }

    std::unique_ptr<ByteSource> text_;
    Reading reading_;
    Rows rows_;
    std::vector<std::byte> buffer_;
    std::size_t begin_;                    ///< bytes before the table that have not been skipped
    std::vector<std::byte> first_samples_; ///< the samples of the blocks that open() has read
    bool is_ended_ = false;
};

std::string_view name_of(char separator) {
    if (separator == ',') return "CSV";
    return separator == '\t' ? "TSV" : "text table";
}

} // namespace

bool looks_like_table(std::span<const std::byte> start, bool is_whole, const Reading& reading) {
    if (!looks_like_text(start)) return false;
    auto text = text_of(start);
    text.remove_prefix(table_begin(text, reading));
    const auto separator = separator_of(text, reading);
    const auto rows = first_rows(text, is_whole, separator);
    if (!is_table(rows, reading.numbers)) return false;
    const bool may_be_prose = separator == ' ' && !reading.separator;
    return !may_be_prose || std::ranges::count(kinds_of(rows, reading.numbers), ColumnKind::text) == 0;
}

namespace {

/// The type for the columns' samples: i64 or u64 if the rows have only integers in these columns, one of them
/// is at least 2^53 or at most -2^53, and the type holds them all. Otherwise, and with Reading::group_by,
/// f64.
histo_cl::SampleType type_of(std::span<const Row> rows, const Reading& reading,
                             std::span<const ColumnKind> kinds) {
    using enum histo_cl::SampleType;
    if (rows.size() < 2 || reading.group_by) return f64;
    std::vector<std::size_t> places(rows.front().size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    if (!reading.columns.empty())
        places = header_of(rows.front(), reading.columns, kinds, reading.numbers).places;
    bool is_large = false;
    bool fits_i64 = true;
    bool fits_u64 = true;
    for (const auto& row : rows.subspan(1))
        for (const auto place : places) {
            const auto number = place < row.size() ? plain_number(row[place], reading.numbers) : "";
            if (!is_integer(number)) return f64;
            is_large = is_large || std::abs(std::strtod(number.c_str(), nullptr)) >= max_exact;
            fits_i64 = fits_i64 && common::entire<std::int64_t>(without_plus(number));
            fits_u64 = fits_u64 && common::entire<std::uint64_t>(without_plus(number));
        }
    if (!is_large || !(fits_i64 || fits_u64)) return f64;
    return fits_i64 ? i64 : u64;
}

} // namespace

#else

bool looks_like_table(std::span<const std::byte>, bool, const Reading&) {
    return false;
}

#endif

Table open_columns(std::span<const std::byte> start, std::unique_ptr<ByteSource> text,
                   const Reading& reading) {
    require_text_type(reading.type.value_or(histo_cl::SampleType::f64));
    if (std::ranges::find(start, std::byte{0}) != start.end())
        throw UsageError("it has bytes of 0, so it is not text, and --column reads tables of text");
    const auto begin = table_begin(text_of(start), reading);
    const auto table = text_of(start).substr(begin);
    auto separator = separator_of(table, reading);
#ifdef HISTO_CL_HAS_LIBCSV
    const bool is_whole = start.size() < block_bytes;
    auto rows = first_rows(table, is_whole, separator);
    auto kinds = kinds_of(rows, reading.numbers);
    const bool are_texts = std::ranges::count(kinds, ColumnKind::text) == std::ssize(kinds);
    if (separator == ' ' && !reading.separator && are_texts) { // probably one column, whose texts have spaces
        separator = ',';
        rows = first_rows(table, is_whole, separator);
        kinds = kinds_of(rows, reading.numbers);
    }
    const auto type = reading.type           ? *reading.type
                      : reading.columns_type ? *reading.columns_type
                                             : type_of(rows, reading, kinds);
    auto samples =
        std::make_unique<ColumnSource>(std::move(text), reading, type, separator, std::move(kinds), begin);
    auto found = samples->open();
    Columns columns{type, std::move(found), reading.columns.empty(), samples->other_table()};
    return {name_of(separator), std::move(columns), std::move(samples)};
#else
    static_cast<void>(text);
    static_cast<void>(separator);
    throw UsageError(not_built("a table of text", "libcsv-dev"));
#endif
}

} // namespace files
