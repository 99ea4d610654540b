#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/number.hpp"
#include "histo_cl/statistics/counts.hpp"
#include "histo_cl/statistics/wide_integer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <ranges>
#include <span>

namespace histo_cl::inline HISTO_CL_ABI {

/// Population moments, like those of numpy.mean, numpy.var, scipy.stats.skew and scipy.stats.kurtosis by
/// default. m(k) is the mean of (x − mean)^k.
struct Moments {
    double mean;     ///< the mean of the samples
    double variance; ///< m(2)
    double skewness; ///< m(3) / m(2)^1.5; NaN unless the variance is above 0
    double kurtosis; ///< excess kurtosis, m(4) / m(2)² − 3; NaN unless the variance is above 0

    friend bool operator==(const Moments&, const Moments&) = default;
};

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail::inline HISTO_CL_ABI {

inline constexpr auto nan = std::numeric_limits<double>::quiet_NaN();

/// The moments, computed in double, of samples at value(bin); distance(a, b) is value(b) − value(a). The mean
/// is computed first, as a distance from the first bin that has samples, and then the powers of the distances
/// from the mean.
template <CountRange Range, class Value, class Distance>
Moments moments_in_double(const Range& counts, const Value& value, const Distance& distance) {
    const auto origin_bin = std::ranges::find_if(counts, [](auto count) { return count != 0; });
    if (origin_bin == std::ranges::end(counts)) return {nan, nan, nan, nan};
    const auto origin = static_cast<std::size_t>(origin_bin - std::ranges::begin(counts));
    // Distances and counts are scaled by powers of two, so that their powers neither overflow nor underflow.
    double farthest = 0;
    double greatest = 0;
    for (std::size_t bin = 0; bin < std::ranges::size(counts); ++bin)
        if (const auto count = std::ranges::data(counts)[bin]; count != 0) {
            farthest = (std::max)(farthest, std::fabs(distance(origin, bin)));
            greatest = (std::max)(greatest, std::fabs(static_cast<double>(count)));
        }
    const int exponent = farthest > 0 && std::isfinite(farthest) ? std::ilogb(farthest) : 0;
    const int count_exponent = std::ilogb(greatest);
    const auto sum_of = [&](const auto& power) {
        double sum = 0;
        for (std::size_t bin = 0; bin < std::ranges::size(counts); ++bin)
            if (const auto count = std::ranges::data(counts)[bin]; count != 0)
                sum += std::ldexp(static_cast<double>(count), -count_exponent) *
                       power(std::ldexp(distance(origin, bin), -exponent));
        return sum;
    };
    const auto sum = sum_of([](double /*x*/) { return 1.0; });
    if (sum == 0) return {nan, nan, nan, nan};
    const auto mean = sum_of([](double x) { return x; }) / sum;
    const auto variance = sum_of([&](double x) { return (x - mean) * (x - mean); }) / sum;
    const auto third = sum_of([&](double x) { return (x - mean) * (x - mean) * (x - mean); }) / sum;
    const auto fourth =
        sum_of([&](double x) { return (x - mean) * (x - mean) * (x - mean) * (x - mean); }) / sum;
    const bool spread = variance > 0;
    return {value(origin) + std::ldexp(mean, exponent), std::ldexp(variance, 2 * exponent),
            spread ? third / (variance * std::sqrt(variance)) : nan,
            spread ? fourth / (variance * variance) - 3 : nan};
}

/// The exact moments of samples whose value is first + bin. With n the total, and S(k) the sum of count ·
/// bin^k,
///
///     n² m(2) = n S(2) − S(1)²
///     n³ m(3) = n² S(3) − 3 n S(1) S(2) + 2 S(1)³
///     n⁴ m(4) = n³ S(4) − 4 n² S(1) S(3) + 6 n S(1)² S(2) − 3 S(1)⁴
template <CountRange Range, std::integral First>
Moments exact_moments(const Range& counts, First first) {
    std::array<WideInteger, 5> sums;
    const auto& [n, s1, s2, s3, s4] = sums;
    for (std::size_t bin = 0; bin < std::ranges::size(counts); ++bin) {
        const auto count = std::ranges::data(counts)[bin];
        if (count == 0) continue;
        WideInteger power = count;
        for (auto& sum : sums) {
            sum += power;
            power *= static_cast<std::uint32_t>(bin);
        }
    }
    if (n == WideInteger()) return {nan, nan, nan, nan};
    const auto mean = nearest_ratio(WideInteger(first) * n + s1, n);
    const auto m2 = n * s2 - s1 * s1;
    const auto variance = nearest_ratio(m2, n * n);
    if (m2 == WideInteger() || m2.negative()) return {mean, variance, nan, nan};
    const auto m3 = n * n * s3 - 3 * n * s1 * s2 + 2 * s1 * s1 * s1;
    const auto m4 = n * n * n * s4 - 4 * n * n * s1 * s3 + 6 * n * s1 * s1 * s2 - 3 * s1 * s1 * s1 * s1;
    // The powers of n cancel in the skewness and the kurtosis; only the sign of n remains, in the skewness.
    const auto spread = nearest_ratio(m2, 1);
    const auto third = nearest_ratio(n.negative() ? -m3 : m3, 1);
    return {mean, variance, third / spread / std::sqrt(spread), nearest_ratio(m4 - 3 * m2 * m2, m2 * m2)};
}

} // namespace histo_cl::detail::inline HISTO_CL_ABI

namespace histo_cl::inline HISTO_CL_ABI {

/// The moments of samples that are assumed to be at the middle of their bins, computed in double. Accepts
/// negative counts. All moments are NaN if the total is 0, or if a bin with samples has an infinite edge.
///
/// Throws Error(invalid_argument) unless the edges increase and there is one more edge than counts, and for
/// counts that are not finite.
template <CountRange Range>
[[nodiscard]] Moments moments(const Range& counts, std::span<const double> edges) {
    detail::check_edges(std::ranges::size(counts), edges);
    detail::check_finite(counts);
    const auto value = [&](std::size_t bin) {
        const auto centre = std::midpoint(edges[bin], edges[bin + 1]);
        return std::isfinite(centre) ? centre : detail::nan;
    };
    return detail::moments_in_double(counts, value,
                                     [&](std::size_t a, std::size_t b) { return value(b) - value(a); });
}

/// Like the function above, with edges from Problem::edge_numbers(). Distances are computed from exact 64-bit
/// edges, so large values reduce only the precision of the mean, not of the other moments.
template <CountRange Range>
[[nodiscard]] Moments moments(const Range& counts, std::span<const Number> edges) {
    detail::check_edges(std::ranges::size(counts), edges);
    detail::check_finite(counts);
    const auto value = [&](std::size_t bin) {
        const auto centre = std::midpoint(edges[bin].to_double(), edges[bin + 1].to_double());
        return std::isfinite(centre) ? centre : detail::nan;
    };
    return detail::moments_in_double(counts, value, [&](std::size_t a, std::size_t b) {
        const auto centre = std::midpoint(distance(edges[a], edges[b]), distance(edges[a + 1], edges[b + 1]));
        return std::isfinite(centre) ? centre : detail::nan;
    });
}

/// The moments of integers with one value per bin: bin i holds the samples of value first + i. Accepts
/// negative counts. All moments are NaN if the total is 0.
///
/// For integer counts in up to max_bins bins the sums are exact, for any total: mean, variance and kurtosis
/// are the nearest doubles, and the skewness is within 4 units in its last place. Counts that are doubles are
/// added in double; throws Error(invalid_argument) unless they are finite.
template <CountRange Range, std::integral First = std::int64_t>
[[nodiscard]] Moments integer_moments(const Range& counts, First first = 0) {
    detail::check_finite(counts);
    if constexpr (std::integral<std::ranges::range_value_t<Range>>)
        return detail::exact_moments(counts, first);
    else
        return detail::moments_in_double(
            counts, [&](std::size_t bin) { return static_cast<double>(first) + static_cast<double>(bin); },
            [](std::size_t a, std::size_t b) { return static_cast<double>(b) - static_cast<double>(a); });
}

} // namespace histo_cl::inline HISTO_CL_ABI
