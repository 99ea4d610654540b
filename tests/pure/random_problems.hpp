#pragma once

#include "histo_cl/problem.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <utility>
#include <vector>

namespace histo_cl {

__extension__ using Int128 = __int128;

/// A bound of integer samples in units of 2^-20, in which it is whole.
inline Int128 in_units(const Number& bound) {
    constexpr std::int64_t unit = 1 << 20;
    switch (bound.kind()) {
    case Number::Kind::i64: return Int128{bound.i64()} * unit;
    case Number::Kind::u64: return Int128{bound.u64()} * unit;
    case Number::Kind::f64: break;
    }
    return static_cast<Int128>(bound.f64() * unit);
}

/// Valid problems of every kind (narrow, wide, partly or wholly outside the type's range, fractional, more
/// bins than samples to tell apart) and the samples worth testing them with. The same for the same seed.
class RandomProblems {
  public:
    explicit RandomProblems(std::uint64_t seed) : seed_(seed), engine_(seed) {}

    [[nodiscard]] std::uint64_t seed() const { return seed_; }

    template <class T>
    Problem problem(std::uint32_t most_bins) {
        return one_in(3) ? edge_problem<T>(most_bins) : even_problem<T>(most_bins);
    }

    template <class T>
    Problem even_problem(std::uint32_t most_bins) {
        EvenBins bins = even_bins(bin_count(most_bins), 0, 0);
        do {
            bins.lower = bound<T>();
            bins.upper = one_in(2) ? bound<T>() : just_above<T>(bins.lower);
            if (bins.upper < bins.lower) std::swap(bins.lower, bins.upper);
        } while (!rises<T>(bins));
        return {.sample = sample_type_of<T>(), .binning = bins};
    }

    template <class T>
    Problem edge_problem(std::uint32_t most_bins) {
        EdgeBins bins;
        const std::size_t draws = std::size_t{bin_count(most_bins)} + 1;
        while (bins.edges.size() < draws)
            bins.edges.push_back(edge<T>());
        std::sort(bins.edges.begin(), bins.edges.end());
        bins.edges.erase(std::unique(bins.edges.begin(), bins.edges.end()), bins.edges.end());
        if (bins.edges.size() < 2) return edge_problem<T>(most_bins);
        return {.sample = sample_type_of<T>(), .binning = bins};
    }

    /// The samples next to `edges` of the problem's edges (all of them if there are no more), `others` at
    /// random, and the type's extremes; for floats NaN, infinities, denormals and both zeros are among them.
    template <class T>
    std::vector<T> samples(const Problem& problem, std::size_t edges, std::size_t others) {
        using Limits = std::numeric_limits<T>;
        std::vector<T> samples{Limits::lowest(), Limits::max(), T{0}, T{1}};
        if constexpr (std::is_floating_point_v<T>)
            for (const T x :
                 {Limits::infinity(), Limits::quiet_NaN(), Limits::denorm_min(), Limits::min(), T{0}})
                samples.insert(samples.end(), {x, -x});
        const std::size_t bins = problem.bins();
        const std::vector<double> edge_values =
            std::is_floating_point_v<T> ? problem.edges() : std::vector<double>{};
        for (std::size_t i = 0; i <= std::min(bins, edges); ++i)
            push_near<T>(samples, problem, edge_values, bins <= edges ? i : below(bins + 1));
        for (std::size_t i = 0; i < others; ++i)
            samples.push_back(any<T>());
        return samples;
    }

  private:
    std::uint64_t below(std::uint64_t end) { return engine_() % end; }
    bool one_in(std::uint64_t n) { return below(n) == 0; }
    double real(double low, double high) { return std::uniform_real_distribution(low, high)(engine_); }
    /// Of every magnitude alike.
    std::uint64_t whole(std::uint64_t bits) { return engine_() >> (64 - bits + below(bits)); }
    std::int64_t signed_whole(std::uint64_t bits) {
        const auto magnitude = static_cast<std::int64_t>(whole(bits));
        return one_in(2) ? magnitude : -magnitude;
    }
    std::uint32_t bin_count(std::uint32_t most) {
        const auto bits = static_cast<std::uint64_t>(std::bit_width(most));
        return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(whole(bits), 1, most));
    }

