#pragma once

#include "binning/bin_rule.hpp"

#include <cstdint>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// Makes the search of a rule of f32 or f64 samples a multiplication if its bins are nearly `count` even ones
/// over [lower, upper): mode scale. Else leaves the rule as it is.
void set_scale(BinRule& rule, SampleType sample, double lower, double upper, std::uint32_t count);

/// Mode scale of `count` bins over [0, upper) of f32 or f64 samples, without thresholds, if the bins' width
/// is a power of two: then every product is exact, and so is every edge.
bool set_whole_bins(BinRule& rule, SampleType sample, double upper, std::uint32_t count);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
