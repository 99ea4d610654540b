#include "engines/single.hpp"
#include "variants/counters.hpp"

#include <algorithm>
#include <utility>

namespace histo_cl::detail {

Partitioned::Partitioned(std::shared_ptr<const Target> target, SingleBuild build)
    : Single(std::move(target), std::move(build)), count_partitions_(create_kernel("count_partitions")) {
    if (!has_wide_sums(problem())) zero_counts_ = create_kernel("zero_counts");
}

/// Maximum number of samples of a slice that are queued: each element is queued once for each axis, or once
/// if the problem is joint.
std::uint64_t Partitioned::sample_count(const Geometry& g, const Slice& slice) const {
    const auto elements = std::min(slice.width, g.max_width) * std::min(slice.height, g.max_height);
    return elements * (problem().joint ? 1 : problem().axes.size());
}

/// Number of bytes of workspace for the queues of a job. The first slice of the job is the largest, and
/// determines this number.
std::uint64_t Partitioned::queue_bytes(const Geometry& g) const {
    const auto slice = first_slice(g, decision().samples_per_launch);
    return slice ? partition_workspace(problem(), decision(), sample_count(g, *slice)) : 0;
}

/// Returns the rounds in which a slice's samples are queued, if a look at some of them finds that they are
/// nearly uniform. Returns no rounds if the slice has too few samples.
Rounds Partitioned::rounds_for(const Geometry& g, const Slice& slice) const {
    const auto samples = sample_count(g, slice);
    const auto planned = rounds(problem(), decision(), queue_bytes(g), samples);
    return samples < decision().min_samples * planned.number ? Rounds{} : planned;
}

std::uint64_t Partitioned::used_workspace(const Geometry& g) const {
    const auto sums = sizeof(cl_uint) * workspace_parts(problem(), 1).partials;
    const auto slice = first_slice(g, decision().samples_per_launch);
    return sums + (slice && rounds_for(g, *slice).number != 0 ? queue_bytes(g) : 0);
}

void Partitioned::launch_slices(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g,
                                bool accumulate) const {
    if (has_wide_sums(problem())) return Single::launch_slices(commands, buffers, g, accumulate);
    if (!accumulate) zero(commands, buffers);
    add_slices(commands, buffers, g);
}

// If the distribution of a slice's samples is not nearly uniform, the first round counts all samples of the
// slice, and the other rounds do nothing.
void Partitioned::add_slices(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g) const {
    for (auto slice = first_slice(g, decision().samples_per_launch); slice; slice = next_slice(g, *slice)) {
        const auto planned = rounds_for(g, *slice);
        for (std::uint32_t round = 0; round < std::max(1U, planned.number); ++round)
            launch_round(commands, buffers, g, *slice, planned, round);
    }
}

void Partitioned::launch_empty(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g) const {
    if (!has_wide_sums(problem())) zero(commands, buffers);
    launch_round(commands, buffers, g, {}, {}, 0);
    launch_count(commands, buffers, g, 0, 0);
}

void Partitioned::zero(CommandSink& commands, const LaunchBuffers& buffers) const {
    const auto words = static_cast<cl_uint>(count_bytes(1) / sizeof(cl_uint));
    auto* const kernel = commands.to_launch(zero_counts_.get());
    Arguments(kernel) << buffers.counts << words;
    const size_t local = decision().work_group_size;
    const size_t needed = (words + local - 1) / local;
    const size_t global = local * std::min<size_t>(needed, 2 * std::max(1U, decision().work_groups));
    commands.launch(kernel, 1, &global, &local);
}

/// Launches one round: queues its samples, and counts the queues. `number`: the round's index, from 0. If
/// `rounds` has no rounds, counts all samples of the slice with the hot-bin cache.
void Partitioned::launch_round(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g,
                               const Slice& slice, const Rounds& rounds, std::uint32_t number) const {
    const bool queues = rounds.number != 0;
    const auto groups = queues ? decision().work_groups : groups_for(g, slice);
    auto used = buffers;
    // If there are neither queues nor wide sums, the kernel does not use the workspace, which may be null.
    if (!queues && !has_wide_sums(problem())) used.workspace = buffers.counts;
    auto* const kernel = commands.to_launch(histogram());
    set_arguments(kernel, used, g, slice, {0, 1}, Delivery::add)
        << number << rounds.number << groups << rounds.room;
    const size_t local = decision().work_group_size, global = local * groups;
    commands.launch(kernel, 1, &global, &local);
    if (queues) launch_count(commands, buffers, g, groups, rounds.room);
}

/// Counts the samples in the queues of `groups` work-groups.
void Partitioned::launch_count(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g,
                               std::uint32_t groups, std::uint32_t room) const {
    auto* const kernel = commands.to_launch(count_partitions_.get());
    const bool wide = has_wide_sums(problem());
    const auto parts = workspace_parts(problem(), 1);
    Arguments arguments(kernel);
    arguments << buffers.workspace << parts.partials << groups << room
              << (wide ? buffers.workspace : buffers.counts);
    if (problem().weights.type) arguments << parts.range << element_bits(problem(), g);
    const std::array<size_t, 2> local{decision().work_group_size, 1};
    const std::array<size_t, 2> global{local[0] * decision().partitions,
                                       groups_per_partition(problem(), decision())};
    commands.launch(kernel, 2, global.data(), local.data());
}

} // namespace histo_cl::detail
