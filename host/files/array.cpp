#include "files/array.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <numeric>

namespace files {

namespace {

constexpr std::uint64_t byte_limit = std::uint64_t{1} << 63U;

} // namespace

std::size_t sample_bytes(const Array& array) {
    return array.type ? histo_cl::bytes(*array.type) : 2;
}

void add_channels(Array& array, std::uint32_t channels) {
    if (channels > 1) array.shape.push_back(channels);
    array.channels = channels;
}

std::uint64_t samples_of(const Array& array) {
    return std::accumulate(array.shape.begin(), array.shape.end(), std::uint64_t{1}, std::multiplies{});
}

bool fits_a_file(const Array& array) {
    if (std::ranges::count(array.shape, 0) > 0) return true;
    std::uint64_t bytes = sample_bytes(array);
    for (const auto length : array.shape) {
        if (length > (byte_limit - 1) / bytes) return false;
        bytes *= length;
    }
    return true;
}

namespace {

std::uint16_t swapped(std::uint16_t x) {
    return static_cast<std::uint16_t>(x >> 8U | x << 8U);
}
std::uint32_t swapped(std::uint32_t x) {
    return std::uint32_t{swapped(static_cast<std::uint16_t>(x))} << 16U |
           swapped(static_cast<std::uint16_t>(x >> 16U));
}
std::uint64_t swapped(std::uint64_t x) {
    return std::uint64_t{swapped(static_cast<std::uint32_t>(x))} << 32U |
           swapped(static_cast<std::uint32_t>(x >> 32U));
}

/// The size of a sample is a constant, so that compilers vectorize the loop.
template <class Sample>
void swap_each(std::span<std::byte> bytes) {
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(Sample)) {
        Sample sample;
        std::memcpy(&sample, bytes.data() + at, sizeof sample);
        sample = swapped(sample);
        std::memcpy(bytes.data() + at, &sample, sizeof sample);
    }
}

} // namespace

void swap_bytes(std::span<std::byte> bytes, std::size_t sample_bytes) {
    switch (sample_bytes) {
    case 2: return swap_each<std::uint16_t>(bytes);
    case 4: return swap_each<std::uint32_t>(bytes);
    case 8: return swap_each<std::uint64_t>(bytes);
    default: return;
    }
}

} // namespace files
