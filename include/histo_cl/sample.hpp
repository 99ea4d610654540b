#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/export.h"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

namespace histo_cl::inline HISTO_CL_ABI {

/// The type of a sample or a weight in memory. Its byte order is the host's; the device must have the same.
enum class SampleType : std::uint8_t { u8, i8, u16, i16, u32, i32, u64, i64, f16, bf16, f32, f64 };

/// How the bits of a sample represent its value.
enum class SampleKind : std::uint8_t { unsigned_integer, signed_integer, floating_point };

/// The properties of a sample type.
struct SampleTraits {
    SampleType type;       ///< the type
    std::string_view name; ///< its name, e.g. "u8"
    SampleKind kind;       ///< what its bits mean
    std::size_t bytes;     ///< size of a sample
    /// Number of exponent bits of a float, which follow the sign bit; the remaining bits are the fraction. 0
    /// for integers.
    int exponent_bits = 0;
};

/// The properties of each SampleType, in the order of the enumeration.
inline constexpr std::array<SampleTraits, 12> sample_traits{{
    {SampleType::u8, "u8", SampleKind::unsigned_integer, 1},
    {SampleType::i8, "i8", SampleKind::signed_integer, 1},
    {SampleType::u16, "u16", SampleKind::unsigned_integer, 2},
    {SampleType::i16, "i16", SampleKind::signed_integer, 2},
    {SampleType::u32, "u32", SampleKind::unsigned_integer, 4},
    {SampleType::i32, "i32", SampleKind::signed_integer, 4},
    {SampleType::u64, "u64", SampleKind::unsigned_integer, 8},
    {SampleType::i64, "i64", SampleKind::signed_integer, 8},
    {SampleType::f16, "f16", SampleKind::floating_point, 2, 5},
    {SampleType::bf16, "bf16", SampleKind::floating_point, 2, 8},
    {SampleType::f32, "f32", SampleKind::floating_point, 4, 8},
    {SampleType::f64, "f64", SampleKind::floating_point, 8, 11},
}};

/// All types, in the order of the enumeration.
inline constexpr auto all_sample_types = [] {
    std::array<SampleType, sample_traits.size()> all{};
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = sample_traits[i].type;
    return all;
}();

/// The properties of a type. For an invalid SampleType the name is "unknown" and the size 0.
[[nodiscard]] constexpr SampleTraits traits_of(SampleType type) noexcept {
    const auto row = static_cast<std::size_t>(type);
    if (row >= sample_traits.size()) return {type, "unknown", SampleKind::unsigned_integer, 0};
    return sample_traits[row];
}

/// The type of the counters in the result. Counts without weights are u32, u64, u8 or u16. Sums of weights
/// are u64 for unsigned integer weights, i64 for signed integer weights, and f64 or f32 for float weights.
enum class CounterType : std::uint8_t {
    u32,
    u64,
    i64,
    f64,
    f32,
    u8,  ///< saturates: stops at 255
    u16, ///< saturates: stops at 65,535
};

/// Bytes of one sample.
[[nodiscard]] constexpr std::size_t bytes(SampleType type) noexcept {
    return traits_of(type).bytes;
}

/// Bytes of one counter.
[[nodiscard]] constexpr std::size_t bytes(CounterType type) noexcept {
    switch (type) {
    case CounterType::u8: return 1;
    case CounterType::u16: return 2;
    case CounterType::u32:
    case CounterType::f32: return 4;
    default: return 8;
    }
}

/// Whether counters of the type stop at their greatest value.
[[nodiscard]] constexpr bool saturates(CounterType type) noexcept {
    return type == CounterType::u8 || type == CounterType::u16;
}

/// The greatest value of an unsigned counter type.
[[nodiscard]] constexpr std::uint64_t max_count(CounterType type) noexcept {
    return ~std::uint64_t{0} >> (64 - 8 * bytes(type));
}

/// Whether the type is f16, bf16, f32 or f64.
[[nodiscard]] constexpr bool is_float(SampleType type) noexcept {
    return traits_of(type).kind == SampleKind::floating_point;
}

/// Whether the type is f16 or bf16, which have no C++20 type.
[[nodiscard]] constexpr bool is_narrow_float(SampleType type) noexcept {
    return is_float(type) && bytes(type) < 4;
}

/// Whether the type has values below 0.
[[nodiscard]] constexpr bool is_signed(SampleType type) noexcept {
    return traits_of(type).kind != SampleKind::unsigned_integer;
}

/// Number of stored bits of a float's fraction; 0 for integers.
[[nodiscard]] constexpr int fraction_bits(SampleType type) noexcept {
    const auto traits = traits_of(type);
    return is_float(type) ? static_cast<int>(8 * traits.bytes) - 1 - traits.exponent_bits : 0;
}

/// Whether every value of type `from` is also a value of type `to`, so that samples convert without rounding.
/// True from a type to itself and to wider types of its kind, from unsigned integers to wider signed ones,
/// and from integers to floats whose significand holds them. E.g. u16, i8 and bf16 convert exactly to f32,
/// and u32 and f32 convert exactly to f64. But u32 does not convert exactly to f32, i8 to u16, or f16 to
/// bf16. Conversions keep -0, infinities and NaN.
[[nodiscard]] constexpr bool converts_exactly(SampleType from, SampleType to) noexcept {
    const auto one = traits_of(from);
    const auto other = traits_of(to);
    if (one.bytes == 0 || other.bytes == 0) return false;
    if (is_float(from))
        return is_float(to) && one.exponent_bits <= other.exponent_bits &&
               fraction_bits(from) <= fraction_bits(to);
    const auto digits = [](SampleType integer) {
        return static_cast<int>(8 * bytes(integer)) - (is_signed(integer) ? 1 : 0);
    };
    if (is_float(to)) return digits(from) <= fraction_bits(to) + 1;
    return digits(from) <= digits(to) && (is_signed(to) || !is_signed(from));
}

/// The name of a type, from "u8" to "f64"; "unknown" for an invalid value.
[[nodiscard]] HISTO_CL_API std::string_view name(SampleType type) noexcept;
/// The name of a type, from "u8" to "f64"; "unknown" for an invalid value.
[[nodiscard]] HISTO_CL_API std::string_view name(CounterType type) noexcept;
/// The type that has this name; empty if none has it.
[[nodiscard]] HISTO_CL_API std::optional<SampleType> sample_type_named(std::string_view name) noexcept;

/// The 16 bits of an IEEE half, for samples of SampleType::f16. Every device can count them.
struct Half {
    std::uint16_t bits = 0; ///< sign, 5 bits of exponent, 10 bits of fraction
};

/// The 16 bits of a bfloat16, for samples of SampleType::bf16.
struct Bfloat16 {
    std::uint16_t bits = 0; ///< the upper half of a float's bits
};

/// The exact value, as a float.
[[nodiscard]] HISTO_CL_API float to_float(Half half) noexcept;
/// The exact value, as a float.
[[nodiscard]] HISTO_CL_API float to_float(Bfloat16 bfloat16) noexcept;

/// A C++ type that holds the bits of a narrow float.
template <class T>
concept NarrowFloat = std::same_as<std::remove_cv_t<T>, Half> || std::same_as<std::remove_cv_t<T>, Bfloat16>;

/// A C++ type that samples can have: the integers of 8 to 64 bits, Half, Bfloat16, float, double and
/// std::byte.
template <class T>
concept Sample = (std::integral<T> && !std::same_as<std::remove_cv_t<T>, bool> && sizeof(T) <= 8) ||
                 std::same_as<std::remove_cv_t<T>, float> || std::same_as<std::remove_cv_t<T>, double> ||
                 std::same_as<std::remove_cv_t<T>, std::byte> || NarrowFloat<T>;

/// The SampleType of a C++ type. For integers it depends on size and signedness; std::byte and `char` are u8
/// on every platform.
template <Sample T>
[[nodiscard]] constexpr SampleType sample_type_of() noexcept {
    using Value = std::remove_cv_t<T>;
    if constexpr (std::same_as<Value, Half>) return SampleType::f16;
    if constexpr (std::same_as<Value, Bfloat16>) return SampleType::bf16;
    if constexpr (std::same_as<Value, float>) return SampleType::f32;
    if constexpr (std::same_as<Value, double>) return SampleType::f64;
    constexpr bool negative = std::signed_integral<Value> && !std::same_as<Value, char>;
    if constexpr (sizeof(Value) == 1) return negative ? SampleType::i8 : SampleType::u8;
    if constexpr (sizeof(Value) == 2) return negative ? SampleType::i16 : SampleType::u16;
    if constexpr (sizeof(Value) == 4) return negative ? SampleType::i32 : SampleType::u32;
    return negative ? SampleType::i64 : SampleType::u64;
}

/// Throws Error(invalid_argument), whose message has the invalid type and lists the valid types.
[[noreturn]] HISTO_CL_API void throw_no_sample_type(SampleType type);

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail::inline HISTO_CL_ABI {

template <class... T>
struct TypeList {};

/// The C++ type of each row of sample_traits, in order.
using SampleTypes = TypeList<std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t,
                             std::int32_t, std::uint64_t, std::int64_t, Half, Bfloat16, float, double>;

template <class... T>
consteval bool is_complete(TypeList<T...> /*types*/) {
    if (sizeof...(T) != sample_traits.size()) return false;
    std::size_t row = 0;
    const auto is_next = [&](SampleType type, std::size_t size) {
        const auto& traits = sample_traits[row];
        return traits.type == type && static_cast<std::size_t>(type) == row++ && traits.bytes == size;
    };
    return (is_next(sample_type_of<T>(), sizeof(T)) && ...);
}
static_assert(is_complete(SampleTypes()), "SampleType, sample_traits and SampleTypes differ");

template <class Visit, class First, class... Rest>
constexpr decltype(auto) with_one_of(TypeList<First, Rest...> /*types*/, SampleType type, Visit& visit) {
    if (type == sample_type_of<First>()) return visit(std::type_identity<First>());
    if constexpr (sizeof...(Rest) > 0)
        return with_one_of(TypeList<Rest...>(), type, visit);
    else
        throw_no_sample_type(type);
}

} // namespace histo_cl::detail::inline HISTO_CL_ABI

namespace histo_cl::inline HISTO_CL_ABI {

/// Calls `visit(std::type_identity<T>())`, where T is the C++ type of the sample type (an integer of fixed
/// width, Half, Bfloat16, float or double), and returns the result. `visit` must compile for every T. Throws
/// Error(invalid_argument) for an invalid SampleType.
template <class Visit>
constexpr decltype(auto) with_sample_type(SampleType type, Visit&& visit) {
    return detail::with_one_of(detail::SampleTypes(), type, visit);
}

} // namespace histo_cl::inline HISTO_CL_ABI
