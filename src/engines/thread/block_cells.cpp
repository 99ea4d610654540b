#include "engines/thread/block_cells.hpp"

#include "problem/rule/convert_samples.hpp"

namespace histo_cl::detail {

BlockCells::BlockCells(const Problem& problem, const CheckedData& data, const Finders& cells)
    : problem_(problem), cells_(cells) {
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        samples_.push_back(samples_of(problem, data, problem.channel(axis)));
}

/// The cells of a block on an axis, of masked elements too. Samples of another type are converted first.
void BlockCells::find(std::size_t axis, const Run& block, std::span<std::uint32_t> cells) {
    const auto& samples = samples_[axis];
    const auto* const first = samples.at(block.x, block.y);
    const auto stored = stored_type(problem_, axis);
    if (stored == problem_.sample) return cells_.axes[axis]->find(first, samples.stride, block.index, cells);
    const auto size = bytes(problem_.sample);
    const auto converted = std::span(converted_).first(block.width * size);
    convert_samples(stored, first, samples.stride, problem_.sample, converted);
    cells_.axes[axis]->find(converted.data(), size, block.index, cells);
}

/// The cell of the axes so far, of which the last is the fastest.
void BlockCells::join(std::size_t axis, std::uint64_t width) noexcept {
    const auto extent = static_cast<std::uint32_t>(problem_.extent(axis));
    for (std::size_t i = 0; i < width; ++i) {
        const auto before = axis == 0 ? 0 : joint_[i];
        const bool counted = before != no_cell && found_[i] != no_cell;
        joint_[i] = counted ? before * extent + found_[i] : no_cell;
    }
}

void BlockCells::leave_out_masked(const Run& block, std::span<std::uint32_t> cells) noexcept {
    if (block.mask == nullptr) return;
    for (std::size_t i = 0; i < cells.size(); ++i)
        cells[i] = block.mask[i] != std::byte{0} ? cells[i] : no_cell;
}

} // namespace histo_cl::detail
