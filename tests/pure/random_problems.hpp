#pragma once

#include "core/float_format.hpp"
#include "core/integers.hpp"
#include "histo_cl/error.hpp"
#include "histo_cl/problem.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

/// The types of samples, for test cases that are templates.
#define ALL_SAMPLES                                                                                          \
    std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t, std::int32_t, std::uint64_t,      \
        std::int64_t, Half, Bfloat16, float, double

namespace histo_cl {

using detail::Int128;

/// A bound of integer samples as a number of units of 2^-20. Valid bounds are multiples of this unit.
inline Int128 in_units(const Number& bound) {
    constexpr std::int64_t unit = 1 << 20;
    switch (bound.kind()) {
    case Number::Kind::i64: return Int128{bound.i64()} * unit;
    case Number::Kind::u64: return Int128{bound.u64()} * unit;
    case Number::Kind::f64: break;
    }
    return static_cast<Int128>(bound.f64() * unit);
}

// Helpers that work alike for integers, narrow floats, float and double.

template <class T>
inline constexpr bool is_real = std::floating_point<T> || NarrowFloat<T>;

/// The format of a type, if it is a float.
template <class T>
inline constexpr detail::FloatFormat format_of{sample_type_of<T>()};

/// A sample's value, in a type that can be compared.
template <class T>
requires std::is_arithmetic_v<T> T value_of(T sample) {
    return sample;
}
template <NarrowFloat T>
float value_of(T sample) {
    return to_float(sample);
}

/// The sample of a floating type that is nearest to `value`.
template <class T>
T nearest_sample(double value) {
    if constexpr (NarrowFloat<T>)
        return detail::narrowed<T>(value);
    else
        return static_cast<T>(value);
}

/// The next sample towards an infinity.
template <class T>
T next(T sample, double towards) {
    if constexpr (NarrowFloat<T>) {
        const auto negative = sample.bits >> 15U;
        if ((sample.bits & 0x7FFFU) == 0) return {static_cast<std::uint16_t>(towards > 0 ? 1 : 0x8001)};
        if (std::isinf(to_float(sample)) && (towards > 0) == (negative == 0)) return sample;
        return {
            static_cast<std::uint16_t>((towards > 0) == (negative == 0) ? sample.bits + 1 : sample.bits - 1)};
    } else {
        return std::nextafter(sample, static_cast<T>(towards));
    }
}

/// Every value of a type of 8 or 16 bits.
template <class T>
std::vector<T> every_value() {
    using Bits = std::conditional_t<sizeof(T) == 1, std::uint8_t, std::uint16_t>;
    std::vector<T> values;
    for (unsigned bits = 0; bits < 1U << (8 * sizeof(T)); ++bits)
        values.push_back(std::bit_cast<T>(static_cast<Bits>(bits)));
    return values;
}

inline bool is_valid(const Problem& problem) {
    try {
        problem.validate();
        return true;
    } catch (const Error&) {
        return false;
    }
}

/// Valid problems of every kind (narrow, wide, partly or wholly outside the type's range, fractional, more
/// bins than different samples), and samples to test them with. The same seed gives the same problems and
/// samples.
class RandomProblems : public test::Random {
  public:
    explicit RandomProblems(std::uint64_t seed) : Random(seed), seed_(seed) {}

    [[nodiscard]] std::uint64_t seed() const { return seed_; }

    /// A problem with even bins or edges, and the default policies.
    template <class T>
    Problem problem(std::uint32_t max_bin_count) {
        return one_in(3) ? edge_problem<T>(max_bin_count) : even_problem<T>(max_bin_count);
    }

    /// A problem with bins of any kind except custom bins, and any policies.
    template <class T>
    Problem any_problem(std::uint32_t max_bin_count) {
        auto problem = one_in(4)   ? log_problem<T>(max_bin_count)
                       : one_in(3) ? circular_problem<T>(max_bin_count)
                                   : this->problem<T>(max_bin_count);
        problem.last_edge = one_in(2) ? LastEdge::inclusive : LastEdge::exclusive;
        problem.out_of_range = static_cast<OutOfRange>(below(3));
        return problem;
    }

    template <class T>
    Problem even_problem(std::uint32_t max_bin_count) {
        EvenBins bins = even_bins(some_bins(max_bin_count), 0, 0);
        return valid<T>([&] {
            bins.lower = bound<T>();
            bins.upper = one_in(2) ? bound<T>() : just_above<T>(bins.lower);
            if (bins.upper < bins.lower) std::swap(bins.lower, bins.upper);
            return bins;
        });
    }

    template <class T>
    Problem edge_problem(std::uint32_t max_bin_count) {
        std::vector<Number> edges;
        const std::size_t draws = std::size_t{some_bins(max_bin_count)} + 1;
        while (edges.size() < draws)
            edges.push_back(edge<T>());
        std::sort(edges.begin(), edges.end());
        edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
        if (edges.size() < 2) return edge_problem<T>(max_bin_count);
        return {.sample = sample_type_of<T>(), .axes = {edge_bins(edges)}};
    }

