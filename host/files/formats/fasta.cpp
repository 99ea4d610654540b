#include "common/text.hpp"
#include "files/formats/format.hpp"

#include <algorithm>
#include <array>

namespace files {

namespace {

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '*' || c == '-' || c == '.';
}

bool are_letters(std::string_view line) {
    return !line.empty() && std::ranges::all_of(line, is_letter);
}

/// The first lines of a text, without their ends; empty beyond the text.
std::array<std::string_view, 4> first_lines(std::string_view text) {
    std::array<std::string_view, 4> lines;
    for (auto& line : lines) {
        line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        if (line.ends_with('\r')) line.remove_suffix(1);
    }
    return lines;
}

/// Whether the file begins with a line that begins with '>', and a line of letters. NCBI separates several
/// names by the character 1.
bool is_fasta(const Start& start) {
    const auto lines = first_lines(text_of(start.bytes));
    const auto is_control = [](char c) {
        return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != 1;
    };
    return lines[0].starts_with('>') && lines[0].size() > 1 && std::ranges::none_of(lines[0], is_control) &&
           are_letters(lines[1]);
}

/// Whether the file begins with a line that begins with '@', a line of letters, a line that begins with '+',
/// and as many qualities as letters.
bool is_fastq(const Start& start) {
    const auto lines = first_lines(text_of(start.bytes));
    return lines[0].starts_with('@') && are_letters(lines[1]) && lines[2].starts_with('+') &&
           lines[3].size() == lines[1].size();
}

/// The letters of the sequences, without other lines and the ends of lines.
template <bool is_fastq>
class SequenceSource : public BlockSource {
  public:
    explicit SequenceSource(std::unique_ptr<ByteSource> text)
        : text_(std::move(text)), buffer_(block_bytes) {}

  private:
    static constexpr std::size_t block_bytes = std::size_t{1} << 18U;

    [[nodiscard]] bool next_block(std::vector<std::byte>& block, const Wake* wake) override {
        while (block.empty()) {
            const auto got = text_->read(buffer_, wake);
            if (got == 0) {
                if (is_fastq) end_record();
                return false;
            }
            for (const auto byte : std::span(buffer_).first(got)) {
                const auto c = static_cast<char>(byte);
                // Counts line ends, except those of blank lines between FASTQ records.
                if (c == '\n' && !(is_fastq && is_start_ && lines_ % 4 == 0)) {
                    is_start_ = true;
                    ++lines_;
                }
                if (c == '\n' || c == '\r') continue;
                if (is_start_) begin_line(c);
                is_start_ = false;
                if (has_letters_) block.push_back(byte);
                letters_ += has_letters_ ? 1U : 0U;
                qualities_ += lines_ % 4 == 3 ? 1U : 0U;
            }
        }
        return true;
    }

    /// Throws unless the FASTQ record that ends here is complete, with a quality for each letter.
    void end_record() {
        const auto place = lines_ % 4;
        const bool is_whole = (place == 0 && is_start_) || (place == 3 && !is_start_);
        if (letters_ != qualities_ || !is_whole)
            fail_as_unreadable("FASTQ", "the record before line " + common::grouped(lines_ + 1) +
                                            " does not have a quality for each letter");
        letters_ = qualities_ = 0;
    }

    void begin_line(char c) {
        if (is_fastq && lines_ % 4 == 0) end_record();
        has_letters_ = is_fastq ? lines_ % 4 == 1 : c != '>' && c != ';';
        if (is_fastq && ((lines_ % 4 == 0 && c != '@') || (lines_ % 4 == 2 && c != '+')))
            fail_as_unreadable("FASTQ", "line " + common::grouped(lines_ + 1) + " does not begin with " +
                                            (lines_ % 4 == 0 ? "'@'" : "'+'"));
    }

    std::unique_ptr<ByteSource> text_;
    std::vector<std::byte> buffer_;
    std::uint64_t lines_ = 0;                   ///< number of lines that have ended
    std::uint64_t letters_ = 0, qualities_ = 0; ///< numbers of letters and of qualities in the current record
    bool is_start_ = true;                      ///< the next character is the first of a line
    bool has_letters_ = false;
};

template <bool is_fastq>
std::unique_ptr<ByteSource> unpack(std::unique_ptr<ByteSource> text) {
    return std::make_unique<SequenceSource<is_fastq>>(std::move(text));
}

} // namespace

Format fasta_format() {
    return {.name = "FASTA", .matches = is_fasta, .unpack = unpack<false>};
}

Format fastq_format() {
    return {.name = "FASTQ", .matches = is_fastq, .unpack = unpack<true>};
}

} // namespace files
