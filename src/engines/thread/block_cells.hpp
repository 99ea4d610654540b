#pragma once

#include "engines/thread/count.hpp"
#include "problem/pitches.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

// Finds the cells of elements block by block. One loop, which the compiler can vectorize, finds the cells of
// a block, and another loop uses them.

namespace histo_cl::detail {

/// Consecutive elements of a row.
struct Run {
    std::uint64_t index; ///< index of the run's first element in the job
    std::uint64_t x;
    std::uint64_t y;
    const std::byte* mask; ///< mask byte of the first element; null without a mask
    std::uint64_t width;
};

/// Calls visit(run) for each row of the shape's region; a job without rows counts as one row. Elements before
/// the first and after the last segment of a ragged batch are left out.
template <class Visit>
void for_each_run(const Problem& problem, const CheckedData& data, const Visit& visit) {
    const auto& shape = data.shape;
    const bool rows = problem.layout.rows, ragged = problem.batch == Batch::ragged;
    const auto first = rows ? shape.region.x : ragged ? shape.offsets.front() : 0;
    const auto width = rows ? shape.region.width : ragged ? shape.offsets.back() - first : shape.elements;
    const auto height = rows ? shape.region.height : 1;
    if (width == 0) return;
    for (std::uint64_t row = 0; row < height; ++row) {
        const auto y = shape.region.y + row;
        visit(Run{rows ? row * width : first, first, y,
                  problem.layout.mask ? data.mask.data() + y * shape.pitches.mask + first : nullptr, width});
    }
}

inline constexpr std::size_t elements_per_block = 2048;

/// Like for_each_run(), with runs of at most elements_per_block elements.
template <class Visit>
void for_each_block(const Problem& problem, const CheckedData& data, const Visit& visit) {
    for_each_run(problem, data, [&visit](const Run& run) {
        for (std::uint64_t done = 0; done < run.width; done += elements_per_block)
            visit(Run{run.index + done, run.x + done, run.y, run.mask == nullptr ? nullptr : run.mask + done,
                      std::min<std::uint64_t>(run.width - done, elements_per_block)});
    });
}

/// Returns the counts of a batch, the sums of integer weights, or the minima or maxima of weights.
[[nodiscard]] std::vector<std::uint64_t>
sums_on_calling_thread(const Problem& problem, const CheckedData& data, const Finders& finders);

/// Finds the cells of blocks of elements. The constructor's arguments must outlive the object.
class BlockCells {
  public:
    BlockCells(const Problem& problem, const CheckedData& data, const Finders& cells);

    /// Calls visit(cells, first) for each axis. `cells` are the cells of the block's elements, or no_cell for
    /// elements that are not counted. `first` is the index of the counter of the axis's cell 0. For a joint
    /// problem, calls visit() once, with the joint cells and 0.
    template <class Visit>
    void find(const Run& block, const Visit& visit) {
        const std::span found(found_.data(), block.width);
        std::uint64_t first = 0;
        for (std::size_t axis = 0; axis < problem_.axes.size(); ++axis) {
            find(axis, block, found);
            if (problem_.joint) {
                join(axis, block.width);
                continue;
            }
            leave_out_masked(block, found);
            visit(found, first);
            first += problem_.extent(axis);
        }
        if (!problem_.joint) return;
        const std::span joint(joint_.data(), block.width);
        leave_out_masked(block, joint);
        visit(joint, std::uint64_t{0});
    }

  private:
    using Cells = std::array<std::uint32_t, elements_per_block>;

    void find(std::size_t axis, const Run& block, std::span<std::uint32_t> cells);
    void join(std::size_t axis, std::uint64_t width) noexcept;
    static void leave_out_masked(const Run& block, std::span<std::uint32_t> cells) noexcept;

    const Problem& problem_;
    const Finders& cells_;
    std::vector<ChannelSamples> samples_; ///< one for each axis
    Cells found_;
    Cells joint_;
    std::array<std::byte, elements_per_block * sizeof(std::uint64_t)> converted_;
};

} // namespace histo_cl::detail