    template <class T>
    Problem log_problem(std::uint32_t max_bin_count) {
        return valid<T>([&] {
            LogBins bins = log_bins(some_bins(max_bin_count), std::fabs(bound<T>().to_double()), 0);
            const double lower = bins.lower.to_double();
            bins.upper = one_in(2) ? std::fabs(bound<T>().to_double()) : lower * real(1, 1000);
            if (bins.upper < bins.lower) std::swap(bins.lower, bins.upper);
            return bins;
        });
    }

    template <class T>
    Problem circular_problem(std::uint32_t max_bin_count) {
        return valid<T>([&] {
            CircularBins bins = circular_bins(some_bins(max_bin_count), bound<T>(), 0);
            if constexpr (std::integral<T>)
                bins.period = whole(sizeof(T) == 8 ? 62 : 31);
            else
                bins.period = one_in(2) ? std::fabs(bound<T>().to_double()) : real(0, 1000);
            return bins;
        });
    }

    /// The type's extremes, the samples next to the edges of the first axis (if it has more than `edges` + 1
    /// edges, next to `edges` + 1 random ones), and `others` random samples. For circular bins, the extremes
    /// and the samples next to edges are returned twice: in place, and moved by some periods.
    template <class T>
    std::vector<T> samples(const Problem& problem, std::size_t edges, std::size_t others) {
        auto samples = extremes<T>();
        const auto bins = static_cast<std::size_t>(bin_count(problem.axes[0]));
        const std::vector<double> edge_values = problem.edges();
        for (std::size_t i = 0; i <= std::min(bins, edges); ++i)
            push_near<T>(samples, problem, edge_values, bins <= edges ? i : below(bins + 1));
        if (const auto* circular = std::get_if<CircularBins>(&problem.axes[0]))
            push_periods_away(samples, circular->period);
        for (std::size_t i = 0; i < others; ++i)
            samples.push_back(any<T>());
        return samples;
    }

    /// A random sample of any magnitude, never NaN.
    template <class T>
    T any() {
        if constexpr (NarrowFloat<T>) {
            const T x{static_cast<std::uint16_t>(bits())};
            return std::isnan(to_float(x)) ? T{} : x;
        } else if constexpr (std::is_floating_point_v<T>) {
            using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
            const auto x = one_in(2) ? std::bit_cast<T>(static_cast<Bits>(bits()))
                                     : static_cast<T>(bound<T>().to_double());
            return std::isnan(x) ? T{0} : x;
        } else {
            return static_cast<T>(one_in(2) ? static_cast<std::uint64_t>(signed_whole(63)) : bits());
        }
    }

    /// The type's extremes; for floats also NaN, infinities, denormals and both zeros.
    template <class T>
    static std::vector<T> extremes() {
        if constexpr (NarrowFloat<T>) {
            constexpr auto infinity = static_cast<unsigned>(format_of<T>.infinity);
            constexpr auto min_normal = 1U << format_of<T>.stored;
            const unsigned one = nearest_sample<T>(1).bits;
            std::vector<T> samples;
            for (const auto bits : {0U, 1U, min_normal - 1, min_normal, one, infinity - 1, infinity,
                                    infinity + 1, infinity + min_normal / 2})
                for (const auto sign : {0x0000U, 0x8000U})
                    samples.push_back({static_cast<std::uint16_t>(sign | bits)});
            return samples;
        } else {
            using Limits = std::numeric_limits<T>;
            std::vector<T> samples{Limits::lowest(), Limits::max(), T{0}, T{1}};
            if constexpr (std::is_floating_point_v<T>)
                for (const T x :
                     {Limits::infinity(), Limits::quiet_NaN(), Limits::denorm_min(), Limits::min(), T{0}})
                    samples.insert(samples.end(), {x, -x});
            return samples;
        }
    }

  private:
    /// A whole number below 2^digits. Every number of binary digits is about equally likely.
    std::uint64_t whole(std::uint64_t digits) { return bits() >> (64 - digits + below(digits)); }
    std::int64_t signed_whole(std::uint64_t digits) {
        const auto magnitude = static_cast<std::int64_t>(whole(digits));
        return one_in(2) ? magnitude : -magnitude;
    }
    std::uint32_t some_bins(std::uint32_t maximum) {
        const auto digits = static_cast<std::uint64_t>(std::bit_width(maximum));
        return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(whole(digits), 1, maximum));
    }

    /// Draws until the problem is valid.
    template <class T, class Draw>
    Problem valid(const Draw& draw) {
        for (;;) { // for example, a range in which the type has a single value is invalid
            const Problem problem{.sample = sample_type_of<T>(), .axes = {draw()}};
            if (is_valid(problem)) return problem;
        }
    }

