#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/sample.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

// OpenCL C's scalar types and conversions between them.

namespace histo_cl::expression {

/// The type of a value: any sample type except f16 and bf16. Samples of these types are floats in
/// expressions.
using Type = SampleType;

struct TypeName {
    Type type;
    std::string_view name; ///< the type's name in OpenCL C
};

inline constexpr std::array type_names{
    TypeName{Type::i8, "char"},    TypeName{Type::u8, "uchar"},  TypeName{Type::i16, "short"},
    TypeName{Type::u16, "ushort"}, TypeName{Type::i32, "int"},   TypeName{Type::u32, "uint"},
    TypeName{Type::i64, "long"},   TypeName{Type::u64, "ulong"}, TypeName{Type::f32, "float"},
    TypeName{Type::f64, "double"},
};

[[nodiscard]] constexpr std::string_view c_name(Type type) noexcept {
    for (const auto& row : type_names)
        if (row.type == type) return row.name;
    return {};
}

/// The type that a sample has in expressions: float for narrow floats.
[[nodiscard]] constexpr Type type_of_sample(SampleType sample) noexcept {
    return is_narrow_float(sample) ? Type::f32 : sample;
}

/// Calls visit(std::type_identity<T>()), where T is the C++ type for values of the given type.
template <class Visit>
decltype(auto) with_type(Type type, Visit&& visit) {
    return with_sample_type(type, [&]<class T>(std::type_identity<T> same) {
        if constexpr (NarrowFloat<T>)
            return visit(std::type_identity<float>());
        else
            return visit(same);
    });
}

[[nodiscard]] constexpr std::size_t bits(Type type) noexcept {
    return 8 * bytes(type);
}

/// The unsigned integer type as wide as a signed one. Other types are unchanged.
[[nodiscard]] constexpr Type unsigned_of(Type type) noexcept {
    if (is_float(type) || !is_signed(type)) return type;
    for (const auto& row : sample_traits)
        if (row.kind == SampleKind::unsigned_integer && row.bytes == bytes(type)) return row.type;
    return type;
}

/// C's integer promotion: integers narrower than int become int.
[[nodiscard]] constexpr Type promoted(Type type) noexcept {
    return bytes(type) < 4 ? Type::i32 : type;
}

/// The common type of two operands by C's usual arithmetic conversions.
[[nodiscard]] constexpr Type common(Type a, Type b) noexcept {
    if (is_float(a) || is_float(b)) {
        const bool wide = (is_float(a) && bytes(a) == 8) || (is_float(b) && bytes(b) == 8);
        return wide ? Type::f64 : Type::f32;
    }
    a = promoted(a);
    b = promoted(b);
    if (bytes(a) != bytes(b)) return bytes(a) > bytes(b) ? a : b;
    return is_signed(a) ? b : a;
}

// Values of all types are stored in 64 bits. The bits of the value are the low bits, and the bits above them
// are 0.

template <class T>
[[nodiscard]] std::uint64_t to_bits(T value) noexcept {
    if constexpr (std::same_as<T, float>)
        return std::bit_cast<std::uint32_t>(value);
    else if constexpr (std::same_as<T, double>)
        return std::bit_cast<std::uint64_t>(value);
    else
        return static_cast<std::make_unsigned_t<T>>(value);
}

template <class T>
[[nodiscard]] T from_bits(std::uint64_t bits) noexcept {
    if constexpr (std::same_as<T, float>)
        return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    else if constexpr (std::same_as<T, double>)
        return std::bit_cast<double>(bits);
    else
        return static_cast<T>(bits);
}

/// Converts like a cast in an expression. Integers wrap. Conversions from float to integer round towards 0
/// and saturate, and NaN becomes 0.
template <class To, class From>
[[nodiscard]] To converted(From value) noexcept {
    if constexpr (std::integral<To> && std::floating_point<From>) {
        constexpr int bits = 8 * sizeof(To) - (std::is_signed_v<To> ? 1 : 0);
        const From end = std::ldexp(From{1}, bits);
        const From minimum = std::is_signed_v<To> ? -end : From{0};
        if (std::isnan(value)) return 0;
        if (value >= end) return static_cast<To>(~std::uint64_t{0} >> (64 - bits));
        return value <= minimum ? static_cast<To>(std::is_signed_v<To> ? std::uint64_t{1} << bits : 0)
                                : static_cast<To>(value);
    } else {
        return static_cast<To>(value);
    }
}

} // namespace histo_cl::expression
