#pragma once

#include "support/random.hpp"
#include "traits.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstdint>

namespace histo_cl::test {

struct RandomProblem {
    Problem problem;
    /// A problem with the same counts that has even, circular or explicit bins instead of custom ones.
    Problem equivalent;
    Options options; ///< options with which the problem is counted
};

/// A problem with these traits, random in everything else. `home` is in range of each of its binnings.
/// `max_cells` limits Problem::cells(). It must be at least 144.
RandomProblem random_problem(const Traits& traits, std::uint64_t max_cells, Random& random);

/// `count` of the channels, each once, in any order.
std::vector<std::uint32_t> some_channels(std::uint32_t channels, std::size_t count, Random& random);

} // namespace histo_cl::test
