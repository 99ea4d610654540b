#pragma once

#include "histo_cl/abi.hpp"

namespace histo_cl::inline HISTO_CL_ABI {

/// Statistics of the weights in one bin.
struct ProfileBin {
    double mean;  ///< NaN for an empty bin
    double error; ///< standard error of the mean; NaN for fewer than two samples

    friend bool operator==(const ProfileBin&, const ProfileBin&) = default;
};

/// Statistics of values y with weights w in one bin, named like the members of weighted_mean in
/// Boost.Histogram.
struct WeightedBin {
    double mean;     ///< Σw·y / Σw; NaN if Σw is 0, as in an empty bin
    double variance; ///< NaN unless count > ddof
    double error;    ///< standard error of the mean, √(variance / count) for ddof 1; NaN unless count > 1
    double count; ///< the effective count (Σw)² / Σw²: the number of elements if their weights are equal

    friend bool operator==(const WeightedBin&, const WeightedBin&) = default;
};

} // namespace histo_cl::inline HISTO_CL_ABI
