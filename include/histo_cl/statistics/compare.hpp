#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/error.hpp"
#include "histo_cl/export.h"
#include "histo_cl/statistics/counts.hpp"
#include "histo_cl/statistics/wide_integer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <numeric>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI {

/// Similarities and distances of two histograms a and b with the same bins. The metrics up to
/// `kullback_leibler` have the values of OpenCV's compareHist, except that OpenCV also treats tiny values as
/// 0, and returns 1 for `bhattacharyya` if a total is 0. In the formulas, a and b are the counts of a bin,
/// and A and B are the totals.
///
/// The chi-squares, `intersection` and `kullback_leibler` compare counts. The other metrics do not change if
/// all counts of a histogram are multiplied by a positive factor. Of these, all except `correlation` are NaN
/// if a total is 0.
enum class Metric : std::uint8_t {
    /// Pearson's correlation coefficient of the counts: from −1 to 1. 1 if all counts of one histogram are
    /// equal.
    correlation,
    /// The sum of (a − b)² / a over the bins where a is not 0. Not symmetric.
    chi_square,
    /// Twice the sum of (a − b)² / (a + b) over the bins where a + b is not 0: symmetric.
    chi_square_alternative,
    /// The sum of min(a, b) over all bins; larger for similar histograms.
    intersection,
    /// The Hellinger distance √(1 − Σ √(a · b) / √(A · B)): from 0 to 1; 1 if no bin has samples in both
    /// histograms.
    bhattacharyya,
    /// The sum of a · ln(a / b) over the bins where a is not 0; 1e-10 replaces b if b is 0.
    kullback_leibler,
    /// The Jensen-Shannon distance, like scipy.spatial.distance.jensenshannon. If p = a / A, q = b / B, m is
    /// the mean of p and q, and KL is the Kullback-Leibler divergence in nats, it is
    /// √((KL(p, m) + KL(q, m)) / 2). From 0 to √(ln 2).
    jensen_shannon,
    /// The Kolmogorov-Smirnov statistic: the largest absolute difference of the cumulative shares, i.e. of
    /// the sums of a / A and of b / B over bins 0 to i. From 0 to 1.
    kolmogorov_smirnov,
    /// The earth mover's distance of a / A and b / B, in bins: the sum of the absolute differences of the
    /// cumulative shares, like scipy.stats.wasserstein_distance of the indices of the bins. For bins of
    /// different widths, see earth_movers_distance().
    earth_movers,
};

/// All metrics, in the order of the enumeration.
inline constexpr std::array all_metrics{
    Metric::correlation,    Metric::chi_square,         Metric::chi_square_alternative,
    Metric::intersection,   Metric::bhattacharyya,      Metric::kullback_leibler,
    Metric::jensen_shannon, Metric::kolmogorov_smirnov, Metric::earth_movers};

