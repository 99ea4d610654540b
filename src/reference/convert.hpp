#pragma once

#include "core/integers.hpp"
#include "histo_cl/sample.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <variant>
#include <vector>

namespace histo_cl::reference {

// Conversions of floats for which C++20 has no type, computed directly from the meaning of their bits.

/// The bias of a float type's exponent. Normal numbers have exponents from 1 − bias to bias.
constexpr int exponent_bias(SampleType type) noexcept {
    return (1 << (traits_of(type).exponent_bits - 1)) - 1;
}

template <NarrowFloat T>
double value_of_narrow(T sample) {
    constexpr auto type = sample_type_of<T>();
    constexpr int bias = exponent_bias(type);
    const int fraction = sample.bits % (1 << fraction_bits(type));
    const int exponent = (sample.bits >> fraction_bits(type)) % (1 << traits_of(type).exponent_bits);
    const double sign = sample.bits >> 15U != 0 ? -1 : 1;
    if (exponent == 2 * bias + 1) return sign * (fraction == 0 ? HUGE_VAL : std::nan(""));
    if (exponent == 0) return sign * std::ldexp(fraction, 1 - bias - fraction_bits(type));
    return sign * std::ldexp((1 << fraction_bits(type)) + fraction, exponent - bias - fraction_bits(type));
}

template <class T>
auto value_of(T sample) {
    if constexpr (NarrowFloat<T>)
        return value_of_narrow(sample);
    else
        return sample;
}

/// Converts a value that is 0 or a normal number of the type.
template <NarrowFloat T>
T narrow_of_value(double value) {
    constexpr auto type = sample_type_of<T>();
    if (value == 0) return {};
    const int exponent = std::ilogb(value);
    const auto fraction =
        std::ldexp(std::fabs(value), fraction_bits(type) - exponent) - (1 << fraction_bits(type));
    const int magnitude =
        ((exponent + exponent_bias(type)) << fraction_bits(type)) + static_cast<int>(fraction);
    return {static_cast<decltype(T::bits)>(magnitude + (value < 0 ? 0x8000 : 0))};
}

/// Rounds to the nearest number of the type, ties to even. Returns infinity if the rounded value is beyond
/// the largest number.
inline double rounded_narrow(double value, SampleType type) {
    if (value == 0 || !std::isfinite(value)) return value;
    const int bias = exponent_bias(type);
    const int exponent = std::max(std::ilogb(value), 1 - bias);
    const double step = std::ldexp(1.0, exponent - fraction_bits(type));
    const double rounded = std::nearbyint(value / step) * step;
    return std::fabs(rounded) < std::ldexp(1.0, bias + 1) ? rounded : std::copysign(HUGE_VAL, value);
}

/// The value of a sample of any type: an integer or a double.
using ExactValue = std::variant<detail::Int128, double>;

inline ExactValue value_at(SampleType type, const std::byte* at) {
    return with_sample_type(type, [at]<class T>(std::type_identity<T> /*sample*/) -> ExactValue {
        T sample;
        std::memcpy(&sample, at, sizeof sample);
        if constexpr (NarrowFloat<T>)
            return value_of_narrow(sample);
        else if constexpr (std::is_floating_point_v<T>)
            return static_cast<double>(sample);
        else
            return detail::Int128{sample};
    });
}

/// Writes a sample with this value, which the type must be able to represent.
inline void put(SampleType type, const ExactValue& value, std::byte* to) {
    with_sample_type(type, [&]<class T>(std::type_identity<T> /*sample*/) {
        const auto sample = std::visit(
            [](auto number) {
                if constexpr (NarrowFloat<T>)
                    return narrow_of_value<T>(static_cast<double>(number));
                else
                    return static_cast<T>(number);
            },
            value);
        std::memcpy(to, &sample, sizeof sample);
    });
}

/// Converts `count` samples, `stride` bytes apart at any alignment, to contiguous samples of another type.
/// converts_exactly() must hold for the types.
[[nodiscard]] inline std::vector<std::byte> converted(SampleType stored, const std::byte* first,
                                                      std::uint64_t stride, std::size_t count,
                                                      SampleType type) {
    std::vector<std::byte> samples(count * bytes(type));
    for (std::size_t i = 0; i < count; ++i)
        put(type, value_at(stored, first + i * stride), &samples[i * bytes(type)]);
    return samples;
}

} // namespace histo_cl::reference
