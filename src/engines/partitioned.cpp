#include "engines/single.hpp"
#include "variants/counters.hpp"

#include <algorithm>
#include <utility>

namespace histo_cl::detail {

Partitioned::Partitioned(std::shared_ptr<const Target> target, SingleBuild build)
    : Single(std::move(target), std::move(build)), look_(create_kernel("look")),
      count_partitions_(create_kernel("count_partitions")) {
    set_plan_arguments(look_.get());
}

void Partitioned::set_common_arguments(cl_kernel original, cl_kernel copy) const {
    Single::set_common_arguments(original, copy);
    if (original == look_.get()) set_plan_arguments(copy);
}

/// The samples of a slice that queue up.
std::uint64_t Partitioned::sample_count(const Geometry& g, const Slice& slice) const {
    const auto elements = std::min(slice.width, g.widest) * std::min(slice.height, g.highest);
    return elements * (problem().joint ? 1 : problem().axes.size());
}

/// The bytes of the queues of a job: those of its first slice, the largest.
std::uint64_t Partitioned::queue_bytes(const Geometry& g) const {
    const auto slice = first_slice(g, decision().samples_per_launch);
    return slice ? partition_workspace(decision(), sample_count(g, *slice)) : 0;
}

/// The rounds of a slice that is looked at; none if it has too few samples.
Rounds Partitioned::rounds_for(const Geometry& g, const Slice& slice) const {
    const auto samples = sample_count(g, slice);
    const auto planned = rounds(decision(), queue_bytes(g), samples);
    return samples < decision().min_samples * planned.number ? Rounds{} : planned;
}

bool Partitioned::looks_first(const Geometry& g) const {
    const auto slice = first_slice(g, decision().samples_per_launch);
    return slice && rounds_for(g, *slice).number != 0;
}

std::uint64_t Partitioned::used_workspace(const Geometry& g) const {
    return looks_first(g) ? queue_bytes(g) : 0; // too few samples do not queue up
}

// If the samples of a slice are not nearly flat, its first round counts all, and the others end at once.
void Partitioned::launch_slices(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g,
                                bool accumulate) const {
    if (!accumulate && !looks_first(g)) commands.fill_zero(buffers.counts, count_bytes(g.histograms));
    bool add = accumulate;
    for (auto slice = first_slice(g, decision().samples_per_launch); slice; slice = next_slice(g, *slice)) {
        const auto planned = rounds_for(g, *slice);
        if (planned.number != 0) launch_look(commands, buffers, g, *slice, add);
        for (std::uint32_t round = 0; round < std::max(1U, planned.number); ++round)
            launch_round(commands, buffers, g, *slice, planned, round);
        add = true;
    }
}

// The look's result is 0: skewed.
void Partitioned::launch_empty(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g) const {
    launch_round(commands, buffers, g, {}, {.room = 0, .number = 1}, 0);
}

/// Launches the look. Meanwhile the counts are zeroed, unless they are added to.
void Partitioned::launch_look(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g,
                              const Slice& slice, bool add) const {
    const auto words = add ? 0 : count_bytes(1) / sizeof(cl_uint);
    auto* const kernel = commands.to_launch(look_.get());
    set_arguments(kernel, buffers, g, slice, {0, 1}, Delivery::add) << static_cast<cl_uint>(words);
    const size_t local = decision().work_group_size;
    const size_t global = local * (add ? 1 : 1 + std::max(1U, decision().work_groups - 1));
    commands.launch(kernel, 1, &global, &local);
}

/// A round, numbered from 0 on: its samples queue up, and the queues are counted. With no rounds, all samples
/// are counted by their hot bins.
void Partitioned::launch_round(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g,
                               const Slice& slice, const Rounds& rounds, std::uint32_t number) const {
    const bool queues = rounds.number != 0;
    const auto groups = queues ? decision().work_groups : groups_for(g, slice);
    auto used = buffers;
    if (!queues) used.workspace = buffers.counts; // unused, and there may be none
    auto* const kernel = commands.to_launch(histogram());
    set_arguments(kernel, used, g, slice, {0, 1}, Delivery::add)
        << number << rounds.number << groups << rounds.room;
    const size_t local = decision().work_group_size, global = local * groups;
    commands.launch(kernel, 1, &global, &local);
    if (!queues) return;
    auto* const count = commands.to_launch(count_partitions_.get());
    Arguments(count) << buffers.workspace << workspace_parts(problem(), 1).partials << groups << rounds.room
                     << buffers.counts;
    const size_t counting = local * decision().partitions;
    commands.launch(count, 1, &counting, &local);
}

} // namespace histo_cl::detail
