#pragma once

#include "c_api/guard.hpp"
#include "core/enum_table.hpp"
#include "core/text.hpp"
#include "device/device.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/number.hpp"
#include "histo_cl/options.hpp"
#include "histo_cl/problem.hpp"

#include <concepts>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

namespace histo_cl::c_api {

/// The values of a C option that is off, on or UNSET.
enum class Switch : std::uint8_t { off, on };

using detail::enum_table;

template <class T, class... Others>
inline constexpr bool is_one_of = (std::same_as<T, Others> || ...);

/// The C value of an enumeration's first enumerator. The values of the other enumerators follow in order. If
/// the first value is 1, the value 0 is UNSET, or OK for Status.
template <class Enum>
inline constexpr std::int32_t first_in_c =
    is_one_of<Enum, Status, SampleType, ImageKind, ChannelType, Variant, Partition, Merge, Switch> ? 1 : 0;

template <class Enum>
[[nodiscard]] constexpr std::int32_t to_c(Enum value) noexcept {
    return first_in_c<Enum> + static_cast<std::int32_t>(value);
}

/// The C value of an enumerator; 0 (UNSET) for an empty optional.
template <class Enum>
[[nodiscard]] constexpr std::int32_t to_c(std::optional<Enum> value) noexcept {
    static_assert(first_in_c<Enum> == 1, "0 is not UNSET");
    return value ? to_c(*value) : 0;
}

/// The enumerator of a C value; empty for an invalid value.
template <class Enum>
[[nodiscard]] constexpr std::optional<Enum> enumerator(std::int32_t value) noexcept {
    const auto row = std::int64_t{value} - first_in_c<Enum>;
    if (row < 0 || row >= std::ssize(enum_table<Enum>)) return std::nullopt;
    return static_cast<Enum>(row);
}

/// The zero-terminated name of the enumerator with this C value. The name is "unset" for UNSET, and "unknown"
/// for invalid values.
template <class Enum>
const char* name_in_c(std::int32_t value) noexcept {
    if (first_in_c<Enum> == 1 && value == 0) return "unset";
    const auto found = enumerator<Enum>(value);
    return found ? detail::name_of(*found).data() : "unknown";
}

/// Throws Error(invalid_argument) with a list of the allowed values. `what`: the name of the argument, e.g.
/// "problem.sample".
template <class Enum>
[[noreturn]] void refuse_value(std::int32_t value, std::string_view what) {
    std::string allowed = first_in_c<Enum> == 1 ? "0 (unset)" : "";
    for (const auto& row : enum_table<Enum>)
        detail::append_to_list(allowed, to_c(row.value), " (", row.name, ")");
    invalid(what, " is ", value, "; allowed are ", allowed);
}

template <class Enum>
[[nodiscard]] Enum from_c(std::int32_t value, std::string_view what) {
    const auto found = enumerator<Enum>(value);
    if (!found) refuse_value<Enum>(value, what);
    return *found;
}

/// The enumerator of a C value; empty for UNSET. Throws Error(invalid_argument) for an invalid value.
template <class Enum>
[[nodiscard]] std::optional<Enum> optional_from_c(std::int32_t value, std::string_view what) {
    static_assert(first_in_c<Enum> == 1, "0 is not UNSET");
    if (value == 0) return std::nullopt;
    return from_c<Enum>(value, what);
}

[[nodiscard]] inline std::optional<bool> switch_from_c(std::int32_t value, std::string_view what) {
    const auto found = optional_from_c<Switch>(value, what);
    if (!found) return std::nullopt;
    return *found == Switch::on;
}

} // namespace histo_cl::c_api
