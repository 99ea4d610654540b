#include "files/columns/column_source.hpp"

#include "common/errors.hpp"
#include "files/columns/number.hpp"
#include "files/columns/rows.hpp"
#include "files/columns/table.hpp"
#include "files/formats/format.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace files {

using common::UsageError;

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
