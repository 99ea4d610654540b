#include "tune/data.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstring>
#include <random>
#include <type_traits>

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

/// The greatest narrow float that is not above a value of at least 0.
template <histo_cl::NarrowFloat T>
T narrow_below(double value) {
    T low;
    for (std::uint16_t bit = 0x4000; bit != 0; bit /= 2) {
        const T higher{static_cast<std::uint16_t>(low.bits | bit)};
        const float candidate = histo_cl::to_float(higher);
        if (std::isfinite(candidate) && candidate <= value) low = higher;
    }
    return low;
}

void append_sample(std::vector<std::byte>& bytes, SampleType type, double value) {
    histo_cl::with_sample_type(type, [&]<class T>(std::type_identity<T> /*sample*/) {
        if constexpr (histo_cl::NarrowFloat<T>)
            append(bytes, narrow_below<T>(value));
        else if constexpr (std::floating_point<T>)
            append(bytes, static_cast<T>(value));
        else // via 64 bits, which wrap
            append(bytes, static_cast<T>(static_cast<std::int64_t>(std::floor(value))));
    });
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
