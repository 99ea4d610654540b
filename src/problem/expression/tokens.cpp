#include "core/text.hpp"
#include "problem/expression/parser.hpp"
#include "problem/expression/type.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <system_error>

namespace histo_cl::expression {
namespace {

// Classes of ASCII characters, independent of the locale.
constexpr bool is_digit(char c) noexcept {
    return '0' <= c && c <= '9';
}
constexpr bool is_name_character(char c) noexcept {
    return is_digit(c) || ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '_';
}
constexpr bool is_space(char c) noexcept {
    return std::string_view(" \t\r\n\f\v").find(c) != std::string_view::npos;
}
constexpr bool is_printable(char c) noexcept {
    return ' ' <= c && c <= '~';
}

/// The symbols, longer ones first. Some are not operators of expressions and are listed only so that messages
/// show them whole.
constexpr std::array<std::string_view, 29> symbols{"<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "++", "--",
                                                   "+",  "-",  "*",  "/",  "%",  "<",  ">",  "!",  "~",  "&",
                                                   "^",  "|",  "?",  ":",  "(",  ")",  ",",  "=",  "."};

/// The length of the longest prefix that could be a number. The prefix includes a sign after the letter of an
/// exponent.
std::size_t length_of_number(std::string_view text) noexcept {
    const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    const std::string_view exponent = hexadecimal ? "pP" : "eE";
    std::size_t length = 0;
    while (length < text.size()) {
        const char c = text[length];
        const bool is_sign =
            (c == '+' || c == '-') && length > 0 && exponent.find(text[length - 1]) != std::string_view::npos;
        if (!is_name_character(c) && c != '.' && !is_sign) break;
        ++length;
    }
    return length;
}

std::string shown(char c) {
    if (is_printable(c)) return {'"', c, '"'};
    return "byte 0x" + detail::hex(static_cast<unsigned char>(c), 2);
}

} // namespace

void refuse(std::size_t at, const std::string& why) {
    detail::invalid("the expression of custom bins, column ", at + 1, ": ", why);
}

std::string shown(const Token& token) {
    constexpr std::size_t max_shown = 30;
    if (token.kind == Token::Kind::end) return "the end";
    return detail::concat("\"", token.text.substr(0, max_shown),
                          token.text.size() > max_shown ? "…\"" : "\"");
}

Tokens::Tokens(std::string_view text) : text_(text), token_(read()) {}

Token Tokens::next() {
    const auto token = token_;
    if (token.kind != Token::Kind::end) token_ = read();
    return token;
}

Token Tokens::read() {
    while (at_ < text_.size() && is_space(text_[at_]))
        ++at_;
    const auto from = at_;
    const auto rest = text_.substr(from);
    const auto taken = [&](std::size_t length) {
        at_ += length;
        return rest.substr(0, length);
    };
    if (rest.empty()) return {Token::Kind::end, rest, from};
    if (is_digit(rest[0]) || (rest.size() > 1 && rest[0] == '.' && is_digit(rest[1])))
        return number_token(taken(length_of_number(rest)), from);
    if (is_name_character(rest[0])) {
        const auto* const end = std::ranges::find_if_not(rest, is_name_character);
        return {Token::Kind::name, taken(static_cast<std::size_t>(end - rest.begin())), from};
    }
    if (rest.size() > 2 && rest[0] == '\'' && rest[2] == '\'' && is_printable(rest[1]) && rest[1] != '\'' &&
        rest[1] != '\\')
        return {Token::Kind::number, taken(3), from, Type::i32, static_cast<std::uint64_t>(rest[1])};
    for (const auto symbol : symbols)
        if (rest.starts_with(symbol)) return {Token::Kind::symbol, taken(symbol.size()), from};
    refuse(from, shown(rest[0]) + " has no place in an expression: allowed are x, i, numbers, the operators "
                                  "of C but for assignments, and calls of the listed functions");
}

namespace {

using detail::concat;

/// A literal's digits, and what its prefix and suffix specify.
struct Parts {
    std::string_view digits;
    int base = 10;
    bool is_real = false;
    bool is_float = false;    ///< suffix f
    bool is_unsigned = false; ///< suffix u
    bool is_long = false;     ///< suffix l
};

bool take_prefix(std::string_view& text, std::string_view lower, std::string_view upper) noexcept {
    if (!text.starts_with(lower) && !text.starts_with(upper)) return false;
    text.remove_prefix(lower.size());
    return true;
}

bool take_suffix(std::string_view& text, std::string_view letters) noexcept {
    if (text.empty() || letters.find(text.back()) == std::string_view::npos) return false;
    text.remove_suffix(1);
    return true;
}

Parts parts_of(std::string_view text) noexcept {
    Parts parts;
    const bool hexadecimal = take_prefix(text, "0x", "0X");
    parts.is_real = text.find_first_of(hexadecimal ? "pP" : ".eE") != std::string_view::npos;
    parts.base = hexadecimal ? 16 : text.starts_with('0') && !parts.is_real ? 8 : 10;
    if (parts.is_real) {
        parts.is_float = take_suffix(text, "fF");
    } else {
        parts.is_unsigned = take_suffix(text, "uU");
        parts.is_long = take_suffix(text, "lL");
        parts.is_unsigned = parts.is_unsigned || take_suffix(text, "uU");
    }
    parts.digits = text;
    return parts;
}

/// Converts the digits to a T. Throws if they are invalid.
template <class T, class Format>
T read(const Parts& parts, Format format, std::string_view text, std::size_t at) {
    T value{};
    const auto* const end = parts.digits.data() + parts.digits.size();
    const auto [stop, code] = std::from_chars(parts.digits.data(), end, value, format);
    if (code == std::errc::result_out_of_range) refuse(at, concat(text, " is beyond its type"));
    if (code != std::errc() || stop != end)
        refuse(at, concat("\"", text,
                          "\" is not a number: allowed are integers with the suffixes u and l, and floating "
                          "numbers with the suffix f, as in OpenCL C"));
    return value;
}

template <class T>
Token real(const Parts& parts, std::string_view text, std::size_t at) {
    const auto format = parts.base == 16 ? std::chars_format::hex : std::chars_format::general;
    const auto value = read<T>(parts, format, text, at);
    return {Token::Kind::number, text, at, sample_type_of<T>(), to_bits(value)};
}

/// The first of a literal's possible types that can represent the value.
Type integer_type(std::uint64_t value, const Parts& parts) noexcept {
    const auto holds = [&](std::uint64_t maximum) { return value <= maximum; };
    const bool may_be_unsigned = parts.is_unsigned || parts.base != 10;
    if (!parts.is_long) {
        if (!parts.is_unsigned && holds(std::numeric_limits<std::int32_t>::max())) return Type::i32;
        if (may_be_unsigned && holds(std::numeric_limits<std::uint32_t>::max())) return Type::u32;
    }
    if (!parts.is_unsigned && holds(std::numeric_limits<std::int64_t>::max())) return Type::i64;
    return Type::u64;
}

Token integer(const Parts& parts, std::string_view text, std::size_t at) {
    const auto value = read<std::uint64_t>(parts, parts.base, text, at);
    const auto type = integer_type(value, parts);
    if (type == Type::u64 && !parts.is_unsigned && parts.base == 10)
        refuse(at, concat(text, " is beyond a long: the suffix u makes it a ulong"));
    return {Token::Kind::number, text, at, type, value};
}

} // namespace

Token number_token(std::string_view text, std::size_t at) {
    const auto parts = parts_of(text);
    if (!parts.is_real) return integer(parts, text, at);
    return parts.is_float ? real<float>(parts, text, at) : real<double>(parts, text, at);
}

} // namespace histo_cl::expression
