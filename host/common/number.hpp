#pragma once

#include <histo_cl/number.hpp>

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace common {

/// The whole text as a T, in decimal or in the given format of std::from_chars(); empty for any other text.
template <class T, class... Format>
[[nodiscard]] std::optional<T> entire(std::string_view text, Format... format) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, format...);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// A number as typed: a 64-bit integer exactly, also as 0x… or 2^N up to 2^64, of either sign; with a point
/// or an exponent the nearest double ("0.5", "1e9", "inf"). An underscore may separate two digits. Empty for
/// any other text, for NaN, and for digits that neither 64 bits nor a double hold exactly.
[[nodiscard]] std::optional<histo_cl::Number> number_typed(std::string_view text);

/// Like number_typed(), but throws UsageError if the text is not a number. The message names the `option` and
/// the `form` of its values.
[[nodiscard]] histo_cl::Number parse_number(std::string_view text, const std::string& option,
                                            const std::string& form);

/// upper − lower of whole numbers of any kind, if it is from 0 to 2^63.
[[nodiscard]] std::optional<std::uint64_t> whole_distance(const histo_cl::Number& lower,
                                                          const histo_cl::Number& upper);

/// A whole number from `min` to `max`, as number_typed() reads it: "1e6" and "2^20" are whole.
[[nodiscard]] std::optional<std::uint64_t> whole_number_typed(std::string_view text, std::uint64_t min,
                                                              std::uint64_t max);

/// "480x640" at 'x': the whole numbers between the separators. Empty if a part is not a whole number, or has
/// no digits.
[[nodiscard]] std::optional<std::vector<std::uint64_t>> whole_numbers_typed(std::string_view text,
                                                                            char separator);

/// An error message such as "'1.5' is not a whole number from 1 to 16777216".
[[nodiscard]] std::string not_whole(std::string_view text, std::uint64_t min, std::uint64_t max);

} // namespace common
