#pragma once

#include "binning/bin_rule.hpp"
#include "core/exact.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// How many bins there are to how many samples, both above 0; less than 2^60 and 2^126.
struct Slope {
    UInt128 bins;
    UInt128 samples;
};

/// Mode multiply for even bins of integers: at offset 0 the position is start / slope.samples.
void set_multiply(BinRule& rule, const Slope& slope, UInt128 start, LastEdge last_edge);
/// Makes the search of a rule of integers a shift or a multiplication if that gives the very bins of the
/// thresholds, and then drops those. Else leaves the rule as it is.
void set_nearly_even(BinRule& rule);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
