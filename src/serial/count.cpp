#include "serial/count.hpp"

#include "problem/needs.hpp"
#include "problem/pitches.hpp"
#include "serial/convert_samples.hpp"
#include "serial/tables.hpp"

#include <algorithm>
#include <array>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

/// Elements side by side.
struct Run {
    std::uint64_t index; ///< of the first
    std::uint64_t x;
    std::uint64_t y;
    const std::byte* mask; ///< null if there is none
    std::uint64_t width;
};

/// Calls visit(run) for each row of elements that the shape counts.
template <class Visit>
void for_each_run(const Problem& problem, const CheckedData& data, const Visit& visit) {
    const auto& region = data.shape.region;
    const bool rows = problem.layout.rows;
    const auto width = rows ? region.width : data.shape.elements;
    const auto height = rows ? region.height : 1;
    if (width == 0) return;
    for (std::uint64_t row = 0; row < height; ++row) {
        const auto y = region.y + row;
        visit(Run{row * width, region.x, y,
                  problem.layout.mask ? data.mask.data() + y * data.shape.pitches.mask + region.x : nullptr,
                  width});
    }
}

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

/// Finds the cells of a block of a run, then counts them: the first loop can use the machine's vectors, the
/// second cannot.
class Blocks {
  public:
    Blocks(const Problem& problem, const CheckedData& data, const Finders& cells)
        : problem_(problem), cells_(cells), tables_(problem.counters(), data.shape.elements) {
        for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
            samples_.push_back(samples_of(problem, data, problem.channel(axis)));
    }

    void count(Run run) {
        while (run.width != 0) {
            const auto width = std::min<std::uint64_t>(run.width, block);
            count_block({run.index, run.x, run.y, run.mask, width});
            run.index += width;
            run.x += width;
            if (run.mask != nullptr) run.mask += width;
            run.width -= width;
        }
    }

    [[nodiscard]] std::vector<std::uint64_t> result() && { return std::move(tables_).result(); }

  private:
    static constexpr std::size_t block = 2048;
    using Found = std::array<std::uint32_t, block>;

    void count_block(const Run& run) {
        const std::span found(found_.data(), run.width);
        std::uint64_t first = 0;
        for (std::size_t axis = 0; axis < problem_.axes.size(); ++axis) {
            find(axis, run, found);
            if (problem_.joint) {
                join(axis, run.width);
                continue;
            }
            leave_out_masked(run, found);
            tables_.add(found, first);
            first += problem_.extent(axis);
        }
        if (!problem_.joint) return;
        const std::span joint(joint_.data(), run.width);
        leave_out_masked(run, joint);
        tables_.add(joint, 0);
    }

    /// The cells of a run on an axis. Samples of another type are converted first.
    void find(std::size_t axis, const Run& run, std::span<std::uint32_t> cells) {
        const auto& samples = samples_[axis];
        const auto* const first = samples.at(run.x, run.y);
        const auto stored = stored_type(problem_, axis);
        if (stored == problem_.sample)
            return cells_.axes[axis]->find(first, samples.stride, run.index, cells);
        const auto size = bytes(problem_.sample);
        const auto converted = std::span(converted_).first(run.width * size);
        convert_samples(stored, first, samples.stride, problem_.sample, converted);
        cells_.axes[axis]->find(converted.data(), size, run.index, cells);
    }

    /// The cell of the axes so far, of which the last is the fastest.
    void join(std::size_t axis, std::uint64_t width) noexcept {
        const auto extent = static_cast<std::uint32_t>(problem_.extent(axis));
        for (std::size_t i = 0; i < width; ++i) {
            const auto before = axis == 0 ? 0 : joint_[i];
            const bool counted = before != no_cell && found_[i] != no_cell;
            joint_[i] = counted ? before * extent + found_[i] : no_cell;
        }
    }

    static void leave_out_masked(const Run& run, std::span<std::uint32_t> cells) noexcept {
        if (run.mask == nullptr) return;
        for (std::size_t i = 0; i < cells.size(); ++i)
            cells[i] = run.mask[i] != std::byte{0} ? cells[i] : no_cell;
    }

    const Problem& problem_;
    const Finders& cells_;
    std::vector<ChannelSamples> samples_; ///< of each axis
    CellTables tables_;
    Found found_;
    Found joint_;
    std::array<std::byte, block * sizeof(std::uint64_t)> converted_;
};

} // namespace

std::string only_on_device(const Problem& problem) {
    if (problem.weights) return "weights";
    if (problem.batch != Batch::one) return "a batch";
    if (problem.indices) return "elements by their indices";
    if (!has_plain_samples(problem)) return "nibbles, or planes of several channels";
    return {};
}

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
    Blocks blocks(problem, data, cells);
    for_each_run(problem, data, [&](const Run& run) { blocks.count(run); });
    return std::move(blocks).result();
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
