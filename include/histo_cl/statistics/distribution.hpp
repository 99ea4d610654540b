#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/error.hpp"
#include "histo_cl/statistics/counts.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
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
/// Throws Error(invalid_argument) unless `edges` (see Problem::edges()) increase and are one more than the
/// counts, and for counts that are negative or not finite.
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

namespace histo_cl::detail {

/// The smallest share of the total that is used. Smaller shares are too small to change an entropy, and their
/// inverse may be infinite.
inline constexpr double min_share = std::numeric_limits<double>::min();

} // namespace histo_cl::detail

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

/// Statistics of the weights in one bin.
struct ProfileBin {
    double mean;  ///< NaN for an empty bin
    double error; ///< standard error of the mean; NaN for fewer than two samples

    friend bool operator==(const ProfileBin&, const ProfileBin&) = default;
};

/// The mean weight in each bin and its standard error, i.e. the mean of y in bins of x, from the counts, the
/// sums of the weights and the sums of the squared weights (Problem::squared_weights).
///
/// With n the count, S the sum and Q the sum of squares, the mean is S / n. Its standard error is √(max(Q −
/// S² / n, 0) / (n − 1) / n), with the unbiased variance, like scipy.stats.sem. Computed in double. If the
/// weights vary little, Q − S² / n loses digits by cancellation: the standard error is then off by up to
/// about 2^-26 times the mean.
///
/// Throws Error(invalid_argument) unless there are as many sums and squares as counts, and for counts that
/// are negative or not finite.
template <CountRange Counts, CountRange Sums, CountRange Squares>
[[nodiscard]] std::vector<ProfileBin> profile(const Counts& counts, const Sums& sums,
                                              const Squares& squares) {
    const auto bins = std::ranges::size(counts);
    if (std::ranges::size(sums) != bins || std::ranges::size(squares) != bins)
        throw Error(Status::invalid_argument, detail::plural(bins, "count") + ", " +
                                                  detail::plural(std::ranges::size(sums), "sum") + " and " +
                                                  detail::plural(std::ranges::size(squares), "sum") +
                                                  " of squares: there must be equally many");
    detail::check_counts(counts);
    std::vector<ProfileBin> means;
    means.reserve(bins);
    for (std::size_t bin = 0; bin < bins; ++bin) {
        const auto n = static_cast<double>(std::ranges::data(counts)[bin]);
        const auto sum = static_cast<double>(std::ranges::data(sums)[bin]);
        const auto square = static_cast<double>(std::ranges::data(squares)[bin]);
        constexpr auto nan = std::numeric_limits<double>::quiet_NaN();
        means.push_back({n > 0 ? sum / n : nan,
                         n > 1 ? std::sqrt(std::max(square - sum * sum / n, 0.0) / (n - 1) / n) : nan});
    }
    return means;
}

/// Error bars: the standard deviation of each bin's sum of weights, if the samples are independent. It is the
/// square root of the bin's sum of squared weights, from `squares`. Without weights, pass the counts. Throws
/// Error(invalid_argument) for values that are negative or not finite.
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
