#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/error.hpp"
#include "histo_cl/result.hpp"
#include "histo_cl/statistics/distribution.hpp"
#include "histo_cl/statistics/information.hpp"
#include "histo_cl/statistics/moments.hpp"
#include "histo_cl/statistics/percentiles.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

// Statistics of a Histogram, with its own edges and sums of squares. For a batch, all functions except
// standard_errors() use the first histogram. For the other histograms, pass their bins() or bin_sums(), and
// edges(), to the functions for ranges.

namespace histo_cl::detail::inline HISTO_CL_ABI {

/// Calls a function with the counts of the bins of one axis; without counts, with the first sums.
template <class Function>
auto of_bins(const Histogram& histogram, std::size_t axis, const Function& function) {
    const bool has_only_sums = histogram.counts.empty() && !histogram.sums.empty();
    return has_only_sums ? function(histogram.bin_sums(axis)) : function(histogram.bins(axis));
}

} // namespace histo_cl::detail::inline HISTO_CL_ABI

namespace histo_cl::inline HISTO_CL_ABI {

/// Returns density() of the counts of one axis; without counts, density() of the first sums. Throws like
/// density(), Histogram::bins() and Problem::edges().
[[nodiscard]] inline std::vector<double> density(const Histogram& histogram, std::size_t axis = 0) {
    return detail::of_bins(histogram, axis,
                           [&](const auto& bins) { return density(bins, histogram.edges(axis)); });
}

/// Returns moments() of the counts of one axis; without counts, moments() of the first sums. Throws like
/// moments(), Histogram::bins() and Problem::edge_numbers().
[[nodiscard]] inline Moments moments(const Histogram& histogram, std::size_t axis = 0) {
    return detail::of_bins(histogram, axis, [&](const auto& bins) {
        return moments(bins, histogram.problem.edge_numbers(axis));
    });
}

/// Returns percentile() of the counts of one axis; without counts, percentile() of the first sums. Throws
/// like percentile(), Histogram::bins() and Problem::edges().
[[nodiscard]] inline Percentile percentile(const Histogram& histogram, double percent, std::size_t axis = 0) {
    return detail::of_bins(
        histogram, axis, [&](const auto& bins) { return percentile(bins, histogram.edges(axis), percent); });
}

/// Returns mutual_information() of the counts of a joint histogram of two axes, including the counters for
/// samples out of range. Throws like mutual_information() of a range, and Error(invalid_argument) for axes
/// that are not joint and without counts.
[[nodiscard]] inline double mutual_information(const Histogram& histogram) {
    const auto& problem = histogram.problem;
    if (!problem.joint)
        throw Error(Status::invalid_argument,
                    "mutual information of axes that are not joint: set Problem::joint");
    Extents extents;
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        extents.push_back(problem.extent(axis));
    const auto cells = static_cast<std::size_t>(problem.cells());
    return mutual_information(std::span(histogram.counts).first((std::min)(cells, histogram.size())),
                              extents);
}

/// Returns standard_errors() of `squares`, i.e. the standard errors of the sums; without weights,
/// standard_errors() of the counts. Throws like standard_errors() of a range, and Error(invalid_argument) for
/// sums without squares.
[[nodiscard]] inline std::vector<double> standard_errors(const Histogram& histogram) {
    if (histogram.sums.empty()) return standard_errors(histogram.counts);
    if (histogram.squares.empty())
        throw Error(Status::invalid_argument, "sums without squares: set Weights::squares");
    return standard_errors(histogram.squares);
}

} // namespace histo_cl::inline HISTO_CL_ABI
