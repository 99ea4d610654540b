#pragma once

#include "support/random.hpp"
#include "traits.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstdint>

namespace histo_cl::test {

struct RandomProblem {
    Problem problem;
    /// The same counts with even, circular and explicit bins in place of custom ones.
    Problem equivalent;
    Options options; ///< knobs to count it by
};

/// A problem with these traits, random in everything else. Each of its binnings holds `home`; `max_cells`, of
/// one histogram without those of squares, is at least 256.
RandomProblem random_problem(const Traits& traits, std::uint64_t max_cells, Random& random);

} // namespace histo_cl::test
