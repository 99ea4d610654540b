#include "plan/columns.hpp"

#include "opencl/objects.hpp"
#include "plan/arguments.hpp"
#include "plan/job_commands.hpp"
#include "plan/launch.hpp"
#include "policy/choose.hpp"
#include "policy/columns.hpp"
#include "policy/counters.hpp"
#include "problem/outside_cells.hpp"
#include "program/kernel_source.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

/// The values of each axis in the order of their cells, those in none last, and where those of each cell
/// begin; see kernels/column_sums.cl.
struct ValuesByCell {
    std::vector<std::uint32_t> first_cells;
    std::vector<std::uint32_t> starts;
    std::vector<std::uint8_t> order;
    std::vector<std::uint32_t> in_cells; ///< a bit for each value of each axis
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

template <class T>
Buffer uploaded(const PlanState& plan, const std::vector<T>& table) {
    return create_buffer(plan.context.get(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                         table.size() * sizeof(T), table.data());
}

std::vector<std::uint32_t> channels_of(const Problem& problem) {
    std::vector<std::uint32_t> channels;
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        channels.push_back(problem.channel(axis));
    return channels;
}

std::uint32_t columns_of(const PlanState& plan) {
    return static_cast<std::uint32_t>(plan.problem.axes.size());
}

/// The memory of one job besides the caller's.
struct Memories {
    KernelMemory workspace;
    KernelMemory skipped;
    Buffer own_workspace;
    bool zero = false; ///< `own_workspace` is of the plan's kept sums
};

Memories memories(const CommandSink& commands, const PlanState& plan, const Job& job)
    HISTO_CL_REQUIRES(plan.kernel_arguments) {
    const auto bytes = plan.decision.workspace_bytes;
    Memories all;
    all.skipped = job.skipped == nullptr ? KernelMemory(plan.columns.spare.get())
                                         : KernelMemory(job.skipped, plan.pointers);
    if (job.workspace != nullptr) {
        all.workspace = {job.workspace, plan.pointers};
        return all;
    }
    if (plan.decision.merge == Merge::last_group)
        all.own_workspace = plan.kept_sums.take(commands.in_order_queue(), plan.context.get(), bytes);
    all.zero = static_cast<bool>(all.own_workspace);
    if (!all.zero) all.own_workspace = create_buffer(plan.context.get(), CL_MEM_READ_WRITE, bytes);
    all.workspace = all.own_workspace.get();
    return all;
}

/// Words of the workspace.
void launch_zeroing(CommandSink& commands, const PlanState& plan, const Memories& memory, std::uint64_t first,
                    std::uint64_t words) HISTO_CL_REQUIRES(plan.kernel_arguments) {
    auto* const kernel = commands.to_launch(plan.columns.zero.get());
    Arguments(kernel) << memory.workspace << first << words;
    launch_items(commands, kernel, words);
}

/// The caller's counters, or where what can be merged is left.
struct Cells {
    const KernelMemory& counts;
    bool accumulate;
    bool partial = false;
};

/// CELL_PARAMETERS of kernels/column_sums.cl.
void pass_cells(Arguments& arguments, const PlanState& plan, const Memories& memory, const Cells& cells) {
    const auto& columns = plan.columns;
    arguments << columns.first_cells.get() << columns.starts.get() << columns.order.get() << cells.counts
              << static_cast<std::uint32_t>(plan.problem.cells()) << cells.accumulate << memory.skipped;
}

/// ROW_PARAMETERS of kernels/columns_of_rows.cl, for rows [first, first + rows) of the job.
void pass_rows(Arguments& arguments, const PlanState& plan, const Job& job, const CheckedShape& shape,
               std::uint64_t first, std::uint64_t rows) {
    const auto& problem = plan.problem;
    const bool side_by_side = counts_side_by_side(problem);
    const auto& steps = shape.pitches.steps;
    arguments << KernelMemory(job.samples, plan.pointers)
              << job.sample_offset + (side_by_side ? steps.place(0, problem.channel(0)) : 0) << steps.element
              << steps.plane;
    if (!side_by_side) arguments << plan.columns.channels.get();
    if (problem.indices)
        arguments << KernelMemory(job.indices, plan.pointers) << job.index_offset << shape.source_count;
    if (problem.layout.mask) arguments << KernelMemory(job.mask, plan.pointers) << job.mask_offset;
    for (std::uint32_t vector = 0; vector < summed_vectors(problem); ++vector) {
        const auto [weights, offset] = weights_of(job, vector);
        arguments << KernelMemory(weights, plan.pointers) << offset;
    }
    if (has_wide_sums(problem)) arguments << known_exponent_field(problem);
    arguments << first << static_cast<std::uint32_t>(rows);
}

/// Calls launch(first, rows) for the rows of the job that one launch takes, in order; once if there are none.
template <class Launch>
void for_each_launch(const PlanState& plan, const CheckedShape& shape, const Launch& launch) {
    const auto most = plan.decision.samples_per_launch;
    std::uint64_t first = 0;
    do {
        const auto rows = std::min(most, shape.elements - first);
        launch(first, rows);
        first += rows;
    } while (first < shape.elements);
}

/// The greatest exponents of the weights that are counted, which are not known.
void launch_ranges(CommandSink& commands, const PlanState& plan, const Job& job, const CheckedShape& shape,
                   const Memories& memory) HISTO_CL_REQUIRES(plan.kernel_arguments) {
    constexpr std::uint64_t rows_per_item = 64;
    if (memory.zero)
        launch_zeroing(commands, plan, memory, first_word_of_range(plan.problem, plan.decision),
                       summed_vectors(plan.problem));
    for_each_launch(plan, shape, [&](std::uint64_t first, std::uint64_t rows) {
        if (rows == 0) return;
        auto* const kernel = commands.to_launch(plan.columns.range.get());
        Arguments arguments(kernel);
        pass_rows(arguments, plan, job, shape, first, rows);
        arguments << columns_of(plan) << memory.workspace << plan.columns.in_cells.get();
        launch_items(commands, kernel, (rows - 1) / rows_per_item + 1);
    });
}

/// Counts rows [first, first + rows) of the job.
void launch_counting(CommandSink& commands, const PlanState& plan, const Job& job, const CheckedShape& shape,
                     const Memories& memory, const Cells& cells, std::uint64_t first, std::uint64_t rows)
    HISTO_CL_REQUIRES(plan.kernel_arguments) {
    const auto parts = column_parts(plan.decision, rows);
    auto* const kernel = commands.to_launch(plan.columns.count.get());
    Arguments arguments(kernel);
    pass_rows(arguments, plan, job, shape, first, rows);
    arguments << columns_of(plan) << parts << memory.workspace;
    if (plan.decision.merge == Merge::last_group) {
        const bool last = !cells.partial && shape.elements - first == rows;
        arguments << last << static_cast<std::uint32_t>(plan.columns.most_cells);
        pass_cells(arguments, plan, memory, cells);
    }
    const size_t local = plan.decision.work_group_size;
    const size_t global = local * parts * plan.decision.windows;
    commands.launch(kernel, 1, &global, &local);
}

/// After all rows, by a kernel of its own.
void launch_finish(CommandSink& commands, const PlanState& plan, const Memories& memory, const Cells& cells)
    HISTO_CL_REQUIRES(plan.kernel_arguments) {
    const auto& columns = plan.columns;
    auto* const kernel = commands.to_launch(cells.partial ? columns.leave.get() : columns.finish.get());
    Arguments arguments(kernel);
    arguments << memory.workspace << columns_of(plan) << known_exponent_field(plan.problem);
    pass_cells(arguments, plan, memory, cells);
    const std::array<size_t, 2> global{plan.columns.most_cells, columns_of(plan)};
    commands.launch(kernel, 2, global.data(), nullptr);
}

void count(CommandSink& commands, const PlanState& plan, const Job& job, const CheckedShape& shape,
           const Cells& cells) {
    const Lock lock(plan.kernel_arguments);
    auto memory = memories(commands, plan, job);
    const auto words = plan.decision.workspace_bytes / sizeof(cl_uint);
    if (!memory.zero) launch_zeroing(commands, plan, memory, 0, words);
    if (has_wide_sums(plan.problem) && known_exponent_field(plan.problem) == 0)
        launch_ranges(commands, plan, job, shape, memory);
    // The last launch writes the counters, also if there is nothing to count.
    for_each_launch(plan, shape,
                    [&](std::uint64_t first, std::uint64_t rows) HISTO_CL_REQUIRES(plan.kernel_arguments) {
                        launch_counting(commands, plan, job, shape, memory, cells, first, rows);
                    });
    if (cells.partial || plan.decision.merge != Merge::last_group)
        launch_finish(commands, plan, memory, cells);
    if (cells.partial && memory.zero) launch_zeroing(commands, plan, memory, 0, words);
    if (memory.zero) plan.kept_sums.keep(commands.in_order_queue(), std::move(memory.own_workspace));
}

} // namespace

std::optional<NotBuilt> build_columns(PlanState& plan, const Options& options, Compile compile) {
    auto& columns = plan.columns;
    const auto& problem = plan.problem;
    const auto cache = cache_for(options);
    auto built = build_program(plan.context.get(), plan.device, plan.profile,
                               column_source(problem, plan.decision), cache, compile);
    if (const auto* const missing = std::get_if<NotBuilt>(&built)) return *missing;
    if (const auto* const failure = std::get_if<BuildFailure>(&built)) throw failure->error();
    auto& program = std::get<BuiltProgram>(built);
    keep_program(program, cache);
    plan.kernels.compiled = program.compiled;
    columns.program = std::move(program.program);
    const auto kernel = [&](const char* name) { return create_kernel(columns.program->program.get(), name); };
    columns.zero = kernel("zero_words");
    if (has_wide_sums(problem) && !problem.weight_bound) columns.range = kernel("column_range");
    columns.count = kernel("count_columns");
    if (plan.decision.merge != Merge::last_group) columns.finish = kernel("finish_columns");
    if (has_wide_sums(problem)) columns.leave = kernel("leave_columns");
    const auto tables = values_by_cell(problem);
    columns.first_cells = uploaded(plan, tables.first_cells);
    columns.starts = uploaded(plan, tables.starts);
    columns.order = uploaded(plan, tables.order);
    if (columns.range) columns.in_cells = uploaded(plan, tables.in_cells);
    if (!counts_side_by_side(problem)) columns.channels = uploaded(plan, channels_of(problem));
    columns.spare = create_zeros(plan.context.get(), sizeof(cl_uint));
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        columns.most_cells = std::max(columns.most_cells, static_cast<std::size_t>(problem.extent(axis)));
    plan.threshold_bytes = 4 * (tables.first_cells.size() + tables.starts.size()) + tables.order.size() +
                           (columns.range ? 4 * tables.in_cells.size() : 0);
    return std::nullopt;
}

void count_columns(CommandSink& commands, const PlanState& plan, const Job& job, const CheckedShape& shape,
                   const KernelMemory& counts, bool accumulate) {
    count(commands, plan, job, shape, {counts, accumulate});
}

void leave_columns(CommandSink& commands, const PlanState& plan, const Job& job, const CheckedShape& shape,
                   cl_mem left) {
    const KernelMemory counters(left);
    count(commands, plan, job, shape, {.counts = counters, .accumulate = false, .partial = true});
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
