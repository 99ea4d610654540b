#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/error.hpp"
#include "histo_cl/statistics/counts.hpp"
#include "histo_cl/statistics/profile_bin.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI {

/// The bin with the most samples, or the first of several such bins; empty if the total is 0. Throws
/// Error(invalid_argument) for counts that are negative or not finite.
template <CountRange Range>
[[nodiscard]] constexpr std::optional<std::size_t>
mode(const Range& counts) noexcept(!detail::could_be_bad<Range>) {
    detail::check_counts(counts);
    const auto greatest = std::ranges::max_element(counts);
    if (greatest == std::ranges::end(counts) || !(*greatest > 0)) return std::nullopt;
    return static_cast<std::size_t>(greatest - std::ranges::begin(counts));
}

/// The probability density in each bin: count / width / total, whose integral over all bins is 1, like
/// numpy.histogram(..., density=True). 0 for a bin of infinite width; NaN for all bins if the total is 0.
/// Throws Error(invalid_argument) unless `edges` (see Problem::edges()) increase and their number is one more
/// than the number of counts, and for counts that are negative or not finite.
template <CountRange Range>
[[nodiscard]] std::vector<double> density(const Range& counts, std::span<const double> edges) {
    detail::check_edges(std::ranges::size(counts), edges);
    detail::check_counts(counts);
    const auto sum = static_cast<double>(total(counts));
    std::vector<double> result;
    result.reserve(std::ranges::size(counts));
    for (const auto count : counts) {
        const auto bin = result.size();
        result.push_back(static_cast<double>(count) / (edges[bin + 1] - edges[bin]) / sum);
    }
    return result;
}

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail::inline HISTO_CL_ABI {

/// The smallest share of the total that is used. Smaller shares are too small to change an entropy, and their
/// inverse may be infinite.
inline constexpr double min_share = (std::numeric_limits<double>::min)();

} // namespace histo_cl::detail::inline HISTO_CL_ABI

