// Words in the workspace that a kernel converts to the counters at the end: ranks of minima and maxima, and
// sums of float weights. The sums are fixed-point numbers, and their unit depends on the greatest exponent of
// the weights. This exponent is known in advance, guessed, or found by a kernel that reads the weights first.

#include "core/integers.hpp"
#include "engines/single.hpp"
#include "problem/weights.hpp"
#include "variants/counters.hpp"

#include <algorithm>
#include <utility>

namespace histo_cl::detail {

std::uint32_t known_exponent_field(const Problem& problem) noexcept {
    const auto bound = known_bound(problem);
    return bound ? exponent_field(type_of_weights(problem), bound->maximum) : 0;
}

std::uint32_t element_bits(const Problem& problem, const Geometry& g) noexcept {
    const auto bound = known_bound(problem);
    return sum_headroom(problem, bound ? bound->elements : g.width * g.height);
}

void Single::create_wide_sum_kernels() {
    finish_sums_ = create_kernel("finish_sums");
    if (counts_beside_sums(problem()) != 0) write_counts_ = create_kernel("write_counts");
    if (known_bound(problem())) return;
    weight_range_ = create_kernel("weight_range");
    first_range_argument_ = set_plan_arguments(weight_range_.get(), LocalMemory::no);
    take_range_ = create_kernel("take_range");
    if (!guesses_unit(problem(), decision())) return;
    guess_range_ = create_kernel("guess_range");
    check_guess_ = create_kernel("check_guess");
    keep_or_zero_ = create_kernel("keep_or_zero");
}

void Single::enqueue_partial(Commands& commands, const Job& job, const CheckedShape& shape) const {
    enqueue_partial_pass(commands, {job, shape});
}

void Single::enqueue_partial_pass(Commands& commands, const PassJob& pass) const {
    const auto where = geometry(problem(), pass.job, pass.shape);
    const Lock lock(kernel_arguments_);
    auto workspace = take_workspace(commands, pass.job, where);
    auto buffers = buffers_of(device(), pass.job, pass.offsets);
    buffers.workspace = workspace.memory;
    buffers.ranges = pass.ranges;
    launch_wide_sums(commands, buffers, where, false);
    auto* const partial = pass.job.counts.object();
    const auto counts = counts_beside_sums(problem());
    if (counts != 0) {
        auto* const kernel = commands.to_launch(write_counts_.get());
        Arguments(kernel) << workspace.memory << partial << counts;
        launch_items(commands, kernel, counts);
    }
    const auto sums_at = partial_offset(problem(), counts);
    commands.copy(workspace.memory.memory.object(), counts * counter_words(problem()) * sizeof(cl_uint),
                  partial, sums_at, partial_bytes() - sums_at);
    if (workspace.zero) kept_sums_.keep(commands.in_order_queue(), std::move(workspace.own));
}

void Single::enqueue_weight_range(CommandSink& commands, const PassJob& pass, cl_mem ranges) const {
    const auto where = geometry(problem(), pass.job, pass.shape);
    const Lock lock(kernel_arguments_);
    launch_weight_range(commands, buffers_of(device(), pass.job, pass.offsets), where, ranges, 0);
}

void Single::launch_wide_sums(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g,
                              bool guess) const {
    // Guessing takes five more launches, which take longer than reading fewer than min_elements weights. If
    // there are existing sums, they are added in the unit of the greatest weight, so the unit is not guessed.
    constexpr std::uint64_t min_elements = std::uint64_t{1} << 22U;
    zero_sums(commands, buffers, g);
    if (guess && guess_range_ && buffers.ranges == nullptr && device().profile.loop_limit == 0 &&
        g.width * g.height >= min_elements)
        guess_wide_sums(commands, buffers, g);
    find_weight_range(commands, buffers, g);
    add_slices(commands, buffers, g);
}

void Single::launch_weight_range(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g,
                                 const KernelMemory& ranges, std::uint64_t at, bool look) const {
    const auto elements = g.width * g.height;
    if (elements == 0 || g.histograms == 0) return;
    auto* const kernel = commands.to_launch(weight_range_.get());
    Arguments arguments(kernel, first_range_argument_);
    load_parameters(problem(), buffers, g, {.x = 0, .y = 0, .width = g.width, .height = g.height},
                    {0, static_cast<std::uint32_t>(g.histograms)}, PassedParameters(arguments));
    // With `look`, each work-item reads about 4 groups of 8 weights or, if the partition is contiguous, one
    // group of 256.
    constexpr std::uint64_t items_of_look = std::uint64_t{1} << 13U, weights_of_look = items_of_look * 32;
    arguments << ranges << at << (look ? std::max<std::uint64_t>(1, elements / weights_of_look) : 1);
    // Maximum number of elements per work-item on devices with a loop limit.
    const std::uint64_t elements_per_item = 1024 / problem().weights.vectors;
    if (device().profile.loop_limit != 0)
        return launch_items(commands, kernel, (elements - 1) / elements_per_item + 1);
    // Every device can run 64 work-items of this kernel per work-group.
    const size_t items =
        look ? items_of_look
             : std::size_t{decision().work_group_size} * launched_groups(decision(), elements);
    const size_t local = std::min<size_t>(decision().work_group_size, 64), global = rounded_up(items, local);
    commands.launch(kernel, 1, &global, &local);
}

void Single::zero_sums(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g) const {
    const auto parts = workspace_parts(problem(), g.histograms);
    auto* const kernel = commands.to_launch(zero_sums_.get());
    Arguments(kernel) << buffers.workspace << parts.partials << parts.range
                      << known_exponent_field(problem());
    launch_items(commands, kernel, parts.partials);
}

void Single::guess_wide_sums(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g) const {
    const auto range = workspace_parts(problem(), g.histograms).range;
    const auto launch = [&](const Kernel& kernel, std::uint64_t items, auto... more) {
        auto* const launched = commands.to_launch(kernel.get());
        Arguments arguments(launched);
        arguments << buffers.workspace << range;
        static_cast<void>((arguments << ... << more));
        launch_items(commands, launched, items);
    };
    launch_weight_range(commands, buffers, g, buffers.workspace, range, true);
    launch(guess_range_, problem().weights.vectors);
    add_slices(commands, buffers, g);
    const std::uint64_t sums = g.histograms * problem().counters();
    launch(check_guess_, sums, sums);
    launch(keep_or_zero_, range + problem().weights.vectors);
}

void Single::find_weight_range(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g) const {
    const auto range = workspace_parts(problem(), g.histograms).range;
    if (buffers.ranges != nullptr) {
        auto* const take = commands.to_launch(take_range_.get());
        Arguments(take) << buffers.ranges << buffers.workspace << range;
        launch_items(commands, take, problem().weights.vectors);
    } else if (!known_bound(problem())) {
        launch_weight_range(commands, buffers, g, buffers.workspace, range);
    }
}

void Single::finish_wide_sums(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g,
                              bool add) const {
    const std::uint64_t counters = g.histograms * problem().counters();
    const auto parts = workspace_parts(problem(), g.histograms);
    auto* const finish_sums = commands.to_launch(finish_sums_.get());
    Arguments(finish_sums) << buffers.workspace << buffers.counts << counters << problem().counters()
                           << static_cast<std::uint32_t>(problem().cells()) << add << parts.range
                           << element_bits(problem(), g);
    launch_items(commands, finish_sums, counters);
}

void Single::finish_ranks(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g,
                          bool add) const {
    const std::uint64_t counters = g.histograms * problem().counters();
    auto* const finish_ranks = commands.to_launch(finish_ranks_.get());
    Arguments(finish_ranks) << buffers.workspace << buffers.counts << counters << problem().counters()
                            << static_cast<std::uint32_t>(problem().cells()) << add;
    launch_items(commands, finish_ranks, counters);
}

} // namespace histo_cl::detail
