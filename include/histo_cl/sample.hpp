#pragma once

#include "histo_cl/export.hpp"

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace histo_cl {

/// The type of one sample in memory, in the host's and device's byte order.
enum class SampleType : std::uint8_t { u8, i8, u16, i16, u32, i32, u64, i64, f16, f32, f64 };

inline constexpr std::array all_sample_types{
    SampleType::u8,  SampleType::i8,  SampleType::u16, SampleType::i16, SampleType::u32, SampleType::i32,
    SampleType::u64, SampleType::i64, SampleType::f16, SampleType::f32, SampleType::f64};

/// The type of the counts that the caller gets. Without weights u32 or u64; the sums of weights are u64 (of
/// u32), i64 (of i32) or f64 (of f32 and f64).
enum class CounterType : std::uint8_t { u32, u64, i64, f64 };

[[nodiscard]] constexpr std::size_t bytes(SampleType type) noexcept {
    switch (type) {
    case SampleType::u8:
    case SampleType::i8: return 1;
    case SampleType::u16:
    case SampleType::i16:
    case SampleType::f16: return 2;
    case SampleType::u32:
    case SampleType::i32:
    case SampleType::f32: return 4;
    case SampleType::u64:
    case SampleType::i64:
    case SampleType::f64: return 8;
    }
    return 0;
}

[[nodiscard]] constexpr std::size_t bytes(CounterType type) noexcept {
    return type == CounterType::u32 ? 4 : 8;
}

[[nodiscard]] constexpr bool is_float(SampleType type) noexcept {
    return type == SampleType::f16 || type == SampleType::f32 || type == SampleType::f64;
}

[[nodiscard]] constexpr bool is_signed(SampleType type) noexcept {
    return is_float(type) || type == SampleType::i8 || type == SampleType::i16 || type == SampleType::i32 ||
           type == SampleType::i64;
}

/// "u8" … "f64".
[[nodiscard]] HISTO_CL_API std::string_view name(SampleType type) noexcept;
/// "u32", "u64", "i64" or "f64".
[[nodiscard]] HISTO_CL_API std::string_view name(CounterType type) noexcept;
/// The type of that name, or nothing.
[[nodiscard]] HISTO_CL_API std::optional<SampleType> sample_type_named(std::string_view name) noexcept;

/// The 16 bits of an IEEE half, for samples of SampleType::f16: they are counted on every device.
struct Half {
    std::uint16_t bits = 0;
};

/// The value of a half, exactly.
[[nodiscard]] HISTO_CL_API float to_float(Half half) noexcept;

/// A C++ type that samples can have: the integers of 8 to 64 bits, Half, float, double and std::byte.
template <class T>
concept Sample = (std::integral<T> && !std::same_as<std::remove_cv_t<T>, bool> && sizeof(T) <= 8) ||
                 std::same_as<std::remove_cv_t<T>, float> || std::same_as<std::remove_cv_t<T>, double> ||
                 std::same_as<std::remove_cv_t<T>, std::byte> || std::same_as<std::remove_cv_t<T>, Half>;

/// The SampleType of a C++ type, by its size and signedness: `char` and `long` are what they are on this
/// machine.
template <Sample T>
[[nodiscard]] constexpr SampleType sample_type_of() noexcept {
    using Value = std::remove_cv_t<T>;
    if constexpr (std::same_as<Value, Half>) return SampleType::f16;
    if constexpr (std::same_as<Value, float>) return SampleType::f32;
    if constexpr (std::same_as<Value, double>) return SampleType::f64;
    constexpr bool negative = std::signed_integral<Value>;
    if constexpr (sizeof(Value) == 1) return negative ? SampleType::i8 : SampleType::u8;
    if constexpr (sizeof(Value) == 2) return negative ? SampleType::i16 : SampleType::u16;
    if constexpr (sizeof(Value) == 4) return negative ? SampleType::i32 : SampleType::u32;
    return negative ? SampleType::i64 : SampleType::u64;
}

/// What counts of 64 bits are on the host: std::uint64_t of counts and of sums of u32 weights, std::int64_t
/// of i32 weights, double of f32 and f64 weights.
template <class T>
concept Sum = std::same_as<T, std::uint64_t> || std::same_as<T, std::int64_t> || std::same_as<T, double>;

template <Sum T>
[[nodiscard]] constexpr CounterType counter_type_of() noexcept {
    if constexpr (std::same_as<T, double>) return CounterType::f64;
    return std::same_as<T, std::int64_t> ? CounterType::i64 : CounterType::u64;
}

namespace detail {

/// Sums from their bits.
template <Sum T>
[[nodiscard]] std::vector<T> sums_from(std::vector<std::uint64_t>&& bits) {
    if constexpr (std::same_as<T, std::uint64_t>) {
        return std::move(bits);
    } else {
        std::vector<T> sums;
        sums.reserve(bits.size());
        for (const auto each : bits)
            sums.push_back(std::bit_cast<T>(each));
        return sums;
    }
}

} // namespace detail

} // namespace histo_cl
