#pragma once

#include "binning/bin_rule.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// Gives a search the grid that leaves the fewest steps, if that saves any.
void set_grid(BinRule& rule, SampleType sample);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
