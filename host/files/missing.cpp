#include "files/missing.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace files {

using histo_cl::Number;
using histo_cl::SampleType;

namespace {

template <class T>
auto value_of(T sample) {
    if constexpr (histo_cl::NarrowFloat<T>)
        return to_float(sample);
    else
        return sample;
}

template <class T>
bool are_equal(T a, T b) {
    if constexpr (std::is_floating_point_v<T>)
        return a == b || (std::isnan(a) && std::isnan(b));
    else
        return a == b;
}

template <class T>
std::optional<T> integer_of(const Number& value) {
    if (!(value >= Number(std::numeric_limits<T>::min()) && value <= Number(std::numeric_limits<T>::max())))
        return std::nullopt;
    switch (value.kind()) {
    case Number::Kind::i64: return static_cast<T>(value.i64());
    case Number::Kind::u64: return static_cast<T>(value.u64());
    case Number::Kind::f64: break;
    }
    return value.f64() == std::trunc(value.f64()) ? std::optional(static_cast<T>(value.f64())) : std::nullopt;
}

/// Returns the nearest of all 2^16 values of the type, if its distance is within a rounding error.
template <histo_cl::NarrowFloat T>
std::optional<T> narrow_of(double value) {
    T nearest{};
    const auto error = [&](T sample) { return std::abs(double{to_float(sample)} - value); };
    for (std::uint32_t bits = 0; bits <= std::numeric_limits<std::uint16_t>::max(); ++bits) {
        const T sample{static_cast<std::uint16_t>(bits)};
        if (are_equal(double{to_float(sample)}, value)) return sample;
        if (error(sample) < error(nearest)) nearest = sample;
    }
    const auto max = std::ldexp(std::abs(value), -fraction_bits(histo_cl::sample_type_of<T>()));
    return error(nearest) <= max ? std::optional(nearest) : std::nullopt;
}

template <class T>
std::optional<T> sample_of(const Number& value) {
    if constexpr (std::is_integral_v<T>) {
        return integer_of<T>(value);
    } else if constexpr (histo_cl::NarrowFloat<T>) {
        return narrow_of<T>(value.to_double());
    } else {
        const auto sample = static_cast<T>(value.to_double());
        return std::isinf(sample) && value.is_finite() ? std::nullopt : std::optional(sample);
    }
}

/// The unsigned integer of the size of a sample.
template <class T>
using BitsOf =
    std::conditional_t<sizeof(T) == 1, std::uint8_t,
                       std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                          std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;

} // namespace

std::optional<std::uint64_t> sample_bits(SampleType type, const Number& value) {
    return with_sample_type(type, [&]<class T>(std::type_identity<T> /*type*/) {
        const auto sample = sample_of<T>(value);
        return sample ? std::optional<std::uint64_t>(std::bit_cast<BitsOf<T>>(*sample)) : std::nullopt;
    });
}

std::size_t leave_out(std::span<const std::byte> samples, std::byte* to, const Sieve& sieve,
                      LeftOut& left_out) {
    return with_sample_type(sieve.markers.type, [&]<class T>(std::type_identity<T> /*type*/) {
        const auto sample_at = [](const std::byte* from) {
            T sample;
            std::memcpy(&sample, from, sizeof sample);
            return value_of(sample);
        };
        std::vector<decltype(value_of(T{}))> markers;
        for (const auto bits : sieve.markers.bits)
            markers.push_back(value_of(std::bit_cast<T>(static_cast<BitsOf<T>>(bits))));
        auto counted = sieve.elements.counted;
        for (std::uint32_t i = 0; counted.size() < sieve.elements.samples && sieve.elements.counted.empty();
             ++i)
            counted.push_back(i);
        const auto& apply = sieve.markers.apply;
        std::erase_if(counted, [&](std::uint32_t channel) { return !apply.empty() && !apply[channel]; });
        const auto is_marked = [&](const std::byte* sample) {
            const auto value = sample_at(sample);
            return std::ranges::any_of(markers, [&](auto marker) { return are_equal(value, marker); });
        };

        const auto bytes = sieve.elements.samples * sizeof(T);
        auto* const begin = to;
        for (std::size_t element = 0; element < samples.size() / bytes; ++element) {
            const auto* const from = samples.data() + element * bytes;
            if (sieve.alpha_step > 0 && (sieve.first + element + 1) % sieve.alpha_step == 0) {
                ++left_out.alpha;
                continue;
            }
            const bool is_missing = std::ranges::any_of(
                counted, [&](std::uint32_t channel) { return is_marked(from + channel * sizeof(T)); });
            left_out.missing += is_missing ? 1 : 0;
            if (sieve.present != nullptr)
                sieve.present->push_back(std::byte{!is_missing});
            else if (is_missing)
                continue;
            std::memmove(to, from, bytes);
            to += bytes;
        }
        return static_cast<std::size_t>(to - begin);
    });
}

} // namespace files
