#include "files/formats/format.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace files {

namespace {

constexpr std::size_t longest_header = std::size_t{1} << 16U; // bytes, including comments
constexpr std::string_view spaces = " \t\r\n\v\f";

bool is_space(char symbol) {
    return spaces.find(symbol) != std::string_view::npos;
}

bool is_pnm(const Start& start) {
    const auto text = text_of(start.bytes);
    return text.size() > 3 && (text.starts_with("P5") || text.starts_with("P6")) && is_space(text[2]) &&
           (is_space(text[3]) || text[3] == '#' || (text[3] >= '1' && text[3] <= '9'));
}

/// The numbers of a header, after its magic number.
class Cursor {
  public:
    explicit Cursor(std::string_view text) : text_(text) {}

    std::uint64_t number(std::string_view what, std::uint64_t max) {
        skip_spaces();
        std::uint64_t value = 0;
        const auto begin = at_;
        for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9' && value <= max; ++at_)
            value = 10 * value + static_cast<std::uint64_t>(text_[at_] - '0');
        if (at_ == begin || value == 0 || value > max)
            fail_as_unreadable("PNM", "its " + std::string(what) + " is not 1 to " + std::to_string(max));
        return value;
    }

    /// The offset of the samples, which a single space separates from the last number.
    [[nodiscard]] std::uint64_t samples_begin() const {
        if (at_ >= text_.size() || !is_space(text_[at_]))
            fail_as_unreadable("PNM", "no space ends its header");
        return at_ + 1;
    }

  private:
    /// Skips spaces and comments, which go from # to the end of a line.
    void skip_spaces() {
        while (at_ < text_.size() && (is_space(text_[at_]) || text_[at_] == '#')) {
            if (text_[at_] == '#') at_ = std::min(text_.find('\n', at_), text_.size() - 1);
            ++at_;
        }
    }

    std::string_view text_;
    std::size_t at_ = 2;
};

/// The array that a header describes, and where its samples begin.
std::pair<Array, std::uint64_t> header_of(const SeekableFile& file) {
    std::vector<std::byte> start(longest_header);
    start.resize(file.read(0, start));
    const auto text = text_of(start);
    constexpr std::uint64_t longest_side = 1U << 30U;
    Cursor cursor(text);
    const auto width = cursor.number("width", longest_side);
    const auto height = cursor.number("height", longest_side);
    const auto largest = cursor.number("largest value", 65'535);
    Array array{.type = largest < 256 ? histo_cl::SampleType::u8 : histo_cl::SampleType::u16,
                .byte_order = std::endian::big,
                .shape = {height, width}};
    add_channels(array, text.starts_with("P6") ? 3 : 1);
    return {std::move(array), cursor.samples_begin()};
}

/// The samples, without what may follow them, such as another image.
class PixelSource : public ByteSource {
  public:
    PixelSource(SeekableFile file, std::uint64_t begin, std::uint64_t end)
        : file_(std::move(file)), at_(begin), end_(end) {}

    [[nodiscard]] std::size_t read(std::span<std::byte> to, const Wake* /*wake*/) override {
        const auto bytes = static_cast<std::size_t>(std::min<std::uint64_t>(to.size(), end_ - at_));
        if (file_.read(at_, to.first(bytes)) < bytes) fail_as_unreadable("PNM", "it ends too early");
        at_ += bytes;
        return bytes;
    }

  private:
    SeekableFile file_;
    std::uint64_t at_;
    std::uint64_t end_;
};

Decoded decode(SeekableFile file, std::string_view /*part*/) {
    auto [array, begin] = header_of(file);
    if (!fits_a_file(array) || begin + samples_of(array) * sample_bytes(array) > file.size())
        fail_as_unreadable("PNM", "it ends too early");
    const auto end = begin + samples_of(array) * sample_bytes(array);
    return {std::move(array), std::make_unique<PixelSource>(std::move(file), begin, end)};
}

} // namespace

Format pnm_format() {
    return {.name = "PNM", .matches = is_pnm, .package = "", .decode = decode};
}

} // namespace files
