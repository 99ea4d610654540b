#include "files/npy_header.hpp"

#include "common/errors.hpp"
#include "common/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <string_view>
#include <utility>

namespace files {

using common::UsageError;
using histo_cl::SampleType;

namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t longest_header = 1U << 16U;
constexpr std::size_t max_dimensions = 64; // the limit of NumPy 2

std::string_view as_text(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::uint32_t byte_at(std::span<const std::byte> bytes, std::size_t at) {
    return std::to_integer<std::uint32_t>(bytes[at]);
}

/// Returns the number of bytes that hold the header's length: 2 in version 1, else 4. They are little-endian.
std::size_t length_bytes(std::span<const std::byte> start) {
    return byte_at(start, magic.size()) == 1 ? 2 : 4;
}

[[noreturn]] void fail(const std::string& what) {
    throw UsageError("its .npy header " + what);
}

/// Reads the parts of a header, and fails at anything else.
class Cursor {
  public:
    explicit Cursor(std::string_view text) : text_(text), rest_(text) {}

    /// Skips spaces. If `symbol` is next, skips it and returns true.
    bool take(char symbol) {
        skip_spaces();
        if (!rest_.starts_with(symbol)) return false;
        rest_.remove_prefix(1);
        return true;
    }
    void expect(char symbol) {
        if (!take(symbol)) fail_here(std::string("'") + symbol + "'");
    }

    /// A string in quotes of either kind. Escapes are not supported: no string of a header needs them.
    std::string_view string() {
        const char quote = take('\'') ? '\'' : '"';
        if (quote == '"') expect('"');
        const auto end = rest_.find(quote);
        if (end == std::string_view::npos) fail_here("the end of a string");
        const auto text = rest_.substr(0, end);
        rest_.remove_prefix(end + 1);
        return text;
    }

    bool boolean() {
        skip_spaces();
        for (const bool value : {false, true}) {
            const std::string_view word = value ? "True" : "False";
            if (!rest_.starts_with(word)) continue;
            rest_.remove_prefix(word.size());
            return value;
        }
        fail_here("True or False");
    }

    std::uint64_t integer() {
        skip_spaces();
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
        if (error != std::errc{}) fail_here("an integer of 0 to 2^64 - 1");
        rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
        take('L'); // written by Python 2
        return value;
    }

    /// Calls `item` for each item between `open` and `close`. A comma after the last item is optional, as in
    /// Python.
    template <class Item>
    void items(char open, char close, const Item& item) {
        expect(open);
        while (!take(close)) {
            item();
            if (take(',')) continue;
            expect(close);
            return;
        }
    }

    void expect_end() {
        skip_spaces();
        if (!rest_.empty()) fail_here("nothing more");
    }

    [[noreturn]] void fail_here(const std::string& expected) const {
        fail("has " + found() + " at byte " + std::to_string(text_.size() - rest_.size()) + ", where " +
             expected + " is expected");
    }

  private:
    void skip_spaces() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size())); }

    [[nodiscard]] std::string found() const {
        return rest_.empty() ? "its end" : "\"" + common::printable(rest_.substr(0, 12)) + "\"";
    }

    std::string_view text_;
    std::string_view rest_;
};

/// NumPy's kinds with their sizes in bytes. A bool is a byte of 0 or 1.
struct Kind {
    std::string_view text;
    SampleType type;
};
constexpr std::array kinds{
    Kind{"b1", SampleType::u8},  Kind{"u1", SampleType::u8},  Kind{"i1", SampleType::i8},
    Kind{"u2", SampleType::u16}, Kind{"i2", SampleType::i16}, Kind{"u4", SampleType::u32},
    Kind{"i4", SampleType::i32}, Kind{"u8", SampleType::u64}, Kind{"i8", SampleType::i64},
    Kind{"f2", SampleType::f16}, Kind{"f4", SampleType::f32}, Kind{"f8", SampleType::f64}};

constexpr std::string_view without_type = "V2";

/// Sets the type from a text such as "<f4": the byte order, the kind, and the size in bytes.
void set_type(Array& header, std::string_view descr) {
    const auto kind = descr.substr(std::min<std::size_t>(1, descr.size()));
    const auto* const found = std::ranges::find(kinds, kind, &Kind::text);
    const bool is_order = !descr.empty() && std::string_view("<>|=").find(descr[0]) != std::string_view::npos;
    if (!is_order || (found == kinds.end() && kind != without_type))
        fail("has samples of the type '" + common::printable(descr.substr(0, 40)) +
             "'; bool, integers of 8 to 64 bits and floats of 16 to 64 bits can be counted");
    if (found != kinds.end()) header.type = found->type;
    if (descr[0] == '<') header.byte_order = std::endian::little;
    if (descr[0] == '>') header.byte_order = std::endian::big;
}

void read_type(Cursor& cursor, Array& header) {
    if (cursor.take('[')) fail("has structured samples; those of one type each can be counted");
    set_type(header, cursor.string());
}

std::vector<std::uint64_t> shape_at(Cursor& cursor) {
    std::vector<std::uint64_t> shape;
    cursor.items('(', ')', [&] {
        shape.push_back(cursor.integer());
        if (shape.size() > max_dimensions)
            fail("has more than " + std::to_string(max_dimensions) + " dimensions");
    });
    return shape;
}

} // namespace

bool is_npy(std::span<const std::byte> start) {
    return as_text(start).starts_with(magic);
}

std::size_t npy_samples_begin(std::span<const std::byte> start) {
    const auto length_at = magic.size() + 2; // after the version; its minor part does not matter
    if (start.size() < length_at + 4) fail("ends after " + common::plural(start.size(), "byte"));
    const auto version = byte_at(start, magic.size());
    if (version < 1 || version > 3) fail("has version " + std::to_string(version) + ", not 1 to 3");
    std::size_t length = 0;
    for (auto i = length_bytes(start); i-- > 0;)
        length = length << 8U | byte_at(start, length_at + i);
    const auto begin = length_at + length_bytes(start) + length;
    if (begin > longest_header)
        fail("has " + common::grouped(begin) + " bytes, more than " + common::grouped(longest_header));
    if (begin > start.size()) fail("ends after " + common::plural(start.size(), "byte"));
    return begin;
}

Array parse_npy_header(std::span<const std::byte> start) {
    Cursor cursor(as_text(start).substr(magic.size() + 2 + length_bytes(start)));
    Array header;
    std::array<bool, 3> seen{};
    const auto once = [&](std::size_t key, std::string_view name) {
        if (std::exchange(seen[key], true)) fail("has " + std::string(name) + " twice");
    };
    cursor.items('{', '}', [&] {
        const auto key = cursor.string();
        cursor.expect(':');
        if (key == "descr") {
            once(0, key);
            read_type(cursor, header);
        } else if (key == "fortran_order") {
            once(1, key);
            header.fortran_order = cursor.boolean();
        } else if (key == "shape") {
            once(2, key);
            header.shape = shape_at(cursor);
        } else {
            fail("has the key '" + common::printable(key.substr(0, 40)) +
                 "'; descr, fortran_order and shape are allowed");
        }
    });
    cursor.expect_end();
    if (std::ranges::find(seen, false) != seen.end()) fail("lacks one of descr, fortran_order and shape");
    if (!fits_a_file(header)) fail("has a shape of 2^63 bytes or more");
    return header;
}

} // namespace files
