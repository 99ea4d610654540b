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

/// The bin that the sample is counted in, or `none`.
template <Sample T>
int bin_of(const Binning& binning, T sample) {
    std::uint32_t cell = 0;
    const auto find = reference::cell_finder({.sample = sample_type_of<T>(), .axes = {binning}}, 0);
    find(std::as_bytes(std::span(&sample, 1)).data(), sizeof(T), 0, std::span(&cell, 1));
    static_assert(static_cast<int>(reference::no_cell) == none);
    return static_cast<int>(cell);
}

} // namespace histo_cl
