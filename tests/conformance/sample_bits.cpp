#include "sample_bits.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace histo_cl::test {
namespace {

/// The half nearest to x, by a search among all that are not negative.
std::uint16_t nearest_half(double x) {
    if (std::isnan(x)) return 0x7e00;
    const auto value = [](std::uint16_t bits) { return double{to_float(Half{bits})}; };
    const double magnitude = std::fabs(x);
    std::uint16_t low = 0;
    std::uint16_t high = 0x7c00; // infinity
    while (high - low > 1) {
        const auto middle = static_cast<std::uint16_t>((low + high) / 2);
        (value(middle) <= magnitude ? low : high) = middle;
    }
    const double above = high == 0x7c00 ? 65'536 : value(high);
    const auto nearest = magnitude - value(low) <= above - magnitude ? low : high;
    return static_cast<std::uint16_t>(nearest | (std::signbit(x) ? 0x8000 : 0));
}

template <class T>
std::uint64_t nearest_integer(double x) {
    using Limits = std::numeric_limits<T>;
    if (!(x > static_cast<double>(Limits::min()))) return static_cast<std::uint64_t>(Limits::min());
    if (x >= static_cast<double>(Limits::max())) // whose double may be one too large
        return static_cast<std::uint64_t>(Limits::max());
    return static_cast<std::uint64_t>(static_cast<T>(std::nearbyint(x)));
}

template <class T>
void store(std::span<std::byte> memory, std::uint64_t bits) {
    const auto value = static_cast<T>(bits);
    std::memcpy(memory.data(), &value, sizeof value);
}

} // namespace

std::uint64_t nearest_bits(SampleType type, double x) {
    switch (type) {
    case SampleType::u8: return nearest_integer<std::uint8_t>(x);
    case SampleType::i8: return nearest_integer<std::int8_t>(x);
    case SampleType::u16: return nearest_integer<std::uint16_t>(x);
    case SampleType::i16: return nearest_integer<std::int16_t>(x);
    case SampleType::u32: return nearest_integer<std::uint32_t>(x);
    case SampleType::i32: return nearest_integer<std::int32_t>(x);
    case SampleType::u64: return nearest_integer<std::uint64_t>(x);
    case SampleType::i64: return nearest_integer<std::int64_t>(x);
    case SampleType::f16: return nearest_half(x);
    case SampleType::f32: return std::bit_cast<std::uint32_t>(static_cast<float>(x));
    case SampleType::f64: return std::bit_cast<std::uint64_t>(x);
    }
    return 0;
}

double to_double(SampleType type, std::uint64_t bits) {
    switch (type) {
    case SampleType::u8: return static_cast<std::uint8_t>(bits);
    case SampleType::i8: return static_cast<std::int8_t>(bits);
    case SampleType::u16: return static_cast<std::uint16_t>(bits);
    case SampleType::i16: return static_cast<std::int16_t>(bits);
    case SampleType::u32: return static_cast<std::uint32_t>(bits);
    case SampleType::i32: return static_cast<std::int32_t>(bits);
    case SampleType::u64: return static_cast<double>(bits);
    case SampleType::i64: return static_cast<double>(static_cast<std::int64_t>(bits));
    case SampleType::f16: return to_float(Half{static_cast<std::uint16_t>(bits)});
    case SampleType::f32: return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    case SampleType::f64: return std::bit_cast<double>(bits);
    }
    return 0;
}

void store_bits(std::span<std::byte> memory, SampleType type, std::uint64_t bits) {
    switch (bytes(type)) {
    case 1: return store<std::uint8_t>(memory, bits);
    case 2: return store<std::uint16_t>(memory, bits);
    case 4: return store<std::uint32_t>(memory, bits);
    default: return store<std::uint64_t>(memory, bits);
    }
}

} // namespace histo_cl::test
