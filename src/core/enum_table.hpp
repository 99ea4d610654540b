#pragma once

#include "histo_cl/abi.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

// An enumeration's values and their names, a row each: what lists, names and C's numbers are made of.

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// Names are literals, so a zero byte follows each.
template <class Enum>
struct Named {
    Enum value;
    std::string_view name;
};

/// The rows of an enumeration, in its order. Each layer has a names.hpp with those of its enumerations.
template <class Enum>
inline constexpr std::array<Named<Enum>, 0> enum_table{};

/// Whether the enumeration has such a value: compilers print the others as a cast, e.g. "(Order)2".
template <auto value>
consteval bool is_enumerator() {
    const std::string_view function = __PRETTY_FUNCTION__; // ends in "value = histo_cl::Order::planar]"
    return function[function.rfind("= ") + 2] != '(';
}

/// Whether each value of an enumeration, which are numbered from 0 on, has a row with a name, in order.
template <class Enum>
consteval bool is_complete() {
    std::size_t row = 0;
    for (const auto& [value, name] : enum_table<Enum>)
        if (static_cast<std::size_t>(value) != row++ || name.empty()) return false;
    return row != 0 && !is_enumerator<static_cast<Enum>(enum_table<Enum>.size())>();
}

/// "unknown" for what is none of the enumeration.
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

/// All values of an enumeration, in its order.
template <class Enum>
inline constexpr auto all_values = [] {
    std::array<Enum, enum_table<Enum>.size()> all{};
    std::ranges::transform(enum_table<Enum>, all.begin(), &Named<Enum>::value);
    return all;
}();

} // namespace histo_cl::inline HISTO_CL_ABI::detail
