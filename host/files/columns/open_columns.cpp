#include "common/errors.hpp"
#include "common/text.hpp"
#include "files/columns/text_table.hpp"
#include "files/formats/format.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#ifdef HISTO_CL_HAS_LIBCSV
#include <cstdlib>
#include <csv.h>
#include <exception>
#include <optional>
#endif

namespace files {

using common::UsageError;

#ifdef HISTO_CL_HAS_LIBCSV

namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 16U;
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf"; // UTF-8's, which some programs write

constexpr std::size_t longest_field = std::size_t{1} << 20U;
constexpr std::size_t longest_first_row = std::size_t{1} << 24U; // bytes of its text, plus one per field

/// Converts the rows of a text table to samples, with libcsv. The text may come in parts of any length.
/// libcsv is written in C and calls back for each field and row, so exceptions of the callbacks are kept
/// until it returns.
class CsvRows {
  public:
    CsvRows(std::vector<std::string> columns, histo_cl::SampleType type, char separator)
        : wanted_(std::move(columns)), type_(type), sample_bytes_(histo_cl::bytes(type)) {
        ::csv_init(&parser_, 0);
        ::csv_set_delim(&parser_, static_cast<unsigned char>(separator));
        ::csv_set_realloc_func(&parser_, realloc_field);
    }
    CsvRows(const CsvRows&) = delete;
    CsvRows& operator=(const CsvRows&) = delete;
    ~CsvRows() { ::csv_free(&parser_); }

    /// Appends the samples of the rows that end in the text. Throws UsageError with the line and, for a wrong
    /// field, the column; so does finish().
    void parse(std::string_view text, std::vector<std::byte>& samples) {
        samples_ = &samples;
        while (!text.empty()) { // one line at a time, for the line number in messages
            const auto line = text.substr(0, std::min(text.find('\n'), text.size() - 1) + 1);
            const auto done = ::csv_parse(&parser_, line.data(), line.size(), take_field, end_row, this);
            rethrow();
            if (done < line.size()) fail_as_unparsed();
            if (line.ends_with('\n')) ++line_;
            text.remove_prefix(line.size());
        }
    }

    /// Ends the last row, which may have no newline.
    void finish(std::vector<std::byte>& samples) {
        samples_ = &samples;
        ::csv_set_opts(&parser_, CSV_STRICT | CSV_STRICT_FINI); // an error if nothing ends a quoted field
        const int code = ::csv_fini(&parser_, take_field, end_row, this);
        rethrow();
        if (code != 0) fail_as_unparsed();
    }

    /// Empty until the first row has been parsed.
    [[nodiscard]] const std::optional<Header>& header() const { return header_; }

  private:
    static void* realloc_field(void* field, std::size_t bytes) {
        return bytes <= longest_field ? std::realloc(field, bytes) : nullptr;
    }

    static void take_field(void* field, std::size_t bytes, void* user) {
        static_cast<CsvRows*>(user)->guarded([=](CsvRows& rows) {
            rows.take({static_cast<const char*>(field), bytes});
        });
    }
    static void end_row(int /*symbol*/, void* user) {
        static_cast<CsvRows*>(user)->guarded([](CsvRows& rows) { rows.end(); });
    }

    template <class Step>
    void guarded(Step step) noexcept {
        if (failure_) return;
        try {
            step(*this);
        } catch (...) {
            failure_ = std::current_exception();
        }
    }
    void rethrow() {
        if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    }

    void take(std::string_view field) {
        if (!header_) return take_first(field);
        const auto column = column_++;
        for (auto i = 0U; i < places().size(); ++i)
            if (places()[i] == column) write(field, i);
    }

    void take_first(std::string_view field) {
        first_bytes_ += field.size() + 1;
        if (first_bytes_ > longest_first_row)
            throw UsageError(at() + ": it has more than " + common::byte_size(longest_first_row));
        first_row_.emplace_back(field);
    }

    void write(std::string_view field, std::size_t i) try {
        write_number(field, type_, std::span(row_).subspan(i * sample_bytes_, sample_bytes_));
    } catch (const UsageError& error) {
        throw UsageError(at() + ", column " + common::printable(header_->names[i]) + ": " + error.what());
    }

