#include "common/number.hpp"

#include "common/usage_error.hpp"

#include <charconv>
#include <cmath>
#include <limits>
#include <string>

namespace common {

namespace {

using histo_cl::Number;

/// The entire text as a T, or nothing.
template <class T, class... Format>
std::optional<T> entire(std::string_view text, Format... format) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, format...);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// Without the underscores between digits; others stay, and are no part of a number.
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
    return value && *value < 64 ? std::optional<Number>(std::uint64_t{1} << *value) : std::nullopt;
}

std::optional<Number> unsigned_typed(std::string_view text) {
    if (text.starts_with("0x") || text.starts_with("0X")) {
        const auto value = entire<std::uint64_t>(text.substr(2), 16);
        return value ? std::optional<Number>(*value) : std::nullopt;
    }
    if (text.starts_with("2^")) return power_of_two(text.substr(2));
    if (const auto value = entire<std::int64_t>(text)) return *value;
    if (const auto value = entire<std::uint64_t>(text)) return *value;
    if (const auto value = entire<double>(text); value && !std::isnan(*value)) return *value;
    return std::nullopt;
}

std::optional<std::uint64_t> as_whole(const Number& number) {
    if (number.kind() == Number::Kind::u64) return number.u64();
    if (number.kind() == Number::Kind::i64)
        return number.i64() < 0 ? std::nullopt : std::optional(static_cast<std::uint64_t>(number.i64()));
    const double value = number.f64();
    if (!(value >= 0 && value < 0x1p64) || value != std::trunc(value)) return std::nullopt;
    return static_cast<std::uint64_t>(value);
}

} // namespace

std::optional<Number> number_typed(std::string_view text) {
    const auto digits = without_separators(text);
    if (!digits.starts_with('+')) return unsigned_typed(digits);
    return digits.starts_with("+-") ? std::nullopt : unsigned_typed(std::string_view(digits).substr(1));
}

Number parse_number(std::string_view text) {
    if (const auto number = number_typed(text)) return *number;
    throw UsageError("'" + std::string(text) + "' is not a number");
}

std::optional<std::uint64_t> whole_number_typed(std::string_view text, std::uint64_t least,
                                                std::uint64_t most) {
    const auto number = number_typed(text);
    const auto whole = number ? as_whole(*number) : std::nullopt;
    return whole && *whole >= least && *whole <= most ? whole : std::nullopt;
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

std::string not_whole(std::string_view text, std::uint64_t least, std::uint64_t most) {
    return "'" + std::string(text) + "' is not a whole number from " + std::to_string(least) + " to " +
           std::to_string(most);
}

} // namespace common
