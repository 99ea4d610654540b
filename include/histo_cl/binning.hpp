#pragma once

#include "histo_cl/export.hpp"
#include "histo_cl/number.hpp"

#include <cstdint>
#include <initializer_list>
#include <ranges>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace histo_cl {

/// The most bins that one histogram can have: 2^24.
inline constexpr std::uint32_t max_bins = 1U << 24;

/// `count` bins of equal width over [lower, upper).
///
/// Integer samples: edge i is the rational lower + i·(upper − lower)/count, exactly. A bound that is a double
/// must be a multiple of 2^-20 (so −0.5 centres bins on whole numbers).
/// Float samples: edge i is that of numpy.linspace(lower, upper, count + 1), rounded to the sample's type.
struct EvenBins {
    std::uint32_t count;
    Number lower;
    Number upper;
};

/// `edges.size() − 1` bins; bin i holds the samples with edges[i] <= x < edges[i + 1], compared exactly.
/// The edges rise strictly; the first may be −inf and the last +inf.
struct EdgeBins {
    std::vector<Number> edges;
};

/// How samples fall into bins.
using Binning = std::variant<EvenBins, EdgeBins>;

[[nodiscard]] inline EvenBins even_bins(std::uint32_t count, Number lower, Number upper) noexcept {
    return {count, lower, upper};
}

[[nodiscard]] inline EdgeBins edge_bins(std::initializer_list<Number> edges) {
    return {std::vector<Number>(edges)};
}

/// From any range of integers or doubles.
template <std::ranges::input_range Range>
[[nodiscard]] EdgeBins edge_bins(const Range& edges) {
    EdgeBins bins;
    for (const auto& edge : edges)
        bins.edges.emplace_back(edge);
    return bins;
}

/// How many bins; 0 if there are too few edges for one.
[[nodiscard]] HISTO_CL_API std::uint64_t bin_count(const Binning& binning) noexcept;

/// In words, e.g. "256 even bins over [0, 256)".
[[nodiscard]] HISTO_CL_API std::string to_string(const Binning& binning);

} // namespace histo_cl
