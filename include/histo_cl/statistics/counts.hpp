#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/error.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace histo_cl::detail::inline HISTO_CL_ABI {

/// A sum of doubles with its rounding error (Neumaier 1974).
struct CompensatedSum {
    double sum = 0;
    double lost = 0;

    void add(double value) noexcept {
        const auto both = sum + value;
        lost += std::fabs(sum) >= std::fabs(value) ? (sum - both) + value : (value - both) + sum;
        sum = both;
    }
    [[nodiscard]] double value() const noexcept { return sum + lost; }
    /// The sum of the values added since `earlier`, a copy of this sum. Precise even if both are large.
    [[nodiscard]] double since(const CompensatedSum& earlier) const noexcept {
        return (sum - earlier.sum) + (lost - earlier.lost);
    }
};

/// A number with its noun, e.g. "1 bin" or "2 bins".
inline std::string plural(std::size_t count, const std::string& noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

} // namespace histo_cl::detail::inline HISTO_CL_ABI

namespace histo_cl::inline HISTO_CL_ABI {

/// A range of counts, or of sums of weights.
template <class Range>
concept CountRange = std::ranges::contiguous_range<Range> && std::ranges::sized_range<Range> &&
    (std::same_as<std::ranges::range_value_t<Range>, std::uint32_t> ||
     std::same_as<std::ranges::range_value_t<Range>, std::uint64_t> ||
     std::same_as<std::ranges::range_value_t<Range>, std::int64_t> ||
     std::same_as<std::ranges::range_value_t<Range>, double>);

/// The type of a sum of the counts of a range: std::uint64_t, std::int64_t or double.
template <CountRange Range>
using Total = std::conditional_t<std::same_as<std::ranges::range_value_t<Range>, std::uint32_t>,
                                 std::uint64_t, std::ranges::range_value_t<Range>>;

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail::inline HISTO_CL_ABI {

/// Whether counts of this type could be negative or not finite, or could have a total beyond the type Total.
template <CountRange Range>
inline constexpr bool could_be_bad = !std::same_as<std::ranges::range_value_t<Range>, std::uint32_t>;

/// Whether counts are integers.
template <CountRange Range>
inline constexpr bool is_whole = std::integral<std::ranges::range_value_t<Range>>;

/// Addition in which std::int64_t wraps like unsigned types.
struct Plus {
    template <class Sum>
    constexpr Sum operator()(Sum a, std::type_identity_t<Sum> b) const noexcept {
        if constexpr (std::floating_point<Sum>)
            return a + b;
        else
            return static_cast<Sum>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
    }
};

template <CountRange Range>
constexpr void check_counts(const Range& counts) noexcept(!could_be_bad<Range>) {
    if constexpr (could_be_bad<Range>) {
        using Count = std::ranges::range_value_t<Range>;
        constexpr auto most = (std::numeric_limits<Count>::max)();
        Count sum = 0;
        for (std::size_t bin = 0; bin < std::ranges::size(counts); ++bin) {
            const auto count = std::ranges::data(counts)[bin];
            if (!(count >= 0 && count <= most))
                throw Error(Status::invalid_argument,
                            "count " + std::to_string(count) + " of bin " + std::to_string(bin) +
                                ": statistics need counts that are finite and not negative");
            if (count > most - sum)
                throw Error(Status::invalid_argument,
                            "the total of the counts up to bin " + std::to_string(bin) +
                                " is beyond the largest that their type holds, " + std::to_string(most));
            sum += count;
        }
    }
}

/// Throws Error(invalid_argument) for counts that are NaN or infinite.
template <CountRange Range>
void check_finite(const Range& counts) {
    if constexpr (std::floating_point<std::ranges::range_value_t<Range>>)
        for (std::size_t bin = 0; bin < std::ranges::size(counts); ++bin)
            if (const auto count = std::ranges::data(counts)[bin]; !std::isfinite(count))
                throw Error(Status::invalid_argument, "count " + std::to_string(count) + " of bin " +
                                                          std::to_string(bin) + ": it must be finite");
}

} // namespace histo_cl::detail::inline HISTO_CL_ABI

namespace histo_cl::inline HISTO_CL_ABI {

/// The sum of all counts, added from bin 0 on; 0 if there are none. A sum of integers wraps.
template <CountRange Range>
[[nodiscard]] constexpr Total<Range>
total(const Range& counts) noexcept(noexcept(std::ranges::begin(counts))) {
    return std::accumulate(std::ranges::begin(counts), std::ranges::end(counts), Total<Range>{0},
                           detail::Plus());
}

/// Element i of the result is the sum of the counts of bins 0 to i, added from bin 0 on. Sums of integers
/// wrap.
template <CountRange Range>
[[nodiscard]] std::vector<Total<Range>> cumulative_sum(const Range& counts) {
    std::vector<Total<Range>> sums(std::ranges::begin(counts), std::ranges::end(counts));
    std::partial_sum(sums.begin(), sums.end(), sums.begin(), detail::Plus());
    return sums;
}

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail::inline HISTO_CL_ABI {

/// Throws Error(invalid_argument) unless the edges increase and their number is one more than `counts`. Edge
/// is double or Number.
template <class Edge>
void check_edges(std::size_t counts, std::span<const Edge> edges) {
    if (edges.size() != counts + 1)
        throw Error(Status::invalid_argument, plural(edges.size(), "edge") + " for " +
                                                  plural(counts, "count") +
                                                  ": there must be one more edge than counts");
    for (std::size_t i = 0; i < counts; ++i)
        if (!(edges[i] < edges[i + 1]))
            throw Error(Status::invalid_argument, "edge " + std::to_string(i + 1) +
                                                      " does not rise above edge " + std::to_string(i) +
                                                      ": edges must be strictly increasing");
}

} // namespace histo_cl::detail::inline HISTO_CL_ABI
