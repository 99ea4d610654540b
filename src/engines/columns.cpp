#include "choose/column_launch.hpp"
#include "device/objects.hpp"
#include "engines/job_arguments.hpp"
#include "engines/single.hpp"
#include "engines/workspace.hpp"
#include "problem/binnings.hpp"
#include "program/kernel_source.hpp"
#include "variants/blocks.hpp"
#include "variants/counters.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace histo_cl::detail {
namespace {

/// The byte values of each axis, sorted by cell, and where each cell starts in this order. Values that are in
/// no cell come last. See kernels/columns/column_sums.cl.
struct ValuesByCell {
    std::vector<std::uint32_t> first_cells;
    std::vector<std::uint32_t> starts;
    std::vector<std::uint8_t> order;
    std::vector<std::uint32_t> in_cells; ///< one bit for each value of each axis: whether it is in a cell
};

ValuesByCell values_by_cell(const Problem& problem) {
    const auto all = cells_of_columns(problem);
    ValuesByCell tables;
    tables.in_cells.resize(256 / 32 * problem.axes.size());
    std::uint32_t first = 0;
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis) {
        const auto& cells = all.of(axis);
        const auto extent = static_cast<std::uint32_t>(problem.extent(axis));
        tables.first_cells.push_back(first);
        first += extent;
        std::vector<std::uint32_t> starts(extent + 1);
        for (const auto cell : cells)
            if (cell != no_cell) ++starts[cell + 1];
        for (std::uint32_t cell = 0; cell < extent; ++cell)
            starts[cell + 1] += starts[cell];
        tables.starts.insert(tables.starts.end(), starts.begin(), starts.end());
        const auto order = tables.order.size();
        tables.order.resize(order + cells.size());
        for (std::size_t value = 0; value < cells.size(); ++value) {
            auto& next = cells.at(value) != no_cell ? starts[cells.at(value)] : starts[extent];
            tables.order[order + next++] = static_cast<std::uint8_t>(value);
            if (cells.at(value) != no_cell) tables.in_cells[(order + value) / 32] |= 1U << value % 32;
        }
    }
    tables.first_cells.push_back(first);
    return tables;
}

/// The channels of these axes (counted from the channel of axis 0 if counts_side_by_side()), followed by the
/// axes themselves; see kernels/columns/columns_of_rows.cl.
std::vector<std::uint32_t> channels_of(const Problem& problem, std::span<const std::uint32_t> axes) {
    const bool from_first = counts_side_by_side(problem);
    std::vector<std::uint32_t> channels;
    for (const auto axis : axes)
        channels.push_back(from_first ? axis : problem.channel(axis));
    channels.insert(channels.end(), axes.begin(), axes.end());
    return channels;
}

/// The columns that a job counts.
struct CountedColumns {
    cl_mem channels;
    std::uint32_t count;
};

/// A checked job, and what its commands need in addition.
struct ColumnJob {
    const Job& job;
    const CheckedShape& shape;
    Workspace workspace;
    KernelMemory skipped;
    bool partial; ///< whether the job is one of enqueue_partial()
    CountedColumns columns;
};

/// Counts the values of all columns in the same launches. Afterwards, adds the counts of the values to the
/// counts of their bins: in the last launch, by the work-group that finishes last in each tile, or in a
/// separate kernel.
class Columns final : public Engine {
  public:
    Columns(std::shared_ptr<const Target> target, Decision decision, BuiltProgram program);

    [[nodiscard]] std::uint64_t workspace_bytes(std::uint64_t /*histograms*/) const noexcept override {
        return decision().workspace_bytes;
    }
    void enqueue(CommandSink& commands, const Job& job, const CheckedShape& shape) const override {
        enqueue_columns(commands, job, shape, false);
    }
    void enqueue_partial(Commands& commands, const Job& job, const CheckedShape& shape) const override {
        enqueue_columns(commands, job, shape, true);
    }

