#include "plan/launch.hpp"

#include "plan/arguments.hpp"
#include "policy/arrival.hpp"
#include "policy/blocks.hpp"
#include "problem/image_traits.hpp"
#include "problem/weight_exponent.hpp"
#include "problem/weight_unit.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

/// The sums have room for so many elements.
std::uint32_t element_bits(const Problem& problem, const Geometry& geometry) noexcept {
    return room_of_sums(problem, problem.weight_bound ? problem.weight_bound->elements
                                                      : geometry.width * geometry.height);
}

/// After the buffer: SOURCE_PARAMETERS of kernels/fetch_buffer.cl.
void set_addresses(Arguments& arguments, const Problem& problem, const Geometry& g) {
    arguments << g.sample_first;
    if (!has_constant_stride(problem)) arguments << sample_stride(problem);
    if (problem.layout.rows) arguments << g.sample_row;
    if (problem.layout.order == Order::planar) arguments << g.sample_plane;
}

/// SOURCE_PARAMETERS of kernels/fetch_arrays.cl.
void set_arrays(Arguments& arguments, const Problem& problem, const LaunchBuffers& buffers,
                const Geometry& g) {
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis) {
        const auto& [first, row] = g.arrays.at(axis);
        arguments << buffers.arrays.at(problem.channel(axis)) << first;
        if (problem.layout.rows) arguments << row;
    }
}

/// After the image: SOURCE_PARAMETERS of kernels/fetch_image.cl.
void set_pixels(Arguments& arguments, const Problem& problem, const Geometry& g) {
    arguments << g.image_x;
    if (problem.layout.rows) arguments << g.image_y;
    if (traits_of(problem.layout.image->kind).slices) arguments << g.image_z << g.slice_rows;
}

/// For Merge::last_group, what the kernel does with a total; as kernels/merge_last_group.cl numbers them.
enum class Delivery : std::uint8_t { overwrite, add, atomic };

/// LOAD_PARAMETERS of kernels/load.cl.
void set_load(Arguments& arguments, const Problem& problem, const LaunchBuffers& buffers, const Geometry& g,
              const Slice& slice, std::pair<std::uint32_t, std::uint32_t> histograms) {
    const bool rows = problem.layout.rows;
    if (is_separate(problem))
        set_arrays(arguments, problem, buffers, g);
    else if (problem.layout.image)
        set_pixels(arguments << buffers.samples, problem, g);
    else
        set_addresses(arguments << buffers.samples, problem, g);
    if (problem.layout.mask) arguments << buffers.mask << g.mask_first << g.mask_row;
    if (problem.weights) arguments << buffers.weights << g.weight_first << g.weight_row;
    arguments << g.width;
    if (rows) arguments << g.height;
    if (problem.batch != Batch::one) arguments << histograms.first << histograms.second;
    if (problem.batch == Batch::ragged) arguments << buffers.offsets;
    if (problem.batch == Batch::segments || problem.batch == Batch::tiles)
        arguments << g.part_width << g.part_height << g.parts_across;
    arguments << slice.x << slice.width;
    if (rows) arguments << slice.y << slice.height;
}

/// The parameters of the kernel after those of the plan; see kernels/histogram.cl. Returns the arguments, for
/// those that the variant has after them.
Arguments set_arguments(cl_kernel kernel, const PlanState& plan, const LaunchBuffers& buffers,
                        const Geometry& g, const Slice& slice,
                        std::pair<std::uint32_t, std::uint32_t> histograms, Delivery delivery) {
    const auto& problem = plan.problem;
    const bool wide = has_wide_sums(problem);
    const auto parts = workspace_parts(problem, g.histograms);
    Arguments arguments(kernel, plan.kernels.first_argument_of_a_job);
    set_load(arguments, problem, buffers, g, slice, histograms);
    arguments << (wide ? buffers.workspace : buffers.counts);
    if (has_partials(plan.decision)) arguments << buffers.workspace << parts.partials;
    if (wide) arguments << buffers.workspace << parts.range << element_bits(problem, g);
    if (plan.decision.merge == Merge::last_group) arguments << static_cast<cl_uint>(delivery);
    return arguments;
}