namespace histo_cl::inline HISTO_CL_ABI {

/// The Shannon entropy of a histogram, in bits: the sum of p · log2(1/p) over the bins that are not empty,
/// where p is count / total. From 0 (all samples in one bin) to log2 of the number of bins; NaN if the total
/// is 0. Throws Error(invalid_argument) for counts that are negative or not finite.
template <CountRange Range>
[[nodiscard]] double entropy(const Range& counts) noexcept(!detail::could_be_bad<Range>) {
    detail::check_counts(counts);
    const auto sum = static_cast<double>(total(counts));
    if (!(sum > 0)) return std::numeric_limits<double>::quiet_NaN();
    double bits = 0;
    for (const auto count : counts)
        if (static_cast<double>(count) / sum >= detail::min_share)
            bits += static_cast<double>(count) / sum * std::log2(sum / static_cast<double>(count));
    return bits;
}

/// The weighted mean, variance, standard error and effective count of the values in each bin, from the sums W
/// of the weights, V of the squared weights, A of w·y and B of w·y².
///
/// The variance is max(B·W − A², 0) / (W² − ddof · V). With ddof 1 it is that of Boost.Histogram, which is
/// unbiased for weights that are independent of the values. With ddof 0 it is the variance of all values,
/// like numpy.cov with `aweights`. Computed in double: B·W − A² loses digits by cancellation, as in
/// profile().
///
/// Throws Error(invalid_argument) unless there are equally many sums of each kind, and for sums V that are
/// negative or not finite.
template <CountRange Weights, CountRange SquaredWeights, CountRange Sums, CountRange Squares>
[[nodiscard]] std::vector<WeightedBin>
weighted_profile(const Weights& weights, const SquaredWeights& squared_weights, const Sums& sums,
                 const Squares& squares, std::uint64_t ddof = 0) {
    const auto bins = std::ranges::size(weights);
    if (std::ranges::size(squared_weights) != bins || std::ranges::size(sums) != bins ||
        std::ranges::size(squares) != bins)
        throw Error(Status::invalid_argument,
                    detail::plural(bins, "weight") + ", " +
                        detail::plural(std::ranges::size(squared_weights), "squared weight") + ", " +
                        detail::plural(std::ranges::size(sums), "sum") + " and " +
                        detail::plural(std::ranges::size(squares), "sum") +
                        " of squares: there must be equally many");
    detail::check_counts(squared_weights);
    std::vector<WeightedBin> result;
    result.reserve(bins);
    for (std::size_t bin = 0; bin < bins; ++bin) {
        constexpr auto nan = std::numeric_limits<double>::quiet_NaN();
        const auto weight = static_cast<double>(std::ranges::data(weights)[bin]);
        const auto squared = static_cast<double>(std::ranges::data(squared_weights)[bin]);
        const auto sum = static_cast<double>(std::ranges::data(sums)[bin]);
        const auto square = static_cast<double>(std::ranges::data(squares)[bin]);
        const auto count = squared > 0 ? weight * weight / squared : 0;
        const auto variance = [&](double less) {
            const auto divisor = weight * weight - less * squared;
            return divisor > 0 ? (std::max)(square * weight - sum * sum, 0.0) / divisor : nan;
        };
        result.push_back({.mean = weight != 0 ? sum / weight : nan,
                          .variance = variance(static_cast<double>(ddof)),
                          .error = std::sqrt(variance(1) / count),
                          .count = count});
    }
    return result;
}

/// Returns four weights for each element, computed from its value y and its weight w. They are the
/// Weights::vectors whose sums weighted_profile() of a Partial needs: w, w·y, w·y² and a correction of the
/// rounding of w·y². The first of the sums of squares is Σw².
///
/// y is divided by 2^exponent first. The sums of a Partial share a unit, so choose 2^exponent near the
/// greatest magnitude of y: a choice that is off by a factor of 2^k costs 2·k bits of the sums. If |y| <=
/// 2^exponent, a bound on the weights w (Weights::bound) holds for all four vectors. The products are exact
/// if w and y are f32 or integers of 24 bits. Otherwise they are exact for a value that differs from y by at
/// most 2^-53 · |y|. Thread-safe.
///
/// Throws Error(invalid_argument) unless the numbers of weights and values are equal.
template <std::ranges::contiguous_range Values, std::ranges::contiguous_range Weights>
[[nodiscard]] std::array<std::vector<double>, 4> weighted_values(const Values& values, const Weights& weights,
                                                                 int exponent = 0) {
    const std::size_t count = std::ranges::size(values);
    if (std::ranges::size(weights) != count)
        throw Error(Status::invalid_argument, detail::plural(count, "value") + " and " +
                                                  detail::plural(std::ranges::size(weights), "weight") +
                                                  ": there must be equally many");
    std::array<std::vector<double>, 4> vectors;
    for (auto& vector : vectors)
        vector.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto w = static_cast<double>(std::ranges::data(weights)[i]);
        const auto y = std::ldexp(static_cast<double>(std::ranges::data(values)[i]), -exponent);
        const auto wy = w * y;
        const auto wyy = wy * y;
        vectors[0].push_back(w);
        vectors[1].push_back(wy);
        vectors[2].push_back(wyy);
        // The correction is wy · wy / w − wyy. With it, variances are those of the values wy / w.
        vectors[3].push_back(std::fma(wy, y, -wyy) - std::fma(w, y, -wy) * y);
    }
    return vectors;
}

/// The mean weight in each bin and its standard error, from the counts, the sums of the weights and the sums
/// of the squared weights (Weights::squares).
///
/// With weights y of samples x, these are the mean of y in bins of x. With n the count, S the sum and Q the
/// sum of squares, the mean is S / n. Its standard error is √(max(Q − S² / n, 0) / (n − 1) / n), with the
/// unbiased variance, like scipy.stats.sem. Computed in double. If the weights vary little, Q − S² / n loses
/// digits by cancellation: the standard error is then off by up to about 2^-26 times the mean.
///
/// Throws Error(invalid_argument) unless the numbers of sums, squares and counts are equal, and for counts
/// that are negative or not finite.
template <CountRange Counts, CountRange Sums, CountRange Squares>
[[nodiscard]] std::vector<ProfileBin> profile(const Counts& counts, const Sums& sums,
                                              const Squares& squares) {
    std::vector<ProfileBin> result;
    for (const auto& bin : weighted_profile(counts, counts, sums, squares))
        result.push_back({bin.mean, bin.error});
    return result;
}

/// Error bars: the standard deviation of the sum of weights in each bin, if the samples are independent. It
/// is the square root of the sum of squared weights in the bin. `squares` has this sum for each bin; without
/// weights, pass the counts. Throws Error(invalid_argument) for values that are negative or not finite.
template <CountRange Range>
[[nodiscard]] std::vector<double> standard_errors(const Range& squares) {
    detail::check_counts(squares);
    std::vector<double> errors;
    errors.reserve(std::ranges::size(squares));
    for (const auto square : squares)
        errors.push_back(std::sqrt(static_cast<double>(square)));
    return errors;
}

} // namespace histo_cl::inline HISTO_CL_ABI
