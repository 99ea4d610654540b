#include "data.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

namespace tune {

namespace {

using histo_cl::SampleType;

/// In [0, 1).
double draw(std::mt19937_64& random, Spread spread) {
    auto bits = random();
    for (int i = 1; spread == Spread::skewed && i < 6; ++i)
        bits &= random();
    return static_cast<double>(bits >> 11U) * 0x1p-53;
}

/// A point of the bins, so that all are as likely as `draw` has it.
double point(const std::vector<double>& edges, double fraction) {
    const double place = fraction * static_cast<double>(edges.size() - 1);
    const auto bin = std::min(static_cast<std::size_t>(place), edges.size() - 2);
    return edges[bin] + (place - static_cast<double>(bin)) * (edges[bin + 1] - edges[bin]);
}

template <class T>
void append(std::vector<std::byte>& bytes, T value) {
    const auto at = bytes.size();
    bytes.resize(at + sizeof value);
    std::memcpy(bytes.data() + at, &value, sizeof value);
}

/// The bits of a half that is not above a value in [0, 65504].
std::uint16_t half_below(double value) {
    std::uint16_t low = 0;
    for (std::uint16_t bit = 0x4000; bit != 0; bit /= 2) {
        const auto higher = static_cast<std::uint16_t>(low | bit);
        if (higher < 0x7C00 && histo_cl::to_float({higher}) <= value) low = higher;
    }
    return low;
}

void append_sample(std::vector<std::byte>& bytes, SampleType type, double value) {
    const auto whole = static_cast<std::int64_t>(std::floor(value));
    switch (type) {
    case SampleType::u8:
    case SampleType::i8: return append(bytes, static_cast<std::uint8_t>(whole));
    case SampleType::u16:
    case SampleType::i16: return append(bytes, static_cast<std::uint16_t>(whole));
    case SampleType::u32:
    case SampleType::i32: return append(bytes, static_cast<std::uint32_t>(whole));
    case SampleType::u64:
    case SampleType::i64: return append(bytes, static_cast<std::uint64_t>(whole));
    case SampleType::f16: return append(bytes, half_below(value));
    case SampleType::f32: return append(bytes, static_cast<float>(value));
    case SampleType::f64: return append(bytes, value);
    }
}

} // namespace

std::vector<std::byte> random_samples(const histo_cl::Problem& problem, Spread spread, std::uint64_t count,
                                      std::uint64_t seed) {
    const auto edges = problem.edges();
    std::mt19937_64 random(seed);
    std::vector<std::byte> bytes;
    bytes.reserve(count * histo_cl::bytes(problem.sample));
    for (std::uint64_t i = 0; i < count; ++i)
        append_sample(bytes, problem.sample, point(edges, draw(random, spread)));
    return bytes;
}

} // namespace tune