    template <class T>
    Number bound() {
        if constexpr (is_real<T>) {
            constexpr int span = std::min(format_of<T>.bias - format_of<T>.bias / 16, 800);
            switch (below(4)) {
            case 0: return signed_whole(std::min(format_of<T>.bias, 63));
            case 1: return static_cast<double>(signed_whole(8));
            case 2: return real(-1000, 1000);
            default: return std::ldexp(real(-1, 1), static_cast<int>(below(2 * span)) - span);
            }
        } else {
            switch (below(5)) {
            case 0: return signed_whole(63);
            case 1: return whole(64);
            case 2: return std::ldexp(static_cast<double>(signed_whole(53)), -20);
            case 3: return std::numeric_limits<T>::min();
            default: return std::ldexp(1.0, std::numeric_limits<T>::digits);
            }
        }
    }

    template <class T>
    Number just_above(const Number& lower) {
        if constexpr (is_real<T>) {
            auto x = nearest_sample<T>(lower.to_double());
            const auto value = static_cast<double>(value_of(x));
            if (one_in(2)) return value + std::ldexp(std::fabs(value), -static_cast<int>(below(30)));
            for (std::uint64_t steps = whole(7); steps > 0; --steps)
                x = next(x, HUGE_VAL);
            return value_of(x);
        } else {
            if (lower.kind() == Number::Kind::i64 && lower.i64() < 0)
                return lower.i64() + static_cast<std::int64_t>(whole(63));
            if (lower.kind() == Number::Kind::i64) return static_cast<std::uint64_t>(lower.i64()) + whole(63);
            return std::min(0x1p64, lower.to_double() + std::ldexp(static_cast<double>(whole(40)), -20));
        }
    }

    template <class T>
    Number edge() {
        switch (below(6)) {
        case 0: return one_in(2) ? signed_whole(63) : signed_whole(8);
        case 1: return bound<T>();
        case 2: return bound<double>();
        case 3: return static_cast<double>(value_of(any<T>())) * (1 + 0x1p-30); // mostly between two samples
        case 4:
            return one_in(100) ? Number(std::copysign(HUGE_VAL, real(-1, 1))) : Number(value_of(any<T>()));
        default: return value_of(any<T>());
        }
    }

    /// Appends the sample nearest to edge i, and two samples on each side of it.
    template <class T>
    static void push_near(std::vector<T>& samples, const Problem& problem, const std::vector<double>& edges,
                          std::size_t i) {
        if constexpr (is_real<T>) {
            const T x = nearest_sample<T>(edges[i]);
            const T down = next(x, -HUGE_VAL);
            const T up = next(x, HUGE_VAL);
            samples.insert(samples.end(), {next(down, -HUGE_VAL), down, x, up, next(up, HUGE_VAL)});
        } else {
            const Int128 at = whole_at(problem.axes[0], edges, i);
            for (Int128 x = at - 2; x <= at + 2; ++x)
                push_if_held(samples, x);
        }
    }

    template <std::integral T>
    static void push_if_held(std::vector<T>& samples, Int128 x) {
        if (x >= std::numeric_limits<T>::min() && x <= std::numeric_limits<T>::max())
            samples.push_back(static_cast<T>(x));
    }

    /// Edge i without its fraction.
    static Int128 whole_at(const Binning& binning, const std::vector<double>& edges, std::size_t i) {
        const auto of_even = [i](Int128 lower, Int128 width, std::uint32_t count) {
            return (lower * count + width * static_cast<Int128>(i)) / (Int128{count} * (1 << 20));
        };
        if (const auto* even = std::get_if<EvenBins>(&binning))
            return of_even(in_units(even->lower), in_units(even->upper) - in_units(even->lower), even->count);
        if (const auto* circular = std::get_if<CircularBins>(&binning))
            return of_even(in_units(circular->lower), in_units(circular->period), circular->count);
        const auto* given = std::get_if<EdgeBins>(&binning);
        const Number edge = given != nullptr ? given->edges[i] : Number(edges[i]);
        return in_units(std::clamp(edge, Number(-0x1p65), Number(0x1p65))) / (1 << 20);
    }

    template <class T>
    void push_periods_away(std::vector<T>& samples, const Number& period) {
        for (std::size_t i = 0, size = samples.size(); i < size; ++i) {
            const auto turns = signed_whole(one_in(4) ? 40 : 4);
            if constexpr (is_real<T>)
                samples.push_back(nearest_sample<T>(static_cast<double>(value_of(samples[i])) +
                                                    static_cast<double>(turns) * period.to_double()));
            else
                push_if_held(samples, Int128{samples[i]} + in_units(period) / (1 << 20) * turns);
        }
    }

    std::uint64_t seed_;
};

} // namespace histo_cl
