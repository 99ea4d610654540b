#pragma once

#include "traits.hpp"

#include <cstdint>
#include <string>

namespace histo_cl::test {

/// Whether a case on the device under test can have both levels.
bool compatible(const Level& a, const Level& b);

/// Builds a plan of these levels, random in all other properties, and compares its counts of several jobs
/// with the reference. Returns a description of the first difference with the problem and the job, or "".
std::string wrong_case(const Levels& levels, std::uint64_t seed);

} // namespace histo_cl::test
