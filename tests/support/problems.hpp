#pragma once

#include <histo_cl/problem.hpp>

namespace histo_cl::test {

/// A bin for each value of a byte, for tests to which the problem does not matter.
inline const Problem of_bytes{.axes = {identity_bins(256)}};

} // namespace histo_cl::test
