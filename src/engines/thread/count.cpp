#include "engines/thread/count.hpp"

#include "engines/thread/block_cells.hpp"
#include "engines/thread/tables.hpp"
#include "problem/binnings.hpp"
#include "problem/pitches.hpp"

namespace histo_cl::detail {
namespace {

std::vector<std::uint64_t> count_values(const Problem& problem, const CheckedData& data,
                                        const Finders& cells) {
    std::vector<std::uint64_t> counts(problem.counters());
    std::uint64_t first = 0;
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis) {
        ByteTables tables;
        const auto samples = samples_of(problem, data, problem.channel(axis));
        for_each_run(problem, data, [&](const Run& run) {
            tables.add(samples.at(run.x, run.y), samples.stride, run.width, run.mask);
        });
        tables.add_to(std::span(counts).subspan(first), *cells.axes[axis]);
        first += problem.extent(axis);
    }
    return counts;
}

} // namespace

Finders::Finders(const Problem& problem) : by_index(needs_index(problem)) {
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        axes.push_back(axis_cells(problem, axis));
}

std::uint64_t Finders::bytes() const noexcept {
    std::uint64_t sum = 0;
    for (const auto& axis : axes)
        sum += axis->bytes();
    return sum;
}

std::vector<std::uint64_t> count_on_calling_thread(const Problem& problem, const CheckedData& data,
                                                   const Finders& cells) {
    if (bytes(problem.sample) == 1 && !problem.joint && !cells.by_index)
        return count_values(problem, data, cells);
    CellTables tables(problem.counters(), data.shape.elements);
    BlockCells blocks(problem, data, cells);
    for_each_block(problem, data, [&](const Run& block) {
        blocks.find(block, [&](std::span<const std::uint32_t> found, std::uint64_t first) {
            tables.add(found, first);
        });
    });
    return std::move(tables).result();
}

} // namespace histo_cl::detail
