#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/error.hpp"
#include "histo_cl/number.hpp"
#include "histo_cl/statistics/counts.hpp"
#include "histo_cl/statistics/wide_integer.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI {

/// A percentile of binned samples: an estimate, and the edges of its bin. The exact percentile of the samples
/// is between these edges.
struct Percentile {
    double value; ///< the estimate
    double lower; ///< lower edge of the bin
    double upper; ///< upper edge of the bin

    /// Maximum distance between the estimate and the exact percentile of the samples.
    [[nodiscard]] double bound() const noexcept { return std::fmax(value - lower, upper - value); }

    friend bool operator==(const Percentile&, const Percentile&) = default;
};

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail::inline HISTO_CL_ABI {

inline void check_percent(double percent) {
    if (!(percent >= 0 && percent <= 100))
        throw Error(Status::invalid_argument,
                    "percentile " + std::to_string(percent) + ": allowed are 0 to 100");
}

/// The place of a percentile in a histogram.
struct PercentilePlace {
    std::size_t bin;
    double part; ///< the fraction of the bin's count that is below the percentile, 0 to 1
};

/// The value of percent · total / 100, as a whole number of samples and a fraction.
struct Rank {
    std::uint64_t whole;
    double part;
};

/// percent · total / 100, with the fraction rounded. If `percent` is the double nearest to 100 · k / total
/// and above it, the fraction is left out: 99.9 % of 1000 is 999.
inline Rank rank_of(double percent, std::uint64_t total) noexcept {
    constexpr int max_places = 192;
    int exponent = 0;
    const auto digits = static_cast<std::uint64_t>(std::ldexp(std::frexp(percent, &exponent), 53));
    const auto places = static_cast<unsigned>(53 - exponent); // binary places; 46 for percent = 100
    if (percent == 0) return {0, 0};
    if (53 - exponent > max_places) return {0, percent / 100 * static_cast<double>(total)};
    BasicWideInteger<256> hundredfold;
    hundredfold.add_product(digits, total);
    const bool divides = hundredfold.divide(100) == 0;
    std::uint64_t whole = 0;
    for (unsigned i = 0; i < 64; ++i)
        whole |= static_cast<std::uint64_t>(hundredfold.bit(places + i)) << i;
    double part = 0;
    for (unsigned i = 0; i < places; ++i)
        part = (part + (hundredfold.bit(i) ? 1 : 0)) / 2;
    if (part == 0 && !divides) part = (std::numeric_limits<double>::min)();
    part = (std::min)(part, 1 - 0x1p-53);
    if (part != 0 && nearest_ratio(100 * WideInteger(whole), total) == percent) part = 0;
    return {whole, part};
}

/// The place of a percentile: it is in the first bin that is not empty and whose cumulative sum is at least
/// percent · total / 100. `sums` are the cumulative sums. Empty if the total is 0.
template <class Sum>
std::optional<PercentilePlace> percentile_place(std::span<const Sum> sums, double percent) noexcept {
    if (sums.empty() || !(sums.back() > 0)) return std::nullopt;
    const auto place = [&](Sum needed) {
        const auto found = std::ranges::lower_bound(sums, needed);
        return static_cast<std::size_t>(found - sums.begin());
    };
    const auto below = [&](std::size_t bin) { return bin == 0 ? Sum{0} : sums[bin - 1]; };
    if constexpr (std::integral<Sum>) {
        const auto rank = rank_of(percent, static_cast<std::uint64_t>(sums.back()));
        const auto samples = std::max<std::uint64_t>(rank.whole + (rank.part > 0 ? 1 : 0), 1);
        const auto bin = place(static_cast<Sum>(samples));
        const auto after = static_cast<double>(static_cast<Sum>(rank.whole) - below(bin)) + rank.part;
        return PercentilePlace{bin, after / static_cast<double>(sums[bin] - below(bin))};
    } else {
        // The total is scaled so that its product with `percent` is finite.
        const auto scale = sums.back() > 1 ? 0x1p-7 : 1.0;
        const auto target = (std::min)(percent * (sums.back() * scale) / 100 / scale, sums.back());
        const auto bin = place((std::max)(target, std::numeric_limits<double>::denorm_min()));
        return PercentilePlace{bin, (target - below(bin)) / (sums[bin] - below(bin))};
    }
}

template <CountRange Range, class Edge, class ToDouble>
std::vector<Percentile> percentiles_between(const Range& counts, std::span<const Edge> edges,
                                            std::span<const double> percents, const ToDouble& to_double) {
    check_edges(std::ranges::size(counts), edges);
    check_counts(counts);
    const auto sums = cumulative_sum(counts);
    std::vector<Percentile> values;
    values.reserve(percents.size());
    for (const auto percent : percents) {
        check_percent(percent);
        const auto place = percentile_place<Total<Range>>(sums, percent);
        if (!place) {
            constexpr auto unknown = std::numeric_limits<double>::quiet_NaN();
            values.push_back({unknown, unknown, unknown});
            continue;
        }
        const double lower = to_double(edges[place->bin]);
        const double upper = to_double(edges[place->bin + 1]);
        const auto value = std::isinf(lower)   ? lower
                           : std::isinf(upper) ? upper
                                               : std::lerp(lower, upper, place->part);
        values.push_back({value, lower, upper});
    }
    return values;
}

} // namespace histo_cl::detail::inline HISTO_CL_ABI

