#pragma once

#include "histo_cl/result.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace histo_cl::detail {

/// Makes the result of a problem from its counters, which have the type wide_counter() and are in the
/// problem's order. `elements`: see Histogram::elements.
[[nodiscard]] Histogram histogram_of(const Problem& problem, std::uint64_t elements,
                                     std::vector<std::uint64_t> counters);

/// Number of sums per histogram in Histogram::sums.
[[nodiscard]] std::uint64_t sums_per_histogram(const Problem& problem) noexcept;

/// Returns the index of the first value of a histogram. There are `values` values in all, and each histogram
/// has `per_histogram` of them. Throws Error(invalid_argument) for a histogram that does not exist.
[[nodiscard]] std::size_t first_value(std::uint64_t histogram, std::size_t values,
                                      std::uint64_t per_histogram);

/// Number of cells before the first cell of an axis, in a histogram that is not joint.
[[nodiscard]] std::size_t cells_before(const Problem& problem, std::size_t axis) noexcept;

} // namespace histo_cl::detail
