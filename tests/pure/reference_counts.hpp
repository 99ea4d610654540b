#pragma once

#include "histo_cl/reference.hpp"
#include "reference/reference.hpp"
#include "support/counters.hpp"
#include "support/extremes.hpp"

#include <cstdint>
#include <span>
#include <vector>

// The reference's counts of samples.

namespace histo_cl {

using Counts = std::vector<std::uint64_t>;

using test::f32_inf;
using test::f32_nan;
using test::inf;
using test::quiet_nan;
inline constexpr int none = -1; ///< the sample is not counted

template <Sample T>
Counts counts_of(Problem problem, const std::vector<T>& samples) {
    problem.sample = sample_type_of<T>();
    return reference_histogram(problem, std::span(samples)).counts;
}

/// The counter that each sample is counted in, or `none`.
template <Sample T>
std::vector<int> counters_of(const Problem& problem, const std::vector<T>& samples) {
    std::vector<std::uint32_t> cells(samples.size());
    reference::cell_finder(problem, 0)(std::as_bytes(std::span(samples)).data(), sizeof(T), 0, cells);
    static_assert(static_cast<int>(reference::no_cell) == none);
    return {cells.begin(), cells.end()};
}
template <Sample T>
int bin_of(const Binning& binning, T sample) {
    return counters_of({.sample = sample_type_of<T>(), .axes = {binning}}, std::vector{sample})[0];
}

} // namespace histo_cl
