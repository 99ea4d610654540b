#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/error.hpp"
#include "histo_cl/result.hpp"
#include "histo_cl/statistics/distribution.hpp"
#include "histo_cl/statistics/moments.hpp"
#include "histo_cl/statistics/percentiles.hpp"

#include <cstddef>
#include <vector>

// Statistics of a Histogram, with the edges and squares that it knows: of the first histogram of a batch,
// whose bins() and edges() also fit the functions for ranges.

namespace histo_cl::inline HISTO_CL_ABI {

/// density() of the counts of one axis. Throws like it, and like Histogram::bins() and Problem::edges().
[[nodiscard]] inline std::vector<double> density(const Histogram& histogram, std::size_t axis = 0) {
    return density(histogram.bins(axis), histogram.edges(axis));
}

/// moments() of the counts of one axis. Throws like it, and like Histogram::bins() and
/// Problem::edge_numbers().
[[nodiscard]] inline Moments moments(const Histogram& histogram, std::size_t axis = 0) {
    return moments(histogram.bins(axis), histogram.problem.edge_numbers(axis));
}

/// percentile() of the counts of one axis. Throws like it, and like Histogram::bins() and Problem::edges().
[[nodiscard]] inline Percentile percentile(const Histogram& histogram, double percent, std::size_t axis = 0) {
    return percentile(histogram.bins(axis), histogram.edges(axis), percent);
}

/// The standard errors of the sums, from `squares`, or without weights of the counts. Throws like
/// standard_errors() of a range, and Error(invalid_argument) for sums without squares.
[[nodiscard]] inline std::vector<double> standard_errors(const Histogram& histogram) {
    if (histogram.sums.empty()) return standard_errors(histogram.counts);
    if (histogram.squares.empty())
        throw Error(Status::invalid_argument, "sums without squares: set Problem::squared_weights");
    return standard_errors(histogram.squares);
}

} // namespace histo_cl::inline HISTO_CL_ABI
