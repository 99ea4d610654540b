#include "engines/thread/count.hpp"

#include "engines/thread/block_cells.hpp"
#include "problem/binnings.hpp"
#include "problem/pitches.hpp"
#include "problem/rule/cells.hpp"
#include "problem/splitting.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace histo_cl::detail {

BlockCells::BlockCells(const Problem& problem, const CheckedData& data, const Finders& cells)
    : problem_(problem), cells_(cells) {
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        samples_.push_back(samples_of(problem, data, problem.channel(axis)));
}

/// Finds the cells of a block's elements on an axis, masked elements included. Samples that are stored in
/// another type than Problem::sample are converted first.
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

/// Combines the joint cells of the axes before `axis` with the cells on `axis`, which varies fastest.
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

// Incrementing the same counter twice in a row costs the latency of a store and a load, so adjacent samples
// are counted in different tables if the tables fit in the L1 cache.

inline constexpr std::size_t tables_at_once = 4;

/// Counts cells. An element with no_cell is counted in a spare counter after the last one.
class CellTables {
  public:
    /// Maximum number of counters for which there are several tables: 4 tables of 8 KiB.
    static constexpr std::uint64_t max_in_several = 1024;

    CellTables(std::uint64_t counters, std::uint64_t elements)
        : counters_(counters), step_(counters + 1),
          several_(counters <= max_in_several && counters <= elements),
          counts_((several_ ? tables_at_once : 1) * step_) {}

    /// `first`: index of the counter of cell 0.
    void add(std::span<const std::uint32_t> cells, std::uint64_t first) noexcept {
        const auto trash = counters_ - first;
        const auto step = several_ ? step_ : 0;
        auto* const counts = counts_.data() + first;
        const auto add = [&](std::size_t i, std::size_t table) {
            ++counts[table * step + std::min<std::uint64_t>(cells[i], trash)];
        };
        const auto whole = cells.size() - cells.size() % tables_at_once;
        for (std::size_t i = 0; i < whole; i += tables_at_once) {
            add(i, 0);
            add(i + 1, 1);
            add(i + 2, 2);
            add(i + 3, 3);
        }
        for (auto i = whole; i < cells.size(); ++i)
            add(i, 0);
    }

    [[nodiscard]] std::vector<std::uint64_t> result() && {
        if (several_) {
            for (std::size_t table = 1; table < tables_at_once; ++table)
                for (std::size_t i = 0; i < counters_; ++i)
                    counts_[i] += counts_[table * step_ + i];
            return {counts_.begin(), counts_.begin() + static_cast<std::ptrdiff_t>(counters_)};
        }
        counts_.resize(counters_);
        return std::move(counts_);
    }

  private:
    std::uint64_t counters_;
    std::uint64_t step_;
    bool several_;
    std::vector<std::uint64_t> counts_;
};

/// Counts bytes by value.
class ByteTables {
  public:
    /// Counts values that are `stride` bytes apart, except those excluded by the mask if `mask` is not null.
    void add(const std::byte* first, std::uint64_t stride, std::uint64_t count,
             const std::byte* mask) noexcept {
        if (mask != nullptr) {
            for (std::uint64_t i = 0; i < count; ++i)
                values_[i % tables_at_once][at(first[i * stride])] += mask[i] != std::byte{0} ? 1U : 0U;
        } else if (stride == 1) {
            add_packed(first, count);
        } else {
            for (std::uint64_t i = 0; i < count; ++i)
                ++values_[i % tables_at_once][at(first[i * stride])];
        }
    }

    /// Adds the count of each value to the count of its cell.
    void add_to(std::span<std::uint64_t> counts, const AxisCells& cells) const {
        const auto cell = cells_of_bytes(cells);
        for (std::size_t value = 0; value < cell.size(); ++value)
            if (cell[value] != no_cell)
                for (const auto& table : values_)
                    counts[cell[value]] += table[value];
    }

  private:
    static std::size_t at(std::byte value) noexcept { return std::to_integer<std::size_t>(value); }

    void add_packed(const std::byte* first, std::uint64_t count) noexcept {
        const auto whole = count - count % sizeof(std::uint64_t);
        for (std::uint64_t i = 0; i < whole; i += sizeof(std::uint64_t)) {
            std::uint64_t word = 0;
            std::memcpy(&word, first + i, sizeof word);
            for (std::size_t byte = 0; byte < sizeof word; ++byte)
                ++values_[byte % tables_at_once][(word >> (8 * byte)) & 0xFFU];
        }
        for (auto i = whole; i < count; ++i)
            ++values_[0][at(first[i])];
    }

    std::array<std::array<std::uint64_t, 256>, tables_at_once> values_{};
};

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
    for (std::size_t axis = 0; axis < problem.axes.size() && !splits(problem); ++axis)
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
    if (problem.weights.type || problem.batch != Batch::one)
        return sums_on_calling_thread(problem, data, cells);
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