    /// Whether the range is valid: floats must tell the bounds apart, and a bin be no denormal.
    template <class T>
    static bool rises(const EvenBins& bins) {
        if constexpr (std::is_integral_v<T>) return bins.lower < bins.upper;
        const double lower = bins.lower.to_double();
        const double upper = bins.upper.to_double();
        return static_cast<T>(lower) < static_cast<T>(upper) &&
               (upper - lower) / bins.count >= std::numeric_limits<double>::min();
    }

    template <class T>
    Number bound() {
        if constexpr (std::is_floating_point_v<T>) {
            constexpr int span = sizeof(T) == 4 ? 120 : 800;
            switch (below(4)) {
            case 0: return signed_whole(63);
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
        if constexpr (std::is_floating_point_v<T>) {
            auto x = static_cast<T>(lower.to_double());
            if (one_in(2)) return x + std::ldexp(std::fabs(x), -static_cast<int>(below(30)));
            for (std::uint64_t steps = whole(7); steps > 0; --steps)
                x = std::nextafter(x, std::numeric_limits<T>::max());
            return x;
        } else {
            if (lower.kind() == Number::Kind::i64 && lower.i64() < 0)
                return lower.i64() + static_cast<std::int64_t>(whole(63));
            if (lower.kind() == Number::Kind::i64) return static_cast<std::uint64_t>(lower.i64()) + whole(63);
            return std::min(0x1p64, lower.to_double() + std::ldexp(static_cast<double>(whole(40)), -20));
        }
    }

    /// Any sample but NaN, of every magnitude alike.
    template <class T>
    T any() {
        if constexpr (std::is_floating_point_v<T>) {
            using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
            const auto x = one_in(2) ? std::bit_cast<T>(static_cast<Bits>(engine_()))
                                     : static_cast<T>(bound<T>().to_double());
            return std::isnan(x) ? T{0} : x;
        } else {
            return static_cast<T>(one_in(2) ? static_cast<std::uint64_t>(signed_whole(63)) : engine_());
        }
    }

    template <class T>
    Number edge() {
        switch (below(6)) {
        case 0: return one_in(2) ? signed_whole(63) : signed_whole(8);
        case 1: return bound<T>();
        case 2: return bound<double>();
        case 3: return static_cast<double>(any<T>()) * (1 + 0x1p-30); // mostly between two samples
        case 4: return one_in(100) ? Number(std::copysign(HUGE_VAL, real(-1, 1))) : Number(any<T>());
        default: return any<T>();
        }
    }

    /// Two samples to either side of edge i, and that on it.
    template <class T>
    static void push_near(std::vector<T>& samples, const Problem& problem, const std::vector<double>& edges,
                          std::size_t i) {
        using Limits = std::numeric_limits<T>;
        if constexpr (std::is_floating_point_v<T>) {
            const T x = static_cast<T>(edges[i]);
            const T down = std::nextafter(x, -Limits::infinity());
            const T up = std::nextafter(x, Limits::infinity());
            samples.insert(samples.end(), {std::nextafter(down, -Limits::infinity()), down, x, up,
                                           std::nextafter(up, Limits::infinity())});
        } else {
            const Int128 at = whole_at(problem.binning, i);
            for (Int128 x = at - 2; x <= at + 2; ++x)
                if (x >= Limits::min() && x <= Limits::max()) samples.push_back(static_cast<T>(x));
        }
    }

    /// Edge i without its fraction.
    static Int128 whole_at(const Binning& binning, std::size_t i) {
        if (const auto* even = std::get_if<EvenBins>(&binning)) {
            const Int128 lower = in_units(even->lower);
            const Int128 edge =
                lower * even->count + (in_units(even->upper) - lower) * static_cast<Int128>(i);
            return edge / (Int128{even->count} * (1 << 20));
        }
        const Number& edge = std::get<EdgeBins>(binning).edges[i];
        return in_units(std::clamp(edge, Number(-0x1p65), Number(0x1p65))) / (1 << 20);
    }

    std::uint64_t seed_;
    std::mt19937_64 engine_;
};

} // namespace histo_cl