/// The work-groups that count a slice of one histogram. They are shared out among the histograms of a batch:
/// by their mean size, so that few large ones among many do not cost the many; but where loops may be cut
/// short, by the largest.
std::uint32_t groups_of(const PlanState& plan, const Geometry& g, const Slice& slice) noexcept {
    const auto largest = std::min(slice.width, g.widest) * std::min(slice.height, g.highest);
    const auto mean = g.width * g.height / std::max<std::uint64_t>(1, g.histograms);
    const auto share = g.histograms == 1 || plan.profile.loop_limit != 0 ? largest : std::min(largest, mean);
    return launched_groups(plan.decision, share);
}

/// Of one histogram, without those of squares.
std::uint32_t cells(const PlanState& plan) {
    return static_cast<std::uint32_t>(plan.problem.cells());
}

} // namespace

std::uint32_t known_exponent_field(const Problem& problem) noexcept {
    return problem.weight_bound ? exponent_field(*problem.weights, problem.weight_bound->greatest) : 0;
}

void launch_items(CommandSink& commands, cl_kernel kernel, std::uint64_t items) {
    constexpr std::uint64_t multiple = 64;
    const size_t global = std::max<std::uint64_t>(1, (items + multiple - 1) / multiple) * multiple;
    commands.launch(kernel, 1, &global, nullptr);
}

bool overwrites_counts(const PlanState& plan, const Geometry& g, const Slice& slice) noexcept {
    return merges_by_arrival(plan.problem, plan.decision, groups_of(plan, g, slice));
}

std::uint32_t launch_histogram(CommandSink& commands, const PlanState& plan, const LaunchBuffers& buffers,
                               const Geometry& g, const Slice& slice, bool add) {
    const auto& decision = plan.decision;
    const auto groups = groups_of(plan, g, slice);
    const auto delivery = !merges_by_arrival(plan.problem, decision, groups) ? Delivery::atomic
                          : add                                              ? Delivery::add
                                                                             : Delivery::overwrite;
    const auto at_once = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(
        decision.work_groups / groups, 1, std::max<std::uint64_t>(1, g.histograms)));
    const auto histograms = static_cast<std::uint32_t>(g.histograms);
    const auto most = plan.profile.loop_limit != 0 ? at_once : histograms;

    for (std::uint32_t first = 0; first < histograms; first += std::min(most, histograms - first)) {
        const auto count = std::min(most, histograms - first);
        auto* const kernel = commands.to_launch(plan.kernels.histogram.get());
        set_arguments(kernel, plan, buffers, g, slice, {first, first + count}, delivery);
        const std::array<size_t, 3> local{decision.work_group_size, 1, 1};
        const std::array<size_t, 3> global{local[0] * groups, decision.windows, std::min(at_once, count)};
        commands.launch(kernel, global[2] > 1 ? 3 : 2, global.data(), local.data());
    }
    return groups;
}

void launch_look(CommandSink& commands, const PlanState& plan, const LaunchBuffers& buffers,
                 const Geometry& g, const Slice& slice, bool add) {
    const auto& decision = plan.decision;
    const auto words = add ? 0 : plan.count_bytes(1) / sizeof(cl_uint);
    auto* const kernel = commands.to_launch(plan.kernels.look.get());
    set_arguments(kernel, plan, buffers, g, slice, {0, 1}, Delivery::add) << static_cast<cl_uint>(words);
    const size_t local = decision.work_group_size;
    const size_t global = local * (add ? 1 : 1 + std::max(1U, decision.work_groups - 1));
    commands.launch(kernel, 1, &global, &local);
}

