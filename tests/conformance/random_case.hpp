#pragma once

#include "traits.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace histo_cl::test {

/// Whether a case on the device under test can have both levels.
bool compatible(const Level& a, const Level& b);

/// Random levels that are compatible, and that `allowed` accepts, if it is given.
Levels random_levels(std::uint64_t seed, const std::function<bool(const Level&)>& allowed = {});

/// Makes a plan with these levels and random other properties. Compares its counts of several jobs with the
/// reference.
void check_case(const Levels& levels, std::uint64_t seed);

/// Runs `cases` random cases for each of `seeds`, by calling check() with a seed of the case. Environment
/// variables: HISTO_CL_TEST_SEED=<n> replaces `seeds`, HISTO_CL_TEST_CASES=<n> replaces `cases`, and with
/// HISTO_CL_TEST_CASE=<n> only case n is run. The message of a failure has the seed and the case.
void for_each_random_case(std::vector<std::uint64_t> seeds, std::uint64_t cases,
                          const std::function<void(std::uint64_t seed)>& check);

} // namespace histo_cl::test