namespace histo_cl::inline HISTO_CL_ABI {

/// The bins of percentiles. For each of `percents` (0 to 100, in any order), returns the first bin that is
/// not empty and that, together with all bins below it, has at least percent · total / 100 samples. Empty if
/// the total is 0. With one value per bin, these are exactly the percentiles of numpy.percentile(...,
/// method="inverted_cdf").
///
/// Integer counts are compared as integers, for any total. A percent that is the double nearest to 100 · k /
/// total means exactly k samples. Counts of type double are compared in double.
///
/// Throws Error(invalid_argument) for percents outside [0, 100], and for counts that are negative or not
/// finite.
template <CountRange Range>
[[nodiscard]] std::vector<std::optional<std::size_t>> percentile_bins(const Range& counts,
                                                                      std::span<const double> percents) {
    detail::check_counts(counts);
    const auto sums = cumulative_sum(counts);
    std::vector<std::optional<std::size_t>> bins;
    bins.reserve(percents.size());
    for (const auto percent : percents) {
        detail::check_percent(percent);
        const auto place = detail::percentile_place<Total<Range>>(sums, percent);
        bins.push_back(place ? std::optional(place->bin) : std::nullopt);
    }
    return bins;
}

/// Percentiles, i.e. the values below which the given percentages of the samples lie, for each of `percents`
/// (0 to 100, in any order). Each value is an estimate that assumes that samples are evenly distributed
/// within a bin. The exact percentile of the samples (numpy.percentile(..., method="inverted_cdf")) is
/// between the edges of the bin, which are returned, too. Bins of one value each need no estimate: see
/// percentile_bins().
///
/// With t = percent · total / 100, and C(i) the sum of the counts of the bins below bin i, the percentile is
/// in the first bin i that is not empty with t <= C(i + 1). The estimate is edge(i) + (t − C(i)) / count(i) ·
/// (edge(i + 1) − edge(i)). For percent 0 that is the lower edge of the first bin that is not empty, for 100
/// the upper edge of the last one. In a bin with an infinite edge the estimate is that edge, or the lower one
/// if both are infinite. Value and edges are NaN if the total is 0.
///
/// Throws Error(invalid_argument) like density(), and for percents outside [0, 100].
template <CountRange Range>
[[nodiscard]] std::vector<Percentile> percentiles(const Range& counts, std::span<const double> edges,
                                                  std::span<const double> percents) {
    return detail::percentiles_between(counts, edges, percents, [](double edge) { return edge; });
}

/// Like the function above, with edges from Problem::edge_numbers(), which are compared exactly. Values and
/// edges are rounded to the nearest doubles; percentile_bins() returns the bins.
template <CountRange Range>
[[nodiscard]] std::vector<Percentile> percentiles(const Range& counts, std::span<const Number> edges,
                                                  std::span<const double> percents) {
    return detail::percentiles_between(counts, edges, percents,
                                       [](const Number& edge) { return edge.to_double(); });
}

/// A single percentile, like percentiles(); percent 50 is the median.
template <CountRange Range>
[[nodiscard]] Percentile percentile(const Range& counts, std::span<const double> edges, double percent) {
    return percentiles(counts, edges, std::span(&percent, 1)).front();
}

} // namespace histo_cl::inline HISTO_CL_ABI
