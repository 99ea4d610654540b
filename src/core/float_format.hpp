#pragma once

#include "histo_cl/sample.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace histo_cl::detail {

/// The binary floating-point format of a sample type, as in IEEE 754: sign, exponent and fraction. Derived
/// from the type's row of sample_traits. For integers, all members except `type` are 0.
struct FloatFormat {
    explicit constexpr FloatFormat(SampleType sample) noexcept : type(sample) {
        if (!is_float(sample)) return;
        bits = static_cast<int>(8 * bytes(sample));
        stored = histo_cl::fraction_bits(sample);
        digits = stored + 1;
        bias = (1 << (bits - 2 - stored)) - 1;
        sign = std::uint64_t{1} << (bits - 1);
        infinity = sign - (std::uint64_t{1} << stored);
        min_normal = power_of_two(1 - bias);
        largest = (2 - power_of_two(-stored)) * power_of_two(bias);
    }

    /// The exact value of the float with the bits x.
    [[nodiscard]] constexpr double value_of(std::uint64_t x) const noexcept {
        if (bits == 64) return std::bit_cast<double>(x);
        if (bits == 32) return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(x)));
        const auto magnitude = x & (sign - 1);
        const auto of_sign = (x & sign) << (64 - bits);
        if (magnitude >> stored == 0) { // denormal
            const double value = static_cast<double>(magnitude) * (min_normal * power_of_two(-stored));
            return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) | of_sign);
        }
        const int up = magnitude >= infinity ? 0x7FF - 2 * bias - 1 : double_bias - bias;
        return std::bit_cast<double>(
            ((magnitude << (double_stored - stored)) + (static_cast<std::uint64_t>(up) << double_stored)) |
            of_sign);
    }

    /// The bits of the nearest float, ties to even. Infinity if x is half a unit in the last place or more
    /// beyond the largest float. NaN for NaN.
    [[nodiscard]] constexpr std::uint64_t nearest(double x) const noexcept {
        const auto of_double = std::bit_cast<std::uint64_t>(x);
        if (bits == 64) return of_double;
        if (bits == 32) return std::bit_cast<std::uint32_t>(static_cast<float>(x));
        const auto of_sign = (of_double >> 63U) << (bits - 1);
        const auto magnitude = of_double & ~(std::uint64_t{1} << 63U);
        if (magnitude > double_infinity) return of_sign | infinity | (std::uint64_t{1} << (stored - 1));
        // Rounds to a multiple of the unit in the last place. A carry into the next binade correctly
        // increments the exponent.
        const int min_exponent = double_bias + 1 - bias;
        const int exponent = std::max(static_cast<int>(magnitude >> double_stored), 1);
        const int drop = double_stored - stored + std::max(min_exponent - exponent, 0);
        if (drop > double_stored + 1) return of_sign; // below half of the smallest denormal
        const auto leading = std::uint64_t{magnitude >> double_stored == 0 ? 0U : 1U} << double_stored;
        const auto digits_of_it = (magnitude & ((std::uint64_t{1} << double_stored) - 1)) | leading;
        const auto half = std::uint64_t{1} << (drop - 1);
        const auto rest = digits_of_it & (2 * half - 1);
        auto whole = digits_of_it >> drop;
        if (rest > half || (rest == half && whole % 2 == 1)) ++whole;
        const auto binades = static_cast<std::uint64_t>(std::max(exponent - min_exponent, 0));
        return of_sign | std::min((binades << stored) + whole, infinity);
    }

    [[nodiscard]] constexpr double rounded(double x) const noexcept { return value_of(nearest(x)); }

    /// The key of the float with the bits x. Keys are ordered like the floats: −0 is just below +0, and NaNs
    /// are beyond the infinities.
    [[nodiscard]] constexpr std::uint64_t key(std::uint64_t x) const noexcept {
        return (x & sign) != 0 ? ~x & (sign | (sign - 1)) : x | sign;
    }
    /// The value of the float with that key.
    [[nodiscard]] constexpr double value(std::uint64_t key) const noexcept {
        return value_of((key & sign) != 0 ? key ^ sign : ~key & (sign | (sign - 1)));
    }

    /// Maximum rounding error of a result whose magnitude is below `end`.
    [[nodiscard]] double rounding(double end) const noexcept {
        int exponent = 0;
        const double fraction = std::frexp(end, &exponent);
        return std::ldexp(1.0, exponent - digits - (fraction == 0.5 ? 2 : 1));
    }

    SampleType type;
    int bits = 0;
    int stored = 0;             ///< number of bits of the fraction
    int digits = 0;             ///< number of bits of the significand with its leading 1: stored + 1
    int bias = 0;               ///< bias of the exponent
    std::uint64_t sign = 0;     ///< the sign bit
    std::uint64_t infinity = 0; ///< the bits of +infinity
    double min_normal = 0;      ///< the smallest normal number; devices may flush smaller ones to 0
    double largest = 0;         ///< the largest finite number

  private:
    static constexpr int double_stored = 52;
    static constexpr int double_bias = 1023;
    static constexpr std::uint64_t double_infinity = 0x7FF0'0000'0000'0000U;

    static constexpr double power_of_two(int exponent) noexcept {
        return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + double_bias) << double_stored);
    }
};

/// The format of a C++ sample type, as a compile-time constant for fast loops.
template <class T>
inline constexpr FloatFormat float_format{sample_type_of<T>()};

/// The double rounded to the sample type; unchanged for f64 and integers.
[[nodiscard]] constexpr double rounded_to(SampleType type, double value) noexcept {
    return is_float(type) ? FloatFormat(type).rounded(value) : value;
}

/// The nearest narrow float, see FloatFormat::nearest().
template <NarrowFloat T>
[[nodiscard]] constexpr T narrowed(double value) noexcept {
    return {static_cast<decltype(T::bits)>(float_format<T>.nearest(value))};
}

template <NarrowFloat T>
[[nodiscard]] constexpr float widened(T narrow) noexcept {
    return static_cast<float>(float_format<T>.value_of(narrow.bits));
}

} // namespace histo_cl::detail
