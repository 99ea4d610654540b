#include "files/formats/format.hpp"

#include <algorithm>

namespace files {

namespace {

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '*' || c == '-';
}

/// A line that begins with '>', and a line of nothing but letters, '*' and '-'.
bool is_fasta(const Start& start) {
    const auto text = text_of(start.bytes);
    const auto first_end = std::min(text.find('\n'), text.size());
    if (!text.starts_with('>') || first_end + 1 >= text.size()) return false;
    auto second = text.substr(first_end + 1);
    second = second.substr(0, std::min(second.find('\n'), second.size()));
    if (second.ends_with('\r')) second.remove_suffix(1);
    const auto is_control = [](char c) {
        return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\r';
    };
    return !second.empty() && std::ranges::all_of(second, is_letter) &&
           std::ranges::none_of(text.substr(0, first_end), is_control);
}

/// The letters of the sequences, without the lines of names and the ends of lines.
class SequenceSource : public BlockSource {
  public:
    explicit SequenceSource(std::unique_ptr<ByteSource> text)
        : text_(std::move(text)), buffer_(block_bytes) {}

  private:
    static constexpr std::size_t block_bytes = std::size_t{1} << 18U;

    [[nodiscard]] bool next_block(std::vector<std::byte>& block, const Wake* wake) override {
        while (block.empty()) {
            const auto got = text_->read(buffer_, wake);
            if (got == 0) return false;
            for (const auto byte : std::span(buffer_).first(got)) {
                const auto c = static_cast<char>(byte);
                if (c == '\n') is_start_ = true;
                if (c == '\n' || c == '\r') continue;
                if (is_start_) is_name_ = c == '>' || c == ';';
                is_start_ = false;
                if (!is_name_) block.push_back(byte);
            }
        }
        return true;
    }

    std::unique_ptr<ByteSource> text_;
    std::vector<std::byte> buffer_;
    bool is_start_ = true; ///< of a line
    bool is_name_ = false; ///< the line is one of names
};

std::unique_ptr<ByteSource> unpack(std::unique_ptr<ByteSource> text) {
    return std::make_unique<SequenceSource>(std::move(text));
}

} // namespace

Format fasta_format() {
    return {.name = "FASTA", .matches = is_fasta, .unpack = unpack};
}

} // namespace files
