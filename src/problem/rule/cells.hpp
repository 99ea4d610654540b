#pragma once

#include "problem/binnings.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace histo_cl::detail {

/// Finds the cells of samples on one axis, 0 … extent − 1 or no_cell, by the same rules as kernels/bin_*.cl.
/// Immutable.
class AxisCells {
  public:
    AxisCells() = default;
    AxisCells(const AxisCells&) = delete;
    AxisCells& operator=(const AxisCells&) = delete;
    virtual ~AxisCells() = default;

    /// Writes the cells of samples that are `stride` bytes apart, at any alignment. `first`: the first
    /// sample, which is element `index` of the job.
    virtual void find(const std::byte* first, std::uint64_t stride, std::uint64_t index,
                      std::span<std::uint32_t> cells) const = 0;
    /// Bytes of memory that grow with the number of bins or the size of the expression.
    [[nodiscard]] virtual std::uint64_t bytes() const noexcept = 0;
};

/// The cells of all 256 byte values. The bins must not depend on the element's index.
[[nodiscard]] std::array<std::uint32_t, 256> cells_of_bytes(const AxisCells& finder);

/// The finder of a valid problem's axis.
[[nodiscard]] std::unique_ptr<const AxisCells> axis_cells(const Problem& problem, std::size_t axis);

} // namespace histo_cl::detail
