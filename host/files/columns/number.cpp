#include "common/errors.hpp"
#include "common/text.hpp"
#include "files/columns/text_table.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>
#include <string>

namespace files {

using common::UsageError;
using histo_cl::SampleType;

std::string_view without_plus(std::string_view text) {
    const bool signed_twice = text.size() > 1 && text[1] == '-';
    return text.starts_with('+') && !signed_twice ? text.substr(1) : text;
}

namespace {

constexpr std::size_t max_shown = 40;

[[noreturn]] void fail(std::string_view text, const std::string& what) {
    throw UsageError("'" + common::printable(text.substr(0, max_shown)) +
                     (text.size() > max_shown ? "..." : "") + "' " + what);
}

/// The result of reading a text as a number of a C++ type.
template <class Value>
struct Parsed {
    Value value{};
    bool is_whole = false; ///< the whole text is a number
    bool fits = false;     ///< the number is a value of the type
};

template <class Value>
Parsed<Value> parsed(std::string_view text) {
    text = without_plus(text);
    const auto* const end = text.data() + text.size();
    Parsed<Value> result;
    const auto [at, error] = std::from_chars(text.data(), end, result.value);
    result.is_whole = error != std::errc::invalid_argument && at == end && !text.empty();
    result.fits = result.is_whole && error == std::errc{};
    return result;
}

/// The value nearest to a number; empty if it overflows. from_chars() returns the same code for underflow and
/// overflow, so strtof() or strtod() parses such numbers again.
template <std::floating_point Value>
std::optional<Value> nearest(std::string_view text) {
    const auto number = parsed<Value>(text);
    if (!number.is_whole) fail(text, "is not a number");
    if (number.fits) return number.value;
    const std::string terminated(without_plus(text));
    Value value{};
    if constexpr (std::same_as<Value, float>)
        value = std::strtof(terminated.c_str(), nullptr);
    else
        value = std::strtod(terminated.c_str(), nullptr);
    return std::isinf(value) ? std::nullopt : std::optional(value);
}

template <class Value>
constexpr SampleType type_of_value = histo_cl::sample_type_of<Value>();

[[noreturn]] void fail_as_out_of_range(std::string_view text, SampleType type) {
    fail(text, "is out of the range of " + std::string(name(type)));
}

template <std::floating_point Value>
Value value_of(std::string_view text) {
    if (const auto number = parsed<Value>(text); number.fits) return number.value;
    if (is_missing(text)) return std::numeric_limits<Value>::quiet_NaN();
    const auto value = nearest<Value>(text);
    if (!value) fail_as_out_of_range(text, type_of_value<Value>);
    return *value;
}

/// The value of an integer that is written with a point or an exponent. It must be in the range in which
/// doubles represent all integers.
template <std::integral Value>
Value value_of_fraction(std::string_view text) {
    constexpr double max_exact = 0x1p53;
    const auto value = nearest<double>(text);
    if (!value || std::abs(*value) > max_exact) fail_as_out_of_range(text, type_of_value<Value>);
    if (*value != std::trunc(*value)) fail(text, "is not an integer");
    constexpr auto min = static_cast<double>(std::numeric_limits<Value>::min());
    constexpr auto max = static_cast<double>(std::numeric_limits<Value>::max());
    if (*value < min || *value > max) fail_as_out_of_range(text, type_of_value<Value>);
    return static_cast<Value>(*value);
}

template <std::integral Value>
Value value_of(std::string_view text) {
    if (is_missing(text))
        fail(text, "is missing, and " + std::string(name(type_of_value<Value>)) + " has no NaN");
    const auto number = parsed<Value>(text);
    if (number.fits) return number.value;
    if (number.is_whole) fail_as_out_of_range(text, type_of_value<Value>);
    return value_of_fraction<Value>(text);
}

} // namespace

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view spaces = " \t";
    const auto begin = std::min(text.find_first_not_of(spaces), text.size());
    return text.substr(begin, text.find_last_not_of(spaces) + 1 - begin);
}

bool is_missing(std::string_view text) {
    constexpr std::array<std::string_view, 6> words{"", "na", "n/a", "nan", "null", "none"};
    const auto lower = [](char symbol) {
        return symbol >= 'A' && symbol <= 'Z' ? static_cast<char>(symbol - 'A' + 'a') : symbol;
    };
    return std::ranges::any_of(
        words, [&](std::string_view word) { return std::ranges::equal(trimmed(text), word, {}, lower); });
}

bool is_number(std::string_view text) {
    return !is_missing(text) && parsed<double>(trimmed(text)).is_whole;
}

bool is_integer(std::string_view text) {
    text.remove_prefix(text.starts_with('-') || text.starts_with('+') ? 1 : 0);
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string plain_number(std::string_view text, const NumberStyle& style) {
    text = trimmed(text);
    if (style == NumberStyle{}) return std::string(text);
    std::string number;
    std::size_t digits = 0; // number of digits since the last separator
    bool grouped = false;
    const auto closes_group = [&] { return !grouped || digits == 3; };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char symbol = text[i];
        if (symbol == style.thousands && symbol != 0) {
            if (!closes_group() || digits == 0 || digits > 3) return "not grouped";
            grouped = true;
            digits = 0;
        } else if (symbol == style.decimal) {
            if (!closes_group()) return "not grouped";
            number += '.';
            return number.append(text.substr(i + 1));
        } else if (symbol == '.') {
            return "other point";
        } else {
            const bool is_digit = symbol >= '0' && symbol <= '9';
            if (grouped && !is_digit) return "not grouped";
            digits += is_digit ? 1 : 0;
            number += symbol;
        }
    }
    return closes_group() ? number : "not grouped";
}

void require_text_type(SampleType type) {
    if (histo_cl::is_narrow_float(type))
        throw UsageError("numbers of text are read as integers of 8 to 64 bits, f32 and f64, not as " +
                         std::string(name(type)));
}

void write_number(std::string_view text, SampleType type, std::span<std::byte> to) {
    histo_cl::with_sample_type(type, [&]<class Value>(std::type_identity<Value> /*sample*/) {
        if constexpr (!histo_cl::NarrowFloat<Value>) {
            const auto value = value_of<Value>(trimmed(text));
            std::memcpy(to.data(), &value, sizeof value);
        } else {
            require_text_type(type);
        }
    });
}

} // namespace files
