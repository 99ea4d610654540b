#pragma once

#include <vector>

namespace demo {

/// The bars' parts of the longest, 0 to 1; none for values that are not above 0. Logarithmic ones start at
/// half the least value.
[[nodiscard]] std::vector<double> lengths(const std::vector<double>& values, bool log);

} // namespace demo
