#include "common/number.hpp"

#include "common/errors.hpp"
#include "common/text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace common {

namespace {

using histo_cl::Number;

/// Removes underscores between digits. Other underscores stay, so that the text is rejected as a number.
std::string without_separators(std::string_view text) {
    const std::string_view digits =
        text.find_first_of("xX") == std::string_view::npos ? "0123456789" : "0123456789abcdefABCDEF";
    const auto is_digit = [&](std::size_t at) {
        return at < text.size() && digits.find(text[at]) != std::string_view::npos;
    };
    std::string without;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] != '_' || i == 0 || !is_digit(i - 1) || !is_digit(i + 1)) without += text[i];
    return without;
}

std::optional<Number> power_of_two(std::string_view exponent) {
    const auto value = entire<unsigned>(exponent);
    if (!value || *value > 64) return std::nullopt;
    return *value == 64 ? Number(0x1p64) : Number(std::uint64_t{1} << *value);
}

/// Returns the value of decimal digits that are too long for 64-bit integers, if a double holds it exactly.
std::optional<Number> long_digits(std::string_view digits) {
    const auto value = entire<double>(digits);
    if (!value) return std::nullopt;
    const auto first = std::min(digits.find_first_not_of('0'), digits.size());
    return fixed(*value, 0) == digits.substr(first) ? std::optional<Number>(*value) : std::nullopt;
}

std::optional<Number> unsigned_typed(std::string_view text) {
    if (text.starts_with("0x") || text.starts_with("0X")) {
        const auto value = entire<std::uint64_t>(text.substr(2), 16);
        return value ? std::optional<Number>(*value) : std::nullopt;
    }
    if (text.starts_with("2^")) return power_of_two(text.substr(2));
    if (text.starts_with('-')) return std::nullopt;
    if (const auto value = entire<std::int64_t>(text)) return *value;
    if (const auto value = entire<std::uint64_t>(text)) return *value;
    if (text.find_first_not_of("0123456789") == std::string_view::npos) return long_digits(text);
    if (const auto value = entire<double>(text); value && !std::isnan(*value)) return *value;
    return std::nullopt;
}

std::optional<Number> negated(const Number& number) {
    constexpr auto half = std::uint64_t{1} << 63U;
    switch (number.kind()) {
    case Number::Kind::i64: return -number.i64();
    case Number::Kind::u64:
        if (number.u64() <= half) return static_cast<std::int64_t>(0 - number.u64());
        return long_digits(number.to_string()) ? std::optional<Number>(-number.to_double()) : std::nullopt;
    case Number::Kind::f64: break;
    }
    return -number.f64();
}

bool is_whole(const Number& number) {
    return number.kind() != Number::Kind::f64 || number.f64() == std::trunc(number.f64());
}

/// The remainder modulo 2^64 of a whole number from −2^63 to 2^64.
std::uint64_t modulo_2_64(const Number& number) {
    switch (number.kind()) {
    case Number::Kind::i64: return static_cast<std::uint64_t>(number.i64());
    case Number::Kind::u64: return number.u64();
    case Number::Kind::f64: break;
    }
    if (number.f64() < 0) return static_cast<std::uint64_t>(static_cast<std::int64_t>(number.f64()));
    return number.f64() < 0x1p64 ? static_cast<std::uint64_t>(number.f64()) : 0;
}

std::optional<std::uint64_t> as_whole(const Number& number) {
    const bool fits = is_whole(number) && number >= 0 && number < 0x1p64;
    return fits ? std::optional(modulo_2_64(number)) : std::nullopt;
}

/// If the text ends with `letter`, in either case, removes it and returns true.
bool remove_last(std::string_view& text, char letter) {
    const bool is_last = !text.empty() && (text.back() | 0x20) == letter;
    text.remove_suffix(is_last ? 1 : 0);
    return is_last;
}

/// A number, or a size such as "64M".
std::optional<Number> size_typed(std::string_view text) {
    if (auto number = number_typed(text)) return number;
    remove_last(text, 'b');
    const bool needs_unit = remove_last(text, 'i');
    unsigned shift = 0;
    for (const char unit : {'k', 'm', 'g', 't'}) {
        shift += 10;
        if (!remove_last(text, unit)) continue;
        const auto number = number_typed(text);
        if (!number) return std::nullopt;
        const auto whole = as_whole(*number);
        if (whole && *whole >> (64U - shift) == 0) return *whole << shift;
        return std::ldexp(number->to_double(), static_cast<int>(shift)); // a fraction, or beyond 64 bits
    }
    return needs_unit ? std::nullopt : number_typed(text);
}

} // namespace

std::optional<Number> number_typed(std::string_view text) {
    const auto digits = without_separators(text);
    const bool negative = digits.starts_with('-');
    const bool has_sign = negative || digits.starts_with('+');
    const auto number = unsigned_typed(std::string_view(digits).substr(has_sign ? 1 : 0));
    return number && negative ? negated(*number) : number;
}

Number parse_number(std::string_view text, const std::string& option, const std::string& form) {
    if (const auto number = number_typed(text)) return *number;
    const bool is_long = !text.empty() && text.find_first_not_of("+-_0123456789") == std::string_view::npos &&
                         text.size() > 18;
    throw UsageError(
        option + " takes " + form + ": '" + std::string(text) +
        (is_long ? "' is beyond 64 bits and no double (with an exponent, the nearest double is taken)"
                 : "' is not a number"));
}

std::optional<std::uint64_t> whole_distance(const Number& lower, const Number& upper) {
    const auto within = [](const Number& n) { return is_whole(n) && n >= -0x1p63 && n <= 0x1p64; };
    if (!within(lower) || !within(upper) || upper < lower) return std::nullopt;
    if (upper.to_double() - lower.to_double() > 0x1p63) return std::nullopt;
    return modulo_2_64(upper) - modulo_2_64(lower);
}

std::optional<std::uint64_t> whole_number_typed(std::string_view text, std::uint64_t min, std::uint64_t max) {
    const auto number = size_typed(text);
    const auto whole = number ? as_whole(*number) : std::nullopt;
    return whole && *whole >= min && *whole <= max ? whole : std::nullopt;
}

std::optional<std::vector<std::uint64_t>> whole_numbers_typed(std::string_view text, char separator) {
    std::vector<std::uint64_t> numbers;
    for (;;) {
        const auto part = text.substr(0, text.find(separator));
        const auto number = whole_number_typed(part, 0, std::numeric_limits<std::uint64_t>::max());
        if (!number) return std::nullopt;
        numbers.push_back(*number);
        if (part.size() == text.size()) return numbers;
        text.remove_prefix(part.size() + 1);
    }
}

std::string not_whole(std::string_view text, std::uint64_t min, std::uint64_t max) {
    return "'" + std::string(text) + "' is not a whole number from " + std::to_string(min) + " to " +
           std::to_string(max);
}

} // namespace common
