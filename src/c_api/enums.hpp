#pragma once

#include "c_api/guard.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/number.hpp"
#include "histo_cl/options.hpp"
#include "histo_cl/problem.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace histo_cl::c_api {

/// A bool that can be left unset.
enum class Switch : std::uint8_t { off, on };

std::string_view name(Switch value) noexcept;
std::string_view name(Number::Kind kind) noexcept;

/// How an enumeration is written in C: its first enumerator is `first`, the others follow. Where `first` is
/// 1, 0 is UNSET.
struct Numbering {
    std::int32_t first;
    std::int32_t count;
};

template <class Enum>
inline constexpr Numbering numbering{0, 0};
template <>
inline constexpr Numbering numbering<SampleType>{1, static_cast<std::int32_t>(all_sample_types.size())};
template <>
inline constexpr Numbering numbering<CounterType>{0, 4};
template <>
inline constexpr Numbering numbering<LastEdge>{0, 2};
template <>
inline constexpr Numbering numbering<OutOfRange>{0, 3};
template <>
inline constexpr Numbering numbering<Order>{0, 2};
template <>
inline constexpr Numbering numbering<Batch>{0, 4};
template <>
inline constexpr Numbering numbering<Variant>{1, static_cast<std::int32_t>(all_variants.size())};
template <>
inline constexpr Numbering numbering<Partition>{1, 2};
template <>
inline constexpr Numbering numbering<Merge>{1, static_cast<std::int32_t>(all_merges.size())};
template <>
inline constexpr Numbering numbering<Switch>{1, 2};
template <>
inline constexpr Numbering numbering<DeviceType>{0, 3};
template <>
inline constexpr Numbering numbering<Vendor>{0, 7};
template <>
inline constexpr Numbering numbering<Number::Kind>{0, 3};
template <>
inline constexpr Numbering numbering<BinningKind>{0, static_cast<std::int32_t>(all_binning_kinds.size())};

template <class Enum>
[[nodiscard]] constexpr std::int32_t to_c(Enum value) noexcept {
    static_assert(numbering<Enum>.count > 0, "the enumeration has no numbering in C");
    return numbering<Enum>.first + static_cast<std::int32_t>(value);
}

/// 0 for nothing.
template <class Enum>
[[nodiscard]] constexpr std::int32_t to_c(std::optional<Enum> value) noexcept {
    static_assert(numbering<Enum>.first == 1, "0 is not UNSET");
    return value ? to_c(*value) : 0;
}

/// The enumerator of a C value, or nothing.
template <class Enum>
[[nodiscard]] constexpr std::optional<Enum> enumerator(std::int32_t value) noexcept {
    constexpr auto numbers = numbering<Enum>;
    if (value < numbers.first || value - numbers.first >= numbers.count) return std::nullopt;
    return static_cast<Enum>(value - numbers.first);
}

/// Throws Error(invalid_argument) that lists what `what`, e.g. "problem.sample", can be.
template <class Enum>
[[noreturn]] void refuse_value(std::int32_t value, std::string_view what) {
    constexpr auto numbers = numbering<Enum>;
    std::string message = std::string(what) + " is " + std::to_string(value) + "; allowed are ";
    if (numbers.first == 1) message += "0 (unset), ";
    for (std::int32_t i = numbers.first; i < numbers.first + numbers.count; ++i) {
        if (i != numbers.first) message += ", ";
        message += std::to_string(i) + " (" + std::string(name(*enumerator<Enum>(i))) + ")";
    }
    invalid(message);
}

template <class Enum>
[[nodiscard]] Enum from_c(std::int32_t value, std::string_view what) {
    const auto found = enumerator<Enum>(value);
    if (!found) refuse_value<Enum>(value, what);
    return *found;
}

/// Nothing for UNSET.
template <class Enum>
[[nodiscard]] std::optional<Enum> optional_from_c(std::int32_t value, std::string_view what) {
    static_assert(numbering<Enum>.first == 1, "0 is not UNSET");
    if (value == 0) return std::nullopt;
    return from_c<Enum>(value, what);
}

[[nodiscard]] inline std::optional<bool> switch_from_c(std::int32_t value, std::string_view what) {
    const auto found = optional_from_c<Switch>(value, what);
    if (!found) return std::nullopt;
    return *found == Switch::on;
}

} // namespace histo_cl::c_api
