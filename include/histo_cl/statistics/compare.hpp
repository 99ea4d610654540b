#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/error.hpp"
#include "histo_cl/export.hpp"
#include "histo_cl/statistics/counts.hpp"
#include "histo_cl/statistics/edges.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <ranges>
#include <span>
#include <string>
#include <string_view>

namespace histo_cl::inline HISTO_CL_ABI {

/// How alike two histograms a and b of the same bins are. Those up to `kullback_leibler` have the values of
/// OpenCV's compareHist: what it takes for 0 below, ε = 2^-52, is meant for histograms of floats that add up
/// to 1, and concerns no whole count. A and B are the totals.
///
/// The first four and `kullback_leibler` compare the counts as they are. For the others it is the same if all
/// counts of a histogram are multiplied by a number; they are NaN if a total is 0.
enum class Metric : std::uint8_t {
    /// Pearson's coefficient of the counts: from −1 to 1, where they are alike. 1 if the product of their
    /// variances, times bins², is at most ε.
    correlation,
    /// The sum of (a − b)² / a over the bins with |a| > ε; 0 if they are equal. It is not symmetric.
    chi_square,
    /// Twice the sum of (a − b)² / (a + b) over the bins with |a + b| > ε: symmetric.
    chi_square_alternative,
    /// The sum of the lesser count of each bin: the greater the more alike.
    intersection,
    /// The Hellinger distance √(1 − Σ √(a · b) / √(A · B)): from 0 to 1, where no bin is in both.
    bhattacharyya,
    /// The sum of a · ln(a / b) over the bins with a > ε; a b of at most ε counts as 1e-10.
    kullback_leibler,
    /// The Jensen-Shannon distance, as scipy.spatial.distance.jensenshannon: the root of the mean of the
    /// Kullback-Leibler divergences, in nats, of a / A and b / B from their mean. From 0 to √(ln 2).
    jensen_shannon,
    /// The Kolmogorov-Smirnov statistic: the greatest difference of the cumulative shares. From 0 to 1.
    kolmogorov_smirnov,
    /// The work to turn a / A into b / B, in bins: the sum of the differences of the cumulative shares, as
    /// scipy.stats.wasserstein_distance of the bins' indices. earth_movers_distance() takes edges.
    earth_movers,
};

inline constexpr std::array all_metrics{
    Metric::correlation,    Metric::chi_square,         Metric::chi_square_alternative,
    Metric::intersection,   Metric::bhattacharyya,      Metric::kullback_leibler,
    Metric::jensen_shannon, Metric::kolmogorov_smirnov, Metric::earth_movers};

[[nodiscard]] HISTO_CL_API std::string_view name(Metric metric) noexcept;

namespace detail {

/// The counts of two histograms, bin by bin.
template <CountRange A, CountRange B>
struct Pair {
    const A& a;
    const B& b;

    [[nodiscard]] std::size_t bins() const noexcept { return std::ranges::size(a); }

    /// The sum of `part` of the counts of each bin, in double.
    template <class Part>
    [[nodiscard]] double sum(const Part& part) const {
        double sum = 0;
        for (std::size_t bin = 0; bin < bins(); ++bin)
            sum += part(static_cast<double>(std::ranges::data(a)[bin]),
                        static_cast<double>(std::ranges::data(b)[bin]));
        return sum;
    }

    /// Calls `visit` with |share of a − share of b| of the bins from 0 to each bin but the last: there it is
    /// 0.
    template <class Visit>
    void cumulative(const Visit& visit) const {
        const auto total_a = static_cast<double>(total(a));
        const auto total_b = static_cast<double>(total(b));
        Total<A> sum_a = 0;
        Total<B> sum_b = 0;
        for (std::size_t bin = 0; bin + 1 < bins(); ++bin) {
            sum_a = Plus()(sum_a, static_cast<Total<A>>(std::ranges::data(a)[bin]));
            sum_b = Plus()(sum_b, static_cast<Total<B>>(std::ranges::data(b)[bin]));
            visit(bin,
                  std::fabs(static_cast<double>(sum_a) / total_a - static_cast<double>(sum_b) / total_b));
        }
    }