/// The name of a value, e.g. "chi_square".
[[nodiscard]] HISTO_CL_API std::string_view name(Metric metric) noexcept;

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail::inline HISTO_CL_ABI {

/// The absolute value of an integer count.
template <std::integral T>
constexpr std::uint64_t size_of(T count) noexcept {
    return count < T{0} ? std::uint64_t{0} - static_cast<std::uint64_t>(count)
                        : static_cast<std::uint64_t>(count);
}

/// a + b or a − b in double. If a and b are integers, and one magnitude is subtracted from the other, the
/// difference is computed in integers and rounded once.
template <bool adds, class A, class B>
double rounded_once(A a, B b) noexcept {
    if constexpr (std::integral<A> && std::integral<B>)
        if (((a < A{0}) != (b < B{0})) == adds) {
            const auto x = size_of(a);
            const auto y = size_of(b);
            const auto apart = x >= y ? static_cast<double>(x - y) : -static_cast<double>(y - x);
            return a < A{0} ? -apart : apart;
        }
    return adds ? static_cast<double>(a) + static_cast<double>(b)
                : static_cast<double>(a) - static_cast<double>(b);
}

/// The shares of a bin in the totals of both histograms.
struct Shares {
    double a;
    double b;
    double apart; ///< a − b, computed without cancellation
};

/// The counts of two histograms, bin by bin.
template <CountRange A, CountRange B>
struct Pair {
    const A& a;
    const B& b;

    static constexpr bool whole = is_whole<A> && is_whole<B>;

    [[nodiscard]] std::size_t bins() const noexcept { return std::ranges::size(a); }

    /// The sum of `part(a, b)` over all bins, in double.
    template <class Part>
    [[nodiscard]] double sum(const Part& part) const {
        CompensatedSum sum;
        for (std::size_t bin = 0; bin < bins(); ++bin)
            sum.add(part(std::ranges::data(a)[bin], std::ranges::data(b)[bin]));
        return sum.value();
    }

    /// Calls `visit` with each bin and its Shares or, if `cumulative`, with the Shares of bins 0 to that bin
    /// together. Counts must not be negative.
    template <bool cumulative, class Visit>
    void shares(const Visit& visit) const {
        if constexpr (whole)
            whole_shares<cumulative>(visit);
        else
            double_shares<cumulative>(visit);
    }

    [[nodiscard]] bool has_no_total() const noexcept { return !(total(a) > 0 && total(b) > 0); }

  private:
    template <bool cumulative, class Visit>
    void whole_shares(const Visit& visit) const {
        const auto all_a = static_cast<std::uint64_t>(total(a));
        const auto all_b = static_cast<std::uint64_t>(total(b));
        std::uint64_t x = 0;
        std::uint64_t y = 0;
        for (std::size_t bin = 0; bin < bins(); ++bin) {
            x = (cumulative ? x : 0) + static_cast<std::uint64_t>(std::ranges::data(a)[bin]);
            y = (cumulative ? y : 0) + static_cast<std::uint64_t>(std::ranges::data(b)[bin]);
            BasicWideInteger<192> left;
            BasicWideInteger<192> right;
            left.add_product(x, all_b);
            right.add_product(y, all_a);
            const auto total_a = static_cast<double>(all_a);
            const auto total_b = static_cast<double>(all_b);
            visit(bin, Shares{static_cast<double>(x) / total_a, static_cast<double>(y) / total_b,
                              (left -= right).nearest_double() / total_a / total_b});
        }
    }

    /// Visits the shares, computed in double. Each share is a quotient, whose rounding error is used for the
    /// differences.
    template <bool cumulative, class Visit>
    void double_shares(const Visit& visit) const {
        struct Side {
            CompensatedSum all;
            CompensatedSum part;
            int exponent;
            double share = 0;
            double rest = 0;

            void next(double count) noexcept {
                if (!cumulative) part = {};
                part.add(std::ldexp(count, -exponent));
                share = (part.sum + part.lost) / all.sum;
                rest = (std::fma(-share, all.sum, part.sum) + (part.lost - share * all.lost)) / all.sum;
            }
        };
        const auto side = [](const auto& counts) {
            const auto greatest = static_cast<double>((std::ranges::max)(counts));
            Side scaled{.all = {}, .part = {}, .exponent = std::ilogb(greatest)};
            for (const auto count : counts)
                scaled.all.add(std::ldexp(static_cast<double>(count), -scaled.exponent));
            return scaled;
        };
        auto of_a = side(a);
        auto of_b = side(b);
        for (std::size_t bin = 0; bin < bins(); ++bin) {
            of_a.next(static_cast<double>(std::ranges::data(a)[bin]));
            of_b.next(static_cast<double>(std::ranges::data(b)[bin]));
            visit(bin, Shares{of_a.share, of_b.share, (of_a.share - of_b.share) + (of_a.rest - of_b.rest)});
        }
    }
};

/// Pearson's correlation coefficient of integer counts. With n the number of bins, its square is
///
///     (n Σab − Σa Σb)² / ((n Σa² − (Σa)²) (n Σb² − (Σb)²))
///
/// which is rounded once. All integers are below 2^448.
template <CountRange A, CountRange B>
double exact_correlation(const A& a, const B& b) {
    WideInteger ab, aa, bb, a_sum, b_sum;
    for (std::size_t bin = 0; bin < std::ranges::size(a); ++bin) {
        const auto x = std::ranges::data(a)[bin];
        const auto y = std::ranges::data(b)[bin];
        a_sum += x;
        b_sum += y;
        aa.add_product(size_of(x), size_of(x));
        bb.add_product(size_of(y), size_of(y));
        if ((x < 0) == (y < 0)) {
            ab.add_product(size_of(x), size_of(y));
        } else {
            WideInteger product;
            product.add_product(size_of(x), size_of(y));
            ab -= product;
        }
    }
    const WideInteger n = std::ranges::size(a);
    const auto covariance = n * ab - a_sum * b_sum;
    const auto variances = (n * aa - a_sum * a_sum) * (n * bb - b_sum * b_sum);
    if (variances == WideInteger()) return 1;
    const auto size = std::sqrt(nearest_ratio(covariance * covariance, variances));
    return covariance.negative() ? -size : size;
}

/// The counts of a histogram as distances from their mean, in double, scaled by a power of two so that the
/// greatest magnitude is at least 1 and below 2. Empty if all counts are equal.
template <CountRange Range>
std::vector<double> distances_from_mean(const Range& counts) {
    const auto [least, most] = std::ranges::minmax(counts);
    if (least == most) return {};
    const auto exponent =
        std::ilogb((std::max)(std::fabs(static_cast<double>(least)), std::fabs(static_cast<double>(most))));
    std::vector<double> distances;
    distances.reserve(std::ranges::size(counts));
    CompensatedSum sum;
    for (const auto count : counts) {
        distances.push_back(std::ldexp(static_cast<double>(count), -exponent));
        sum.add(distances.back());
    }
    const auto n = static_cast<double>(distances.size());
    const auto mean = sum.value() / n;
    const auto rest = (std::fma(-mean, n, sum.sum) + sum.lost) / n;
    for (auto& distance : distances)
        distance = (distance - mean) - rest;
    // Similar counts have small distances, whose squares could underflow.
    const auto farthest = (std::ranges::max)(distances, {}, [](double x) { return std::fabs(x); });
    if (farthest == 0) return {};
    const auto by = std::ilogb(farthest);
    for (auto& distance : distances)
        distance = std::ldexp(distance, -by);
    return distances;
}

template <CountRange A, CountRange B>
double correlation(const A& a, const B& b) {
    if (std::ranges::size(a) == 0) return 1;
    if constexpr (is_whole<A> && is_whole<B>) {
        return exact_correlation(a, b);
    } else {
        const auto x = distances_from_mean(a);
        const auto y = distances_from_mean(b);
        if (x.empty() || y.empty()) return 1;
        CompensatedSum xx, yy, xy;
        for (std::size_t bin = 0; bin < x.size(); ++bin) {
            xx.add(x[bin] * x[bin]);
            yy.add(y[bin] * y[bin]);
            xy.add(x[bin] * y[bin]);
        }
        return std::clamp(xy.value() / std::sqrt(xx.value() * yy.value()), -1.0, 1.0);
    }
}

/// The Hellinger distance √(1 − Σ √(p q)) of the shares p and q. The difference 1 − Σ √(p q) is computed as
/// half the sum of (√p − √q)², which avoids cancellation.
template <class Pair>
double hellinger(const Pair& pair) {
    CompensatedSum sum;
    pair.template shares<false>([&](std::size_t, const Shares& of) {
        if (of.apart == 0) return;
        const auto root = of.apart / (std::sqrt(of.a) + std::sqrt(of.b));
        sum.add(root * root);
    });
    return (std::min)(std::sqrt(sum.value() / 2), 1.0);
}

/// The Jensen-Shannon distance of the shares p and q. With m the mean of p and q, and t = (p − q) / (p + q),
/// p ln(p / m) + q ln(q / m) is m (2 t artanh t + ln(1 − t²)).
template <class Pair>
double jensen_shannon(const Pair& pair) {
    CompensatedSum sum;
    pair.template shares<false>([&](std::size_t, const Shares& of) {
        if (of.apart == 0) return;
        const auto both = of.a + of.b;
        const auto t = std::fabs(of.apart) / both;
        const auto lesser = 2 * (std::min)(of.a, of.b) / both; // 1 − t
        const auto divergence = t < 0.5      ? 2 * t * std::atanh(t) + std::log1p(-t * t)
                                : lesser > 0 ? (1 + t) * std::log1p(t) + lesser * std::log(lesser)
                                             : 2 * std::numbers::ln2;
        sum.add(both / 2 * divergence);
    });
    return std::sqrt(sum.value() / 2);
}

/// δ − ln(1 + δ), for |δ| <= 1/8. With r = δ / (2 + δ), ln(1 + δ) is twice the sum of r^k / k over the odd k,
/// and δ − 2r is δ r.
inline double log1p_rest(double delta) noexcept {
    const auto r = delta / (2 + delta);
    const auto square = r * r;
    double sum = 0;
    for (int k = 17; k >= 3; k -= 2)
        sum = sum * square + 1.0 / k;
    return delta * r - 2 * r * square * sum;
}

/// The sum of a ln(a / b), where 1e-10 replaces b if b is 0. Where a and b are close, a ln(a / b) is computed
/// as (a − b) + a (δ − ln(1 + δ)) with δ = (b − a) / a. The differences a − b are summed separately, because
/// they cancel each other.
template <class Pair>
double kullback_leibler(const Pair& pair) {
    CompensatedSum close;
    const auto sum = pair.sum([&](auto a, auto b) {
        const auto x = static_cast<double>(a);
        const auto y = b == 0 ? 1e-10 : static_cast<double>(b);
        if (a == 0) return 0.0;
        const auto apart = rounded_once<false>(a, b);
        if (b != 0 && std::fabs(apart) <= x / 8) {
            close.add(apart);
            return x * log1p_rest(-apart / x);
        }
        const auto ratio = x / y;
        return x * (ratio > 0 && std::isfinite(ratio) ? std::log(ratio) : std::log(x) - std::log(y));
    });
    return close.value() + sum;
}

template <class A, class B>
void check_pair(const Pair<A, B>& pair) {
    if (std::ranges::size(pair.a) != std::ranges::size(pair.b))
        throw Error(Status::invalid_argument, plural(std::ranges::size(pair.a), "count") + " and " +
                                                  std::to_string(std::ranges::size(pair.b)) +
                                                  ": there must be equally many to compare");
}

} // namespace histo_cl::detail::inline HISTO_CL_ABI

