#include "files/array.hpp"

#include <algorithm>

namespace files {

namespace {

constexpr std::uint64_t byte_limit = std::uint64_t{1} << 63U;

bool is_empty(const Array& array) {
    return std::ranges::find(array.shape, std::uint64_t{0}) != array.shape.end();
}

} // namespace

std::size_t sample_bytes(const Array& array) {
    return array.type ? histo_cl::bytes(*array.type) : 2;
}

std::uint64_t samples_of(const Array& array) {
    if (is_empty(array)) return 0;
    std::uint64_t samples = 1;
    for (const auto length : array.shape)
        samples *= length;
    return samples;
}

bool fits_a_file(const Array& array) {
    if (is_empty(array)) return true;
    std::uint64_t bytes = sample_bytes(array);
    for (const auto length : array.shape) {
        if (length > (byte_limit - 1) / bytes) return false;
        bytes *= length;
    }
    return true;
}

} // namespace files