    [[nodiscard]] bool has_no_total() const noexcept { return !(total(a) > 0 && total(b) > 0); }
};

inline constexpr double opencv_epsilon = 0x1p-52;

template <class Pair>
double correlation(const Pair& pair) {
    const auto bins = static_cast<double>(pair.bins());
    const auto a_sum = pair.sum([](double a, double) { return a; });
    const auto b_sum = pair.sum([](double, double b) { return b; });
    const auto aa = pair.sum([](double a, double) { return a * a; }) - a_sum * a_sum / bins;
    const auto bb = pair.sum([](double, double b) { return b * b; }) - b_sum * b_sum / bins;
    const auto ab = pair.sum([](double a, double b) { return a * b; }) - a_sum * b_sum / bins;
    return std::fabs(aa * bb) > opencv_epsilon ? ab / std::sqrt(aa * bb) : 1;
}

template <class Pair>
double hellinger(const Pair& pair) {
    const auto a_sum = pair.sum([](double a, double) { return a; });
    const auto b_sum = pair.sum([](double, double b) { return b; });
    const auto alike = pair.sum([](double a, double b) { return std::sqrt(a * b); });
    return std::sqrt(std::max(1 - alike / std::sqrt(a_sum * b_sum), 0.0));
}

template <class Pair>
double jensen_shannon(const Pair& pair) {
    const auto a_sum = pair.sum([](double a, double) { return a; });
    const auto b_sum = pair.sum([](double, double b) { return b; });
    const auto part = [](double p, double mean) { return p > 0 ? p * std::log(p / mean) : 0.0; };
    const auto divergence = pair.sum([&](double a, double b) {
        const auto mean = (a / a_sum + b / b_sum) / 2;
        return part(a / a_sum, mean) + part(b / b_sum, mean);
    });
    return std::sqrt(std::max(divergence / 2, 0.0));
}

template <class A, class B>
void check_pair(const Pair<A, B>& pair) {
    if (std::ranges::size(pair.a) != std::ranges::size(pair.b))
        throw Error(Status::invalid_argument, std::to_string(std::ranges::size(pair.a)) + " counts and " +
                                                  std::to_string(std::ranges::size(pair.b)) +
                                                  ": there must be equally many to compare");
}

} // namespace detail

/// How alike two histograms of the same bins are, see Metric. Of no bins at all the sums are 0, and the rest
/// as of totals of 0.
///
/// Computed in double. Correlation, chi-squares and intersection take negative counts. Throws
/// Error(invalid_argument) for different numbers of bins, for what is no Metric, and for counts that are not
/// finite, or for the other metrics negative.
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
    constexpr auto epsilon = detail::opencv_epsilon;
    const bool needs_total = metric > Metric::intersection && metric != Metric::kullback_leibler;
    if (needs_total && metric <= Metric::earth_movers && pair.has_no_total())
        return std::numeric_limits<double>::quiet_NaN();
    switch (metric) {
    case Metric::correlation: return pair.bins() == 0 ? 1 : detail::correlation(pair);
    case Metric::chi_square:
        return pair.sum(
            [](double x, double y) { return std::fabs(x) > epsilon ? (x - y) * (x - y) / x : 0.0; });
    case Metric::chi_square_alternative:
        return 2 * pair.sum([](double x, double y) {
            return std::fabs(x + y) > epsilon ? (x - y) * (x - y) / (x + y) : 0.0;
        });
    case Metric::intersection: return pair.sum([](double x, double y) { return std::min(x, y); });
    case Metric::bhattacharyya: return detail::hellinger(pair);
    case Metric::kullback_leibler:
        return pair.sum([](double x, double y) {
            return x > epsilon ? x * std::log(x / (y > epsilon ? y : 1e-10)) : 0.0;
        });
    case Metric::jensen_shannon: return detail::jensen_shannon(pair);
    case Metric::kolmogorov_smirnov: {
        double greatest = 0;
        pair.cumulative([&](std::size_t, double apart) { greatest = std::max(greatest, apart); });
        return greatest;
    }
    case Metric::earth_movers: {
        double work = 0;
        pair.cumulative([&](std::size_t, double apart) { work += apart; });
        return work;
    }
    }
    throw Error(Status::invalid_argument, "metric " + std::to_string(static_cast<int>(metric)) +
                                              ": there are 0 to " +
                                              std::to_string(static_cast<int>(Metric::earth_movers)));
}

/// The earth mover's distance of two histograms in the same bins, whose samples are in the middle of their
/// bins: the sum of the differences of the cumulative shares times the distance to the next middle, as
/// scipy.stats.wasserstein_distance of the middles; in the unit of the edges, and in double. NaN if a total
/// is 0. Throws Error(invalid_argument) as compare(), and unless the edges are finite, rise and are one more.
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
    double work = 0;
    pair.cumulative([&](std::size_t bin, double apart) {
        work += apart *
                (std::midpoint(edges[bin + 1], edges[bin + 2]) - std::midpoint(edges[bin], edges[bin + 1]));
    });
    return work;
}

} // namespace histo_cl::inline HISTO_CL_ABI