  private:
    [[nodiscard]] std::uint32_t column_count() const {
        return static_cast<std::uint32_t>(problem().axes.size());
    }
    template <class T>
    [[nodiscard]] Buffer uploaded(const std::vector<T>& table) const {
        return create_buffer(context(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, table.size() * sizeof(T),
                             table.data());
    }
    void upload_tables();

    void enqueue_columns(CommandSink& commands, const Job& job, const CheckedShape& shape,
                         bool partial) const;
    /// Returns the number of bits that a sum of floats has above the bits of the greatest weight.
    [[nodiscard]] std::uint32_t room(const ColumnJob& of) const {
        const auto& bound = problem().weights.bound;
        return sum_headroom(problem(), bound ? bound->elements : of.shape.elements);
    }
    [[nodiscard]] CountedColumns all_columns() const { return {channels_.get(), column_count()}; }
    CountedColumns counted_columns(CommandSink& commands, std::span<const std::uint32_t> axes) const
        HISTO_CL_REQUIRES(kernel_arguments_);
    void pass_rows(Arguments& arguments, const ColumnJob& of, const CountedColumns& columns,
                   std::uint64_t first, std::uint64_t rows) const;
    void pass_cells(Arguments& arguments, const ColumnJob& of) const;
    template <class Launch>
    void for_each_launch(const ColumnJob& of, const Launch& launch) const
        HISTO_CL_REQUIRES(kernel_arguments_);
    void launch_zeroing(CommandSink& commands, const ColumnJob& of, std::uint64_t first,
                        std::uint64_t words) const HISTO_CL_REQUIRES(kernel_arguments_);
    void launch_ranges(CommandSink& commands, const ColumnJob& of) const HISTO_CL_REQUIRES(kernel_arguments_);
    void launch_counting(CommandSink& commands, const ColumnJob& of, std::uint64_t first,
                         std::uint64_t rows) const HISTO_CL_REQUIRES(kernel_arguments_);
    void launch_finish(CommandSink& commands, const ColumnJob& of) const HISTO_CL_REQUIRES(kernel_arguments_);

    Kernel zero_, count_, range_, finish_, write_;
    Buffer first_cells_, starts_, order_; ///< see kernels/columns/column_sums.cl
    /// See kernels/columns/column_range.cl. Null if the range of the weights need not be found.
    Buffer in_cells_;
    Buffer channels_;           ///< the channel of each column
    Buffer spare_;              ///< receives the number of skipped indices if the job has no buffer for it
    std::size_t max_cells_ = 0; ///< maximum number of cells of an axis
    mutable KeptSums kept_sums_ HISTO_CL_GUARDED_BY(kernel_arguments_);
    // Job::axes of the last job that did not count all axes, and their channels. The next job usually has the
    // same axes.
    mutable std::vector<std::uint32_t> last_axes_ HISTO_CL_GUARDED_BY(kernel_arguments_);
    mutable Buffer last_channels_ HISTO_CL_GUARDED_BY(kernel_arguments_);
};

Columns::Columns(std::shared_ptr<const Target> target, Decision decision, BuiltProgram program)
    : Engine(std::move(target), std::move(decision), std::move(program.program), program.compiled),
      zero_(create_kernel("zero_words")), count_(create_kernel("count_columns")) {
    if (has_wide_sums(problem()) && !problem().weights.bound) range_ = create_kernel("column_range");
    if (this->decision().merge != Merge::last_group) finish_ = create_kernel("finish_columns");
    if (has_wide_sums(problem())) write_ = create_kernel("write_columns");
    upload_tables();
}

void Columns::upload_tables() {
    const auto tables = values_by_cell(problem());
    first_cells_ = uploaded(tables.first_cells);
    starts_ = uploaded(tables.starts);
    order_ = uploaded(tables.order);
    if (range_) in_cells_ = uploaded(tables.in_cells);
    std::vector<std::uint32_t> all_axes(problem().axes.size());
    std::iota(all_axes.begin(), all_axes.end(), 0U);
    channels_ = uploaded(channels_of(problem(), all_axes));
    spare_ = create_zeros(context(), sizeof(cl_uint));
    for (std::size_t axis = 0; axis < problem().axes.size(); ++axis)
        max_cells_ = std::max(max_cells_, static_cast<std::size_t>(problem().extent(axis)));
    threshold_bytes_ = 4 * (tables.first_cells.size() + tables.starts.size()) + tables.order.size() +
                       (range_ ? 4 * tables.in_cells.size() : 0);
}

/// The columns that a job with these Job::axes counts.
CountedColumns Columns::counted_columns(CommandSink& commands, std::span<const std::uint32_t> axes) const {
    if (axes.empty() || axes.size() == problem().axes.size()) return all_columns();
    if (!std::ranges::equal(axes, last_axes_)) {
        last_axes_.clear(); // stays empty if the upload fails
        last_channels_ = uploaded(channels_of(problem(), axes));
        last_axes_.assign(axes.begin(), axes.end());
    }
    commands.keep(last_channels_);
    return {last_channels_.get(), static_cast<std::uint32_t>(axes.size())};
}

/// Zeroes words of the workspace.
void Columns::launch_zeroing(CommandSink& commands, const ColumnJob& of, std::uint64_t first,
                             std::uint64_t words) const {
    auto* const kernel = commands.to_launch(zero_.get());
    Arguments(kernel) << of.workspace.memory << first << words;
    launch_items(commands, kernel, words);
}

/// Passes the arguments for CELL_PARAMETERS of kernels/columns/column_sums.cl.
void Columns::pass_cells(Arguments& arguments, const ColumnJob& of) const {
    arguments << first_cells_.get() << starts_.get() << order_.get() << memory(of.job.counts)
              << static_cast<std::uint32_t>(problem().cells()) << of.job.accumulate << of.skipped;
}

/// Passes the arguments for ROW_PARAMETERS: these columns, and rows [first, first + rows) of the job.
void Columns::pass_rows(Arguments& arguments, const ColumnJob& of, const CountedColumns& columns,
                        std::uint64_t first, std::uint64_t rows) const {
    const auto& job = of.job;
    const bool side_by_side = counts_side_by_side(problem());
    const auto& steps = of.shape.pitches.steps;
    RowValues values{
        .samples = memory(job.samples),
        .first_sample = job.sample_offset + (side_by_side ? steps.place(0, problem().channel(0)) : 0),
        .stride = steps.element,
        .plane = steps.plane,
        .channels = columns.channels,
        .counted = columns.count,
        .indices = memory(job.indices),
        .first_index = job.index_offset,
        .elements = of.shape.source_count,
        .mask = memory(job.mask),
        .first_mask = job.mask_offset,
        .known = known_exponent_field(problem()),
        .room = room(of),
        .row_first = first,
        .rows = static_cast<std::uint32_t>(rows),
    };
    for (std::uint32_t vector = 0; vector < summed_vectors(problem()); ++vector) {
        const auto [weights, offset] = weights_of(job, vector);
        values.weights.at(vector) = memory(weights);
        values.first_weights.at(vector) = offset;
    }
    row_parameters(problem(), values, PassedParameters(arguments));
}

/// Divides the job's rows among launches, and calls launch(first, rows) for each launch, in order. If there
/// are no rows, calls it once with rows = 0.
template <class Launch>
void Columns::for_each_launch(const ColumnJob& of, const Launch& launch) const {
    const auto rows_per_launch = decision().samples_per_launch;
    std::uint64_t first = 0;
    do {
        const auto rows = std::min(rows_per_launch, of.shape.elements - first);
        launch(first, rows);
        first += rows;
    } while (first < of.shape.elements);
}

/// Finds the greatest exponents of the weights of all elements that any column of the problem counts. This
/// includes columns that the job does not count, so that a column's sums do not depend on which other columns
/// are counted. Only for float weights without a bound.
void Columns::launch_ranges(CommandSink& commands, const ColumnJob& of) const {
    constexpr std::uint64_t rows_per_item = 64;
    if (of.workspace.zero)
        launch_zeroing(commands, of, first_word_of_range(problem(), decision()), summed_vectors(problem()));
    for_each_launch(of, [&](std::uint64_t first, std::uint64_t rows) {
        if (rows == 0) return;
        auto* const kernel = commands.to_launch(range_.get());
        Arguments arguments(kernel);
        pass_rows(arguments, of, all_columns(), first, rows);
        arguments << column_count() << of.workspace.memory << in_cells_.get();
        launch_items(commands, kernel, (rows - 1) / rows_per_item + 1);
    });
}

/// Counts rows [first, first + rows) of the job.
void Columns::launch_counting(CommandSink& commands, const ColumnJob& of, std::uint64_t first,
                              std::uint64_t rows) const {
    const auto windows = (of.columns.count - 1) / decision().axes + 1;
    const auto parts = column_parts(decision(), rows, windows);
    auto* const kernel = commands.to_launch(count_.get());
    Arguments arguments(kernel);
    pass_rows(arguments, of, of.columns, first, rows);
    arguments << column_count() << parts << of.workspace.memory;
    if (decision().merge == Merge::last_group) {
        const bool last = !of.partial && of.shape.elements - first == rows;
        arguments << last << static_cast<std::uint32_t>(max_cells_);
        pass_cells(arguments, of);
    }
    const size_t local = decision().work_group_size;
    const size_t global = local * parts * windows;
    commands.launch(kernel, 1, &global, &local);
}

/// Launches the kernel that writes the counters, or the sums of enqueue_partial(), after all rows are
/// counted.
void Columns::launch_finish(CommandSink& commands, const ColumnJob& of) const {
    auto* const kernel = commands.to_launch(of.partial ? write_.get() : finish_.get());
    Arguments arguments(kernel);
    arguments << of.workspace.memory << of.columns.channels << of.columns.count << column_count()
              << known_exponent_field(problem()) << room(of);
    pass_cells(arguments, of);
    const std::array<size_t, 2> global{max_cells_, of.columns.count};
    commands.launch(kernel, 2, global.data(), nullptr);
}

void Columns::enqueue_columns(CommandSink& commands, const Job& job, const CheckedShape& shape,
                              bool partial) const {
    const Lock lock(kernel_arguments_);
    const auto bytes = decision().workspace_bytes;
    ColumnJob of{job,
                 shape,
                 kept_sums_.workspace_for(commands, *this, job.workspace, bytes),
                 job.skipped == nullptr ? KernelMemory(spare_.get()) : memory(job.skipped),
                 partial,
                 counted_columns(commands, job.axes)};
    const auto words = bytes / sizeof(cl_uint);
    // Kernels write only the counters of columns that the job counts, so the other counters must be zeroed.
    if (of.columns.count != column_count() && !job.accumulate)
        commands.fill_zero(memory(job.counts), partial ? partial_bytes() : count_bytes(1));
    if (!of.workspace.zero) launch_zeroing(commands, of, 0, words);
    if (range_) launch_ranges(commands, of);
    // There is at least one launch, even if there is nothing to count, because the last launch may write the
    // counters.
    for_each_launch(of, [&](std::uint64_t first, std::uint64_t rows) HISTO_CL_REQUIRES(kernel_arguments_) {
        launch_counting(commands, of, first, rows);
    });
    if (partial || decision().merge != Merge::last_group) launch_finish(commands, of);
    if (!of.workspace.zero) return;
    if (partial) launch_zeroing(commands, of, 0, words);
    kept_sums_.keep(commands.in_order_queue(), std::move(of.workspace.own));
}

} // namespace

MadeEngine build_columns(std::shared_ptr<const Target> target, Decision decision, const Options& options,
                         Compile compile) {
    auto built = build_untried(*target->device, column_source(target->problem, decision), options, compile);
    if (const auto* const missing = std::get_if<NotBuilt>(&built)) return *missing;
    return std::make_shared<const Columns>(std::move(target), std::move(decision),
                                           std::get<BuiltProgram>(std::move(built)));
}

} // namespace histo_cl::detail
