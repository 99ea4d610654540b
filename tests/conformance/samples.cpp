#include "samples.hpp"

#include "sample_bits.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <type_traits>

namespace histo_cl::test {
namespace {

/// Converts a double to a sample of T. For integers, x is limited to T's range and its fraction is dropped.
template <class T>
T to_sample(double x) {
    if constexpr (std::is_floating_point_v<T>) {
        return static_cast<T>(x);
    } else {
        const auto least = static_cast<double>(std::numeric_limits<T>::min());
        const auto greatest = static_cast<double>(std::numeric_limits<T>::max());
        if (!(x > least)) return std::numeric_limits<T>::min();
        if (x >= greatest) return std::numeric_limits<T>::max(); // its double may be one too large
        return static_cast<T>(x);
    }
}

template <class T>
std::vector<T> extremes() {
    using limits = std::numeric_limits<T>;
    std::vector<T> values{limits::lowest(), limits::max(), T{0}, T{1}, static_cast<T>(limits::max() / 2)};
    if constexpr (std::is_floating_point_v<T>) {
        values.insert(values.end(),
                      {-T{0}, limits::denorm_min(), -limits::denorm_min(), limits::min(), limits::epsilon(),
                       limits::infinity(), -limits::infinity(), limits::quiet_NaN(), -limits::quiet_NaN(),
                       T(0.5), T(-1), T(0.1), std::nextafter(T(1), T(0))});
    }
    return values;
}

template <class T>
std::vector<std::byte> make(const Problem& problem, Data data, std::size_t count) {
    const auto edges = problem.edges();
    const double lower = std::max(edges.front(), static_cast<double>(std::numeric_limits<T>::lowest()));
    const double upper = std::min(edges.back(), static_cast<double>(std::numeric_limits<T>::max()));
    const double width = upper - lower;
    std::mt19937_64 random(17 + static_cast<unsigned>(data));
    const auto unit = [&] { return static_cast<double>(random() >> 11U) * 0x1p-53; };
    const auto around = [&](double u) { return to_sample<T>(lower + width * (1.2 * u - 0.1)); };
    const auto odd_values = extremes<T>();

    std::vector<T> samples(count);
    for (std::size_t i = 0; i < count; ++i) {
        switch (data) {
        case Data::constant: samples[i] = to_sample<T>(lower + width * 0.7); break;
        case Data::two_values: samples[i] = to_sample<T>(i % 2 == 0 ? lower : lower + width * 0.9999); break;
        case Data::ramp: samples[i] = around(static_cast<double>(i % 997) / 997); break;
        case Data::sorted:
        case Data::uniform: samples[i] = around(unit()); break;
        case Data::skewed: {
            const auto bits = random() & random() & random() & random() & random();
            samples[i] = around(static_cast<double>(bits >> 11U) * 0x1p-53);
            break;
        }
        case Data::out_of_range: {
            const double u = unit();
            const double x = u < 0.5 ? lower - (width + 1) * u : upper + (width + 1) * u;
            samples[i] = i % 61 == 0 ? around(u) : to_sample<T>(x);
            break;
        }
        case Data::extremes: samples[i] = odd_values[random() % odd_values.size()]; break;
        }
    }
    if (data == Data::sorted) std::ranges::sort(samples);
    std::vector<std::byte> bytes(count * sizeof(T));
    if (count != 0) std::memcpy(bytes.data(), samples.data(), bytes.size());
    return bytes;
}

/// The narrow floats nearest to floats.
template <NarrowFloat T>
std::vector<std::byte> narrowed(const std::vector<std::byte>& floats) {
    std::vector<std::byte> bytes(floats.size() / 2);
    for (std::size_t at = 0; at < bytes.size(); at += 2) {
        float x = 0;
        std::memcpy(&x, &floats[2 * at], sizeof x);
        constexpr auto type = sample_type_of<T>();
        store_bits(std::span(bytes).subspan(at), type, nearest_bits(type, static_cast<double>(x)));
    }
    return bytes;
}

} // namespace

std::string_view name(Data data) noexcept {
    switch (data) {
    case Data::constant: return "constant";
    case Data::two_values: return "two values";
    case Data::ramp: return "ramp";
    case Data::uniform: return "uniform";
    case Data::skewed: return "skewed";
    case Data::sorted: return "sorted";
    case Data::out_of_range: return "out of range";
    case Data::extremes: return "extremes";
    }
    return "unknown";
}

std::vector<std::byte> make_samples(const Problem& problem, Data data, std::size_t count) {
    return with_sample_type(problem.sample, [&]<class T>(std::type_identity<T> /*sample*/) {
        if constexpr (NarrowFloat<T>)
            return narrowed<T>(make<float>(problem, data, count));
        else
            return make<T>(problem, data, count);
    });
}

} // namespace histo_cl::test
