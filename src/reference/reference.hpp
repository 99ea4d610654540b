#pragma once

#include "histo_cl/reference.hpp"
#include "problem/checked_shape.hpp"

#include <cstdint>
#include <vector>

namespace histo_cl::detail {

/// reference_histogram() for a problem and its data, both checked: the bits of the sums.
[[nodiscard]] std::vector<std::uint64_t> reference_counts(const CheckedProblem& problem,
                                                          const CheckedData& data);

} // namespace histo_cl::detail
