#pragma once

#include "core/float_format.hpp"
#include "core/integers.hpp"
#include "histo_cl/number.hpp"
#include "histo_cl/sample.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

// Exact arithmetic for the bin rule: 128-bit integers and binary fixed point.

namespace histo_cl::detail {

/// The bounds of bins for integer samples are multiples of 2^-20; this is their number of fractional bits.
inline constexpr int fraction_bits = 20;

/// Maximum magnitude of the bounds of bins for integer samples.
inline constexpr double largest_integer_bound = 0x1p64;

/// The value of a Number that is not of kind f64.
inline Int128 integer_of(const Number& value) noexcept {
    return value.kind() == Number::Kind::u64 ? Int128{value.u64()} : Int128{value.i64()};
}

/// Returns value · 2^20. The value must be finite, within ±2^64 and a multiple of 2^-20.
inline Int128 fixed_point(const Number& value) noexcept {
    if (value.kind() != Number::Kind::f64) return integer_of(value) * (1 << fraction_bits);
    return static_cast<Int128>(std::ldexp(value.f64(), fraction_bits));
}

/// The greatest integer not above n/d, for d > 0.
constexpr Int128 floor_div(Int128 n, Int128 d) noexcept {
    return n / d - (n % d < 0 ? 1 : 0);
}

/// The smallest integer not below n/d, for d > 0.
constexpr Int128 ceil_div(Int128 n, Int128 d) noexcept {
    return n / d + (n % d > 0 ? 1 : 0);
}

/// floor(n · 2^shift / d) by long division, for 0 <= n, 0 < d < 2^126 and a quotient below 2^128.
constexpr UInt128 shifted_div(UInt128 n, UInt128 d, int shift) noexcept {
    UInt128 quotient = n / d;
    UInt128 remainder = n % d;
    for (int i = 0; i < shift; ++i) {
        remainder <<= 1U;
        quotient <<= 1U;
        if (remainder >= d) {
            remainder -= d;
            quotient |= 1U;
        }
    }
    return quotient;
}

/// Returns n · 2^shift, rounded to nearest, ties to even, for n below 2^126 and a result below 2^128.
constexpr UInt128 shifted(UInt128 n, int shift) noexcept {
    if (shift >= 0) return n << static_cast<unsigned>(shift);
    if (shift < -126) return 0;
    const auto half = UInt128{1} << static_cast<unsigned>(-shift - 1);
    const auto rest = n & (2 * half - 1);
    const auto whole = n >> static_cast<unsigned>(-shift);
    return whole + (rest > half || (rest == half && (whole & 1U) != 0) ? 1U : 0U);
}

inline int bit_width(UInt128 n) noexcept {
    const auto high = static_cast<std::uint64_t>(n >> 64U);
    return static_cast<int>(high != 0 ? 64 + std::bit_width(high)
                                      : std::bit_width(static_cast<std::uint64_t>(n)));
}

inline constexpr std::uint64_t double_infinity = 0x7FF0'0000'0000'0000U;
inline constexpr std::uint64_t double_nan = 0x7FF8'0000'0000'0000U;
inline constexpr std::uint64_t double_sign = std::uint64_t{1} << 63U;

/// The bits of the float nearest to n · 2^exponent in the given format, ties to even, for n within ±2^126.
/// Rounds only once, also to subnormal numbers.
inline std::uint64_t nearest_float(Int128 n, int exponent, const FloatFormat& format) noexcept {
    if (n == 0) return 0;
    const auto sign = n < 0 ? format.sign : 0;
    const auto magnitude = static_cast<UInt128>(n < 0 ? -n : n);
    const int top = bit_width(magnitude) - 1 + exponent;
    if (top > format.bias) return sign | format.infinity;
    const int min_exponent = 1 - format.bias;
    const int last = std::max(top, min_exponent) - format.stored; // exponent of the float's last bit
    // A carry out of the mantissa correctly increments the exponent, also from subnormal to normal.
    const auto field = top < min_exponent ? 0 : static_cast<std::uint64_t>(top - min_exponent);
    return sign |
           ((field << format.stored) + static_cast<std::uint64_t>(shifted(magnitude, exponent - last)));
}

/// The smallest and largest value of an integer sample type.
constexpr Int128 lowest(SampleType type) noexcept {
    return is_signed(type) ? -(Int128{1} << (8 * bytes(type) - 1)) : Int128{0};
}
constexpr Int128 highest(SampleType type) noexcept {
    return (Int128{1} << (8 * bytes(type) - (is_signed(type) ? 1 : 0))) - 1;
}

} // namespace histo_cl::detail
