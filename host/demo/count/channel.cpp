#include "demo/count/channel.hpp"

#include "common/usage_error.hpp"

#include <array>
#include <cmath>
#include <cstring>
#include <string>
#include <type_traits>

namespace demo {

namespace {

constexpr std::array<double, 3> rec_601{0.299, 0.587, 0.114};

template <class T>
inline constexpr bool has_luma = std::is_floating_point_v<T> || (std::is_integral_v<T> && sizeof(T) <= 4);

template <class T>
T luma(const std::array<T, 3>& colour) {
    double sum = 0;
    for (std::size_t i = 0; i < colour.size(); ++i)
        sum += rec_601[i] * static_cast<double>(colour[i]);
    return static_cast<T>(std::is_integral_v<T> ? std::floor(sum + 0.5) : sum);
}

} // namespace

std::vector<std::byte> channel_of(std::span<const std::byte> elements, std::size_t sample_bytes,
                                  std::uint32_t channels, std::uint32_t channel) {
    const auto count = elements.size() / (sample_bytes * channels);
    std::vector<std::byte> samples(count * sample_bytes);
    for (std::size_t i = 0; i < count; ++i)
        std::memcpy(samples.data() + i * sample_bytes,
                    elements.data() + (i * channels + channel) * sample_bytes, sample_bytes);
    return samples;
}

std::size_t to_luma(histo_cl::SampleType type, std::uint32_t channels, std::span<std::byte> elements) {
    return with_sample_type(type, [&]<class T>(std::type_identity<T> /*sample*/) {
        const auto count = elements.size() / (sizeof(T) * channels);
        if constexpr (!has_luma<T>)
            throw common::UsageError(
                "--channels luma: it takes integers of up to 32 bits, f32 and f64, not " +
                std::string(name(type)));
        else
            for (std::size_t i = 0; i < count; ++i) {
                std::array<T, 3> colour;
                std::memcpy(colour.data(), elements.data() + i * channels * sizeof(T), sizeof colour);
                const T value = luma(colour);
                std::memcpy(elements.data() + i * sizeof(T), &value, sizeof value);
            }
        return count * sizeof(T);
    });
}

} // namespace demo
