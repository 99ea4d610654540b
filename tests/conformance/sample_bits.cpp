#include "sample_bits.hpp"

#include <bit>
#include <cmath>
#include <concepts>
#include <cstring>
#include <limits>
#include <type_traits>

namespace histo_cl::test {
namespace {

/// The bits of the narrow float nearest to x, by a search among all non-negative ones.
template <NarrowFloat T>
std::uint64_t nearest_narrow(double x) {
    const auto value = [](std::uint64_t bits) {
        return static_cast<double>(to_float(T{static_cast<std::uint16_t>(bits)}));
    };
    constexpr auto infinity =
        std::uint64_t{0x8000} - (std::uint64_t{1} << fraction_bits(sample_type_of<T>()));
    if (std::isnan(x)) return infinity + 1;
    const double magnitude = std::fabs(x);
    std::uint64_t low = 0;
    std::uint64_t high = infinity;
    while (high - low > 1) {
        const auto middle = (low + high) / 2;
        (value(middle) <= magnitude ? low : high) = middle;
    }
    const double above = high == infinity ? 2 * value(low) - value(low - 1) : value(high);
    const auto nearest = magnitude - value(low) <= above - magnitude ? low : high;
    return nearest | (std::signbit(x) ? 0x8000 : 0);
}

template <class T>
std::uint64_t nearest_integer(double x) {
    using Limits = std::numeric_limits<T>;
    if (!(x > static_cast<double>(Limits::min()))) return static_cast<std::uint64_t>(Limits::min());
    if (x >= static_cast<double>(Limits::max())) // as a double, the maximum may be one too large
        return static_cast<std::uint64_t>(Limits::max());
    return static_cast<std::uint64_t>(static_cast<T>(std::nearbyint(x)));
}

template <class T>
std::uint64_t load(std::span<const std::byte> memory) {
    T value;
    std::memcpy(&value, memory.data(), sizeof value);
    return value;
}

template <class T>
void store(std::span<std::byte> memory, std::uint64_t bits) {
    const auto value = static_cast<T>(bits);
    std::memcpy(memory.data(), &value, sizeof value);
}

} // namespace

std::uint64_t nearest_bits(SampleType type, double x) {
    return with_sample_type(type, [x]<class T>(std::type_identity<T> /*sample*/) -> std::uint64_t {
        if constexpr (NarrowFloat<T>)
            return nearest_narrow<T>(x);
        else if constexpr (std::same_as<T, float>)
            return std::bit_cast<std::uint32_t>(static_cast<float>(x));
        else if constexpr (std::same_as<T, double>)
            return std::bit_cast<std::uint64_t>(x);
        else
            return nearest_integer<T>(x);
    });
}

double to_double(SampleType type, std::uint64_t bits) {
    return with_sample_type(type, [bits]<class T>(std::type_identity<T> /*sample*/) {
        if constexpr (NarrowFloat<T>)
            return static_cast<double>(to_float(T{static_cast<std::uint16_t>(bits)}));
        else if constexpr (std::same_as<T, float>)
            return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
        else if constexpr (std::same_as<T, double>)
            return std::bit_cast<double>(bits);
        else
            return static_cast<double>(static_cast<T>(bits));
    });
}

void store_bits(std::span<std::byte> memory, SampleType type, std::uint64_t bits) {
    switch (bytes(type)) {
    case 1: return store<std::uint8_t>(memory, bits);
    case 2: return store<std::uint16_t>(memory, bits);
    case 4: return store<std::uint32_t>(memory, bits);
    default: return store<std::uint64_t>(memory, bits);
    }
}

std::uint64_t bits_at(std::span<const std::byte> memory, SampleType type) {
    switch (bytes(type)) {
    case 1: return load<std::uint8_t>(memory);
    case 2: return load<std::uint16_t>(memory);
    case 4: return load<std::uint32_t>(memory);
    default: return load<std::uint64_t>(memory);
    }
}

} // namespace histo_cl::test
