#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace histo_cl::detail {

/// A row of the table that names an enumeration's values. Names are literals, so a zero byte follows each.
template <class Enum>
struct Named {
    Enum value;
    std::string_view name;
};

template <class Enum, std::size_t N>
[[nodiscard]] constexpr std::string_view name_in(const std::array<Named<Enum>, N>& names,
                                                 Enum value) noexcept {
    const auto found = std::ranges::find(names, value, &Named<Enum>::value);
    return found == names.end() ? "unknown" : found->name;
}

template <class Enum, std::size_t N>
[[nodiscard]] constexpr std::optional<Enum> value_in(const std::array<Named<Enum>, N>& names,
                                                     std::string_view name) noexcept {
    const auto found = std::ranges::find(names, name, &Named<Enum>::name);
    if (found == names.end()) return std::nullopt;
    return found->value;
}

} // namespace histo_cl::detail