    void end() {
        if (!header_) {
            open_table();
            const auto row = std::exchange(first_row_, {});
            if (header_->is_there) return;
            for (const auto& field : row)
                take(field);
        }
        const auto last = std::ranges::max(places());
        if (column_ > fields_)
            throw UsageError(at() + " has " + common::plural(column_, "field") + ", but the first row has " +
                             common::grouped(fields_) +
                             ": a field with a separator in it has to be in double quotes");
        if (column_ <= last)
            throw UsageError(at() + " has " + common::plural(column_, "field") + ", but column " +
                             std::to_string(last + 1) + " is requested");
        samples_->insert(samples_->end(), row_.begin(), row_.end());
        column_ = 0;
    }

    void open_table() {
        header_ = header_of(first_row_, wanted_);
        fields_ = first_row_.size();
        row_.resize(places().size() * sample_bytes_);
    }

    [[nodiscard]] const std::vector<std::size_t>& places() const { return header_->places; }
    [[nodiscard]] std::string at() const { return "line " + common::grouped(line_); }

    [[noreturn]] void fail_as_unparsed() {
        const int code = ::csv_error(&parser_);
        if (code == CSV_EPARSE) throw UsageError(at() + " ends within a quoted field");
        throw UsageError(at() + " has a field of more than " + common::byte_size(longest_field));
    }

    csv_parser parser_{};
    std::vector<std::string> wanted_;
    histo_cl::SampleType type_;
    std::size_t sample_bytes_;
    std::vector<std::byte>* samples_ = nullptr;
    std::exception_ptr failure_ = nullptr;
    std::uint64_t line_ = 1;
    std::vector<std::string> first_row_;
    std::size_t first_bytes_ = 0;
    std::optional<Header> header_;
    std::size_t fields_ = 0;     ///< number of fields of the first row
    std::vector<std::byte> row_; ///< samples of the current row
    std::size_t column_ = 0;     ///< the column of the next field, from 0
};

class ColumnSource : public BlockSource {
  public:
    ColumnSource(std::unique_ptr<ByteSource> text, const Reading& reading, histo_cl::SampleType type,
                 char separator)
        : text_(std::move(text)), rows_(reading.columns, type, separator), buffer_(block_bytes) {}

    /// Reads the first row.
    const Header& open() {
        for (bool is_first = true; !rows_.header() && !is_ended_; is_first = false)
            parse_block(first_samples_, nullptr, is_first);
        if (!rows_.header()) throw UsageError("it has no line that --column could read");
        return *rows_.header();
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
        rows_.parse(text, samples);
        is_ended_ = got < buffer_.size();
        if (is_ended_ && !(wake != nullptr && wake->is_awake()))
            rows_.finish(samples); // else a row may be cut off
    }

    std::unique_ptr<ByteSource> text_;
    CsvRows rows_;
    std::vector<std::byte> buffer_;
    std::vector<std::byte> first_samples_; ///< the samples of the blocks that open() has read
    bool is_ended_ = false;
};

std::string_view name_of(char separator) {
    if (separator == ',') return "CSV";
    return separator == '\t' ? "TSV" : "text table";
}

} // namespace

#endif

Table open_columns(std::span<const std::byte> start, std::unique_ptr<ByteSource> text,
                   const Reading& reading) {
    const auto type = reading.type.value_or(histo_cl::SampleType::f64);
    require_text_type(type);
    if (std::ranges::find(start, std::byte{0}) != start.end())
        throw UsageError("it has bytes of 0, so it is not text, and --column reads tables of text");
    const auto separator = reading.separator.value_or(separator_of(text_of(start)));
#ifdef HISTO_CL_HAS_LIBCSV
    auto samples = std::make_unique<ColumnSource>(std::move(text), reading, type, separator);
    const auto& header = samples->open();
    return {name_of(separator), {type, header.names}, std::move(samples)};
#else
    static_cast<void>(text);
    static_cast<void>(separator);
    throw UsageError(not_built("a table of text", "libcsv-dev"));
#endif
}

} // namespace files