namespace histo_cl::inline HISTO_CL_ABI {

/// The similarity or distance of two histograms with the same bins, see Metric. Without bins, `correlation`
/// is 1, the metrics that compare counts are 0, and the others are NaN.
///
/// Computed in double, so that differences do not lose digits by cancellation. For integer counts, the square
/// of `correlation` is computed exactly and rounded once. Correlation, chi-squares and intersection accept
/// negative counts.
///
/// Throws Error(invalid_argument) for different numbers of bins, an invalid Metric, counts that are not
/// finite, and negative counts with the other metrics.
template <CountRange A, CountRange B>
[[nodiscard]] double compare(const A& a, const B& b, Metric metric) {
    const detail::Pair<A, B> pair{a, b};
    detail::check_pair(pair);
    if (metric <= Metric::intersection) {
        detail::check_finite(a);
        detail::check_finite(b);
    } else {
        detail::check_counts(a);
        detail::check_counts(b);
    }
    const bool needs_total = metric > Metric::intersection && metric != Metric::kullback_leibler;
    if (needs_total && metric <= Metric::earth_movers && pair.has_no_total())
        return std::numeric_limits<double>::quiet_NaN();
    switch (metric) {
    case Metric::correlation: return detail::correlation(a, b);
    case Metric::chi_square:
        return pair.sum([](auto x, auto y) {
            const auto apart = detail::rounded_once<false>(x, y);
            return x != 0 && apart != 0 ? apart * (apart / static_cast<double>(x)) : 0.0;
        });
    case Metric::chi_square_alternative:
        return 2 * pair.sum([](auto x, auto y) {
            const auto apart = detail::rounded_once<false>(x, y);
            const auto both = detail::rounded_once<true>(x, y);
            return both != 0 && apart != 0 ? apart * (apart / both) : 0.0;
        });
    case Metric::intersection:
        return pair.sum(
            [](auto x, auto y) { return (std::min)(static_cast<double>(x), static_cast<double>(y)); });
    case Metric::bhattacharyya: return detail::hellinger(pair);
    case Metric::kullback_leibler: return detail::kullback_leibler(pair);
    case Metric::jensen_shannon: return detail::jensen_shannon(pair);
    case Metric::kolmogorov_smirnov: {
        double greatest = 0;
        pair.template shares<true>([&](std::size_t, const detail::Shares& of) {
            greatest = (std::max)(greatest, std::fabs(of.apart));
        });
        return greatest;
    }
    case Metric::earth_movers: {
        detail::CompensatedSum work;
        pair.template shares<true>(
            [&](std::size_t, const detail::Shares& of) { work.add(std::fabs(of.apart)); });
        return work.value();
    }
    }
    throw Error(Status::invalid_argument, "metric " + std::to_string(static_cast<int>(metric)) +
                                              ": there are 0 to " +
                                              std::to_string(static_cast<int>(Metric::earth_movers)));
}

/// The earth mover's distance of two histograms with the same bins, in the unit of the edges. Each sample is
/// assumed to be at the middle of its bin. For each bin, the absolute difference of the cumulative shares is
/// multiplied by the distance to the next middle. The result is the sum of these products, like
/// scipy.stats.wasserstein_distance of the middles. Computed in double; NaN if a total is 0.
///
/// Throws Error(invalid_argument) for different numbers of bins, for counts that are negative or not finite,
/// and unless the edges are finite and increase, and there is one more edge than bins.
template <CountRange A, CountRange B>
[[nodiscard]] double earth_movers_distance(const A& a, const B& b, std::span<const double> edges) {
    const detail::Pair<A, B> pair{a, b};
    detail::check_pair(pair);
    detail::check_edges(pair.bins(), edges);
    if (std::isinf(edges.front()) || std::isinf(edges.back()))
        throw Error(Status::invalid_argument, "an edge is infinite: its bin has no middle");
    detail::check_counts(a);
    detail::check_counts(b);
    if (pair.has_no_total()) return std::numeric_limits<double>::quiet_NaN();
    detail::CompensatedSum work;
    pair.template shares<true>([&](std::size_t bin, const detail::Shares& of) {
        if (bin + 1 == pair.bins()) return;
        const auto middle = std::midpoint(edges[bin], edges[bin + 1]);
        work.add(std::fabs(of.apart) * (std::midpoint(edges[bin + 1], edges[bin + 2]) - middle));
    });
    return work.value();
}

} // namespace histo_cl::inline HISTO_CL_ABI
