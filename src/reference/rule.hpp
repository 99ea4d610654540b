#pragma once

#include "histo_cl/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>

namespace histo_cl::reference {

/// The cell of a sample that an axis does not count.
inline constexpr std::uint32_t no_cell = std::numeric_limits<std::uint32_t>::max();

/// Finds the cell (0 … extent − 1) of each sample, of which the next lies `stride` bytes further on; the
/// first is element `index` of the job. Any alignment. It remembers values that it has seen, so each thread
/// needs its own.
using CellFinder = std::function<void(const std::byte* first, std::uint64_t stride, std::uint64_t index,
                                      std::span<std::uint32_t> cells)>;

/// By exact arithmetic straight from the bin rule; of custom bins by their expression.
[[nodiscard]] CellFinder cell_finder(const Problem& problem, std::size_t axis);

} // namespace histo_cl::reference
