#pragma once

#include "histo_cl/abi.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

// fma() and round() as C defines them. The functions of MinGW-w64 are faulty: fma() rounds more than once,
// and round() returns 1 for the float just below 0.5.

namespace histo_cl::detail {

/// The nearest whole number; halves are rounded away from zero.
template <class T>
[[nodiscard]] T rounded_away(T x) noexcept {
    const T whole = std::trunc(x);
    return std::fabs(x - whole) >= T{0.5} ? whole + std::copysign(T{1}, x) : whole;
}

/// A rounded result and its rounding error. Their exact sum is the exact result.
struct WithError {
    double value;
    double error;
};

/// Knuth's two-sum.
[[nodiscard]] inline WithError exact_sum(double a, double b) noexcept {
    const double value = a + b;
    const double of_b = value - a;
    return {value, (a - (value - of_b)) + (b - of_b)};
}

/// The product and its rounding error, by Dekker's algorithm: each factor is split into two halves, and the
/// products of halves are exact.
[[nodiscard]] inline WithError exact_product(double a, double b) noexcept {
    const auto high = [](double x) {
        const double scaled = x * (0x1p27 + 1);
        return scaled - (scaled - x);
    };
    const double a_high = high(a);
    const double a_low = a - a_high;
    const double b_high = high(b);
    const double b_low = b - b_high;
    const double value = a * b;
    return {value, ((a_high * b_high - value) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

/// Returns a + b rounded to odd: the exact sum if it is a double; otherwise, of the two doubles next to the
/// exact sum, the one whose last bit is 1. Rounding this result again, to at least two bits fewer, is the
/// same as rounding the exact sum.
[[nodiscard]] inline double sum_to_odd(double a, double b) noexcept {
    const auto sum = exact_sum(a, b);
    const auto bits = std::bit_cast<std::uint64_t>(sum.value);
    if (sum.error == 0 || bits % 2 == 1 || !std::isfinite(sum.value)) return sum.value;
    return std::bit_cast<double>((sum.error > 0) == (sum.value > 0) ? bits + 1 : bits - 1);
}

[[nodiscard]] inline float fused_by_parts(float a, float b, float c) noexcept {
    return static_cast<float>(sum_to_odd(double{a} * double{b}, double{c})); // the product is exact
}

/// a · b + c, rounded once, after Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums".
[[nodiscard]] inline double fused_by_parts(double a, double b, double c) noexcept {
    if (a == 0 || b == 0 || !std::isfinite(a) || !std::isfinite(b)) return a * b + c;
    if (c == 0) return a * b;
    if (!std::isfinite(c)) return c;
    int a_exponent = 0;
    int b_exponent = 0;
    int c_exponent = 0;
    const auto product = exact_product(std::frexp(a, &a_exponent), std::frexp(b, &b_exponent));
    const double c_digits = std::frexp(c, &c_exponent);
    const int exponent = a_exponent + b_exponent; // all terms below are in units of 2^exponent
    const int c_above = c_exponent - exponent;
    // 110 is more than twice the bits of a double. If c is larger than the product by a factor of about
    // 2^110, the sum rounds to c. If c is smaller by that factor, it decides only how the product is rounded.
    constexpr int far = 110;
    if (c_above > far) return c;
    const double addend =
        c_above < -far ? std::copysign(std::ldexp(1.0, -far - 10), c) : std::ldexp(c_digits, c_above);

    const auto low = exact_sum(addend, product.error);
    const auto high = exact_sum(product.value, low.value);
    const double rest = sum_to_odd(low.error, high.error);
    const double result = high.value + rest;
    int result_exponent = 0;
    static_cast<void>(std::frexp(result, &result_exponent));
    if (result == 0 || result_exponent + exponent > -1022) return std::ldexp(result, exponent);
    // A denormal has fewer bits. The last bit of `digits` has the value of a denormal's last bit, so adding
    // `digits` rounds the sum to a denormal. Then `digits` is subtracted.
    const double digits = std::copysign(std::ldexp(1.0, 52 - 1074 - exponent), result);
    const auto rounded = exact_sum(digits, high.value);
    const double denormal = rounded.value + sum_to_odd(rounded.error, rest) - digits;
    return std::copysign(std::ldexp(denormal, exponent), result); // sets the sign of a zero
}

/// a · b + c, rounded once.
template <class T>
[[nodiscard]] T fused(T a, T b, T c) noexcept {
#ifdef __MINGW32__
    return fused_by_parts(a, b, c);
#else
    return std::fma(a, b, c);
#endif
}

} // namespace histo_cl::detail