void launch_round(CommandSink& commands, const PlanState& plan, const LaunchBuffers& buffers,
                  const Geometry& g, const Slice& slice, const Rounds& rounds, std::uint32_t number) {
    const auto& decision = plan.decision;
    const bool queues = rounds.number != 0;
    const auto groups = queues ? decision.work_groups : groups_of(plan, g, slice);
    auto of_kernel = buffers;
    if (!queues) of_kernel.workspace = buffers.counts; // unused, and there may be none
    auto* const kernel = commands.to_launch(plan.kernels.histogram.get());
    set_arguments(kernel, plan, of_kernel, g, slice, {0, 1}, Delivery::add)
        << number << rounds.number << groups << rounds.room;
    const size_t local = decision.work_group_size, global = local * groups;
    commands.launch(kernel, 1, &global, &local);
    if (!queues) return;
    auto* const count = commands.to_launch(plan.kernels.count_partitions.get());
    Arguments(count) << buffers.workspace << workspace_parts(plan.problem, 1).partials << groups
                     << rounds.room << buffers.counts;
    const size_t counting = local * decision.partitions;
    commands.launch(count, 1, &counting, &local);
}

void launch_merge(CommandSink& commands, const PlanState& plan, const LaunchBuffers& buffers,
                  std::uint32_t rows, bool add) {
    auto* const kernel = commands.to_launch(plan.kernels.merge_partials.get());
    const auto row_words = static_cast<std::uint32_t>(row_bytes(plan.decision) / sizeof(cl_uint));
    Arguments(kernel) << buffers.workspace << rows << row_words << plan.problem.counters() << buffers.counts
                      << add;
    launch_items(commands, kernel, plan.problem.counters());
}

void launch_weight_range(CommandSink& commands, const PlanState& plan, const LaunchBuffers& buffers,
                         const Geometry& g, const RangeWord& word) {
    constexpr std::uint64_t elements_per_item = 1024;
    const auto elements = g.width * g.height;
    if (elements == 0 || g.histograms == 0) return;
    auto* const kernel = commands.to_launch(plan.kernels.weight_range.get());
    Arguments arguments(kernel, plan.kernels.first_argument_of_a_range);
    set_load(arguments, plan.problem, buffers, g, {.x = 0, .y = 0, .width = g.width, .height = g.height},
             {0, static_cast<std::uint32_t>(g.histograms)});
    arguments << word.memory << word.at;
    launch_items(commands, kernel, (elements - 1) / elements_per_item + 1);
}

void begin_wide_sums(CommandSink& commands, const PlanState& plan, const LaunchBuffers& buffers,
                     const Geometry& g, bool add) {
    const auto parts = workspace_parts(plan.problem, g.histograms);
    auto* const zero_sums = commands.to_launch(plan.kernels.zero_sums.get());
    Arguments(zero_sums) << buffers.workspace << parts.partials << parts.range
                         << known_exponent_field(plan.problem);
    launch_items(commands, zero_sums, parts.partials);
    if (buffers.range) {
        auto* const take = commands.to_launch(plan.kernels.take_range.get());
        Arguments(take) << buffers.range->memory << buffers.range->at << buffers.workspace << parts.range;
        launch_items(commands, take, 1);
    } else if (!plan.problem.weight_bound) {
        launch_weight_range(commands, plan, buffers, g, {buffers.workspace, parts.range});
    }
    if (add) {
        const std::uint64_t counters = g.histograms * plan.problem.counters();
        auto* const count_range = commands.to_launch(plan.kernels.count_range.get());
        Arguments(count_range) << buffers.counts << counters << plan.problem.counters() << cells(plan)
                               << buffers.workspace << parts.range;
        launch_items(commands, count_range, counters);
    }
}

void finish_wide_sums(CommandSink& commands, const PlanState& plan, const LaunchBuffers& buffers,
                      const Geometry& g, bool add) {
    const std::uint64_t counters = g.histograms * plan.problem.counters();
    const auto parts = workspace_parts(plan.problem, g.histograms);
    auto* const finish_sums = commands.to_launch(plan.kernels.finish_sums.get());
    Arguments(finish_sums) << buffers.workspace << buffers.counts << counters << plan.problem.counters()
                           << cells(plan) << add << parts.range << element_bits(plan.problem, g);
    launch_items(commands, finish_sums, counters);
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
