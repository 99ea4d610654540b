#pragma once

#include <histo_cl/number.hpp>

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace common {

/// Parses the whole text as a T: in decimal, or in the base or format that is passed to std::from_chars().
/// Returns empty for any other text.
template <class T, class... Format>
[[nodiscard]] std::optional<T> entire(std::string_view text, Format... format) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, format...);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// Parses a number as users type it. Integers of up to 64 bits and either sign are exact, also in the forms
/// 0x… and 2^N. 2^64 is exact too, as are longer integers that a double holds exactly. A number with a point
/// or an exponent becomes the nearest double ("0.5", "1e9"); "inf" is infinity. An underscore may separate
/// two digits. Returns empty for any other text, and for NaN.
[[nodiscard]] std::optional<histo_cl::Number> number_typed(std::string_view text);

/// Like number_typed(), but throws UsageError if the text is not a number. The message names the `option` and
/// the `form` of its values.
[[nodiscard]] histo_cl::Number parse_number(std::string_view text, const std::string& option,
                                            const std::string& form);

/// Returns upper − lower of whole numbers from −2^63 to 2^64, if the result is at least 0 and, rounded to a
/// double, at most 2^63. Empty otherwise.
[[nodiscard]] std::optional<std::uint64_t> whole_distance(const histo_cl::Number& lower,
                                                          const histo_cl::Number& upper);

/// Parses a whole number from `min` to `max`, in a form that number_typed() reads, such as "1e6" or "2^20".
/// Returns empty for any other text. A unit K, M, G or T after the number, in either case, multiplies it by
/// 1024, 1024², …. "KB", "Ki" and "KiB" mean the same as "K", and "B" alone changes nothing.
[[nodiscard]] std::optional<std::uint64_t> whole_number_typed(std::string_view text, std::uint64_t min,
                                                              std::uint64_t max);

/// Returns the whole numbers between separators: for 'x', "480x640" is 480 and 640. Empty if a part is not a
/// whole number.
[[nodiscard]] std::optional<std::vector<std::uint64_t>> whole_numbers_typed(std::string_view text,
                                                                            char separator);

/// An error message such as "'1.5' is not a whole number from 1 to 16777216".
[[nodiscard]] std::string not_whole(std::string_view text, std::uint64_t min, std::uint64_t max);

} // namespace common
