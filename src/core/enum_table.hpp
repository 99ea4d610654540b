#pragma once

#include "histo_cl/abi.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

// Tables of enumerations: one row for each value, with its name. Names, the lists of allowed names in
// messages, and the checks of the C API's constants are derived from them.

namespace histo_cl::detail {

/// A value and its name, which is followed by a zero byte.
template <class Enum>
struct Named {
    Enum value;
    std::string_view name;
};

/// The identifier of an enumerator, found in the text of __PRETTY_FUNCTION__. Empty if the enumeration has no
/// such value: compilers print an enumerator as "histo_cl::Order::planar", but other values as a cast,
/// "(histo_cl::Order)2".
template <auto value>
consteval auto identifier() {
    const std::string_view function = __PRETTY_FUNCTION__; // ends in "value = histo_cl::Order::planar]"
    const auto printed = function.substr(function.rfind("= ") + 2);
    if (printed.front() == '(') return std::string_view();
    const auto first = printed.rfind(':') + 1;
    return printed.substr(first, printed.size() - 1 - first);
}

/// The identifier and a zero byte. Declared hidden, because it would otherwise be exported like the
/// enumeration.
template <auto value>
[[gnu::visibility("hidden")]] inline constexpr auto identifier_text = [] {
    std::array<char, identifier<value>().size() + 1> text{};
    std::ranges::copy(identifier<value>(), text.begin());
    return text;
}();

/// Number of values of an enumeration. The values must be numbered from 0 without gaps.
template <class Enum, std::size_t first = 0>
consteval std::size_t enumerator_count() {
    if constexpr (identifier<static_cast<Enum>(first)>().empty())
        return first;
    else
        return enumerator_count<Enum, first + 1>();
}

/// The table of an enumeration: all values in order, each with its identifier as its name.
template <class Enum>
inline constexpr auto enum_table = []<std::size_t... row>(std::index_sequence<row...>) {
    return std::array{Named<Enum>{static_cast<Enum>(row), identifier_text<static_cast<Enum>(row)>.data()}...};
}
(std::make_index_sequence<enumerator_count<Enum>()>());

/// Converts an ASCII letter to upper case, for the names of constants in C and in kernels.
[[nodiscard]] constexpr char upper(char letter) noexcept {
    return 'a' <= letter && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
}

/// The name of a value; "unknown" if the enumeration has no such value.
template <class Enum>
[[nodiscard]] constexpr std::string_view name_of(Enum value) noexcept {
    const auto row = static_cast<std::size_t>(value);
    return row < enum_table<Enum>.size() ? enum_table<Enum>[row].name : "unknown";
}

template <class Enum>
[[nodiscard]] constexpr std::optional<Enum> value_named(std::string_view name) noexcept {
    const auto found = std::ranges::find(enum_table<Enum>, name, &Named<Enum>::name);
    if (found == enum_table<Enum>.end()) return std::nullopt;
    return found->value;
}

} // namespace histo_cl::detail
