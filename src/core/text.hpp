#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/error.hpp"
#include "histo_cl/number.hpp"

#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>

// Functions that build the text of messages, and invalid(), which throws the most frequent error.

namespace histo_cl::detail {

inline std::string_view part_of_text(std::string_view text) noexcept {
    return text;
}
template <class Enum>
requires std::is_enum_v<Enum> std::string_view part_of_text(Enum value)
noexcept {
    return name(value);
}
template <std::same_as<bool> T>
std::string_view part_of_text(T value) noexcept {
    return value ? "true" : "false";
}
template <std::integral T>
requires(!std::same_as<T, bool> && !std::same_as<T, char>) std::string part_of_text(T number) {
    return std::to_string(number);
}
inline std::string part_of_text(const Number& number) {
    return number.to_string();
}

template <class T>
std::string part_of_text(const std::optional<T>& value) {
    return value ? std::string(part_of_text(*value)) : "none";
}

/// Concatenates the parts: strings, numbers, bools, enumerators by name, and "none" for an empty optional.
template <class... Parts>
[[nodiscard]] std::string concat(const Parts&... parts) {
    std::string text;
    (text.append(part_of_text(parts)), ...);
    return text;
}

/// Appends an item to a list such as "a, b". The item is the concatenation of the given parts.
template <class... Parts>
void append_to_list(std::string& list, const Parts&... item) {
    list += concat(list.empty() ? "" : ", ", item...);
}

/// A list such as "1, 4 and 16". Each item is part(value), for the values of a range.
template <class Range, class Part = std::identity>
[[nodiscard]] std::string listed(const Range& all, const Part& part = {}) {
    std::string text;
    auto left = std::ranges::size(all);
    for (const auto& each : all)
        text += concat(std::invoke(part, each), --left == 0 ? "" : left == 1 ? " and " : ", ");
    return text;
}

/// A count with its noun, e.g. "1 bin" or "2 bins".
[[nodiscard]] inline std::string counted(std::uint64_t count, std::string_view what) {
    return concat(count, " ", what, count == 1 ? "" : "s");
}

inline constexpr std::string_view hex_digits = "0123456789abcdef";

/// The low bits of a value as `digits` hexadecimal digits.
[[nodiscard]] inline std::string hex(std::uint64_t value, std::uint32_t digits) {
    std::string text;
    for (auto left = digits; left-- > 0;)
        text += hex_digits[value >> left * 4 & 0xfU];
    return text;
}

/// Whether a text is not empty and consists only of lower-case hexadecimal digits.
[[nodiscard]] inline bool is_hex(std::string_view text) noexcept {
    return !text.empty() && text.find_first_not_of(hex_digits) == std::string_view::npos;
}

/// Throws Error(invalid_argument) with the concatenated message, which says what was given and what is
/// allowed.
template <class... Parts>
[[noreturn]] void invalid(const Parts&... message) {
    throw Error(Status::invalid_argument, concat(message...));
}

} // namespace histo_cl::detail
