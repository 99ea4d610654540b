#pragma once

#include "core/exact.hpp"
#include "problem/rule/bin_rule.hpp"

#include <algorithm>
#include <cstdint>

namespace histo_cl::detail {

/// Changes the rule of f32 or f64 samples from search to scale, or to multiply for f64 samples without
/// `doubles`, if the bins are nearly `count` even bins over [lower, upper). Otherwise, and for other types,
/// the rule is unchanged.
void set_scale(BinRule& rule, SampleType sample, double lower, double upper, std::uint32_t count,
               bool doubles);

/// Sets mode scale, without thresholds, for `count` bins of f32 or f64 samples over [0, upper) if the width
/// of a bin is a power of two: then every product is exact, and so is every edge. Does not do so for f64
/// samples without `doubles`. Returns whether the mode is set.
bool set_whole_bins(BinRule& rule, SampleType sample, double upper, std::uint32_t count, bool doubles);

/// The ratio of bins to sample values. `bins` is below 2^60, and `samples` is above 0 and below 2^126.
struct Slope {
    UInt128 bins;
    UInt128 samples;
};

/// Sets mode multiply for even bins of integers. At offset 0 the position, in bins, is start / slope.samples.
void set_multiply(BinRule& rule, const Slope& slope, UInt128 start, LastEdge last_edge);
/// Changes the rule of integers from search to shift or multiply if that gives exactly the same bins, and
/// removes the thresholds. Otherwise the rule is unchanged.
void set_nearly_even(BinRule& rule);
/// Changes the rule of f64 samples from search to multiply, in fixed point, if the bins are nearly even.
/// Otherwise the rule is unchanged.
void set_fixed_point(BinRule& rule);

/// Maximum number of cells of a grid for that many bins.
[[nodiscard]] constexpr std::uint64_t max_cells(std::uint64_t bins) noexcept {
    return std::clamp<std::uint64_t>(4 * bins, 1 << 10, 1 << 16);
}

/// Adds a grid to a rule of mode search (see BinRule::Grid): the one with which a search takes the fewest
/// steps on average. Adds none if no grid saves more than the step that reading it costs.
void set_grid(BinRule& rule, SampleType sample, bool doubles);

} // namespace histo_cl::detail
