#pragma once

#include "support/random.hpp"
#include "traits.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstdint>

namespace histo_cl::test {

/// A value that is in range of every random binning.
inline constexpr int home = 5;

struct RandomBins {
    Binning binning;
    Binning equivalent; ///< has the same counts, and is not custom
};

/// Random bins, 1 to `max_bins` of them (identity: at least 6).
RandomBins random_bins(Bins kind, SampleType sample, LastEdge last_edge, std::uint64_t max_bins,
                       Random& random);

} // namespace histo_cl::test
