#include "core/text.hpp"
#include "variants/compute_unit.hpp"
#include "variants/counters.hpp"
#include "variants/draft.hpp"
#include "variants/partitions.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace histo_cl::detail {
namespace {

constexpr std::uint64_t line = 64; // LINE of kernels/partitioned.cl
constexpr std::uint64_t number_bytes = sizeof(QueuedNumber);

/// Words of local memory before the buffers: `filled` and `written` of kernels/partitioned.cl.
constexpr std::uint64_t head_words(std::uint64_t partitions) noexcept {
    return 2 * partitions;
}

/// Bytes of the workspace before the queues; see queues_at() in kernels/partitioned.cl.
constexpr std::uint64_t head_bytes(std::uint64_t groups, std::uint64_t partitions) noexcept {
    return rounded_up(16 + partitions * groups, 32) * sizeof(std::uint32_t);
}

/// Expected number of samples in a queue for a flat distribution.
std::uint64_t numbers_per_queue(const Decision& decision, std::uint64_t samples) noexcept {
    return divided_up(samples, std::uint64_t{decision.work_groups} * decision.partitions);
}

} // namespace

std::uint32_t partition_bits(std::uint32_t counters, std::uint32_t partitions) noexcept {
    constexpr int least = 3; // a run of 8 bins
    const auto of_bins = static_cast<int>(std::bit_width(std::max(1U, counters) - 1));
    return static_cast<std::uint32_t>(std::max(least, of_bins - std::countr_zero(partitions)));
}

std::uint32_t partition_buffer(std::uint32_t work_group_size, std::uint32_t partitions) noexcept {
    const auto flat = std::uint64_t{work_group_size} * samples_before_flush / partitions;
    return static_cast<std::uint32_t>(line + rounded_up(flat + flat / 2, line));
}

std::uint64_t partition_local_bytes(std::uint32_t work_group_size, std::uint32_t partitions) noexcept {
    return head_words(partitions) * sizeof(std::uint32_t) +
           std::uint64_t{partitions} * partition_buffer(work_group_size, partitions) * number_bytes;
}

std::uint64_t hot_bin_local_bytes(const Decision& decision) noexcept {
    const auto before = decision.branches ? 0 : head_words(decision.partitions) * sizeof(std::uint32_t);
    return before + decision.slots * slot_bytes;
}

std::uint32_t look_counters(const Decision& decision) noexcept {
    return 4 * samples_per_look * decision.work_group_size;
}

Rounds rounds(const Decision& decision, std::uint64_t workspace_bytes, std::uint64_t samples) noexcept {
    const std::uint64_t groups = decision.work_groups;
    const auto head = head_bytes(groups, decision.partitions);
    if (workspace_bytes < head) return {};
    constexpr std::uint64_t max_room = std::uint64_t{1} << 30U;
    const auto room =
        std::min((workspace_bytes - head) / number_bytes / (groups * decision.partitions), max_room) / line *
        line;
    if (room == 0) return {};
    // For a flat distribution, a round may have up to half a line more numbers per queue than there is room
    // for: only few samples overflow then.
    const auto number = divided_up(numbers_per_queue(decision, samples), room + line / 2);
    return {static_cast<std::uint32_t>(room), static_cast<std::uint32_t>(std::max<std::uint64_t>(1, number))};
}

std::uint64_t partition_workspace(const Decision& decision, std::uint64_t samples) noexcept {
    const std::uint64_t queues = std::uint64_t{decision.work_groups} * decision.partitions;
    const auto flat = numbers_per_queue(decision, samples);
    const auto room = rounded_up(flat + flat / 16 + line, line);
    return std::min(decision.workspace_bytes,
                    head_bytes(decision.work_groups, decision.partitions) + room * queues * number_bytes);
}

namespace {

/// Minimum samples of a round for which partitions pay off. With this number, flat samples take about 70 % of
/// the time that they take with hot bins, and skewed samples take 7 to 8 us more than with hot bins (H100,
/// docs/notes/gpu.md).
constexpr std::uint64_t min_samples = std::uint64_t{1} << 22U;

/// With this number of windows, local_windowed is as fast, for any samples (H200).
constexpr std::uint64_t windows_instead = 3;

/// The usual number of partitions is large enough to avoid conflicts between lanes. There are fewer
/// partitions if their buffers would not fit in local memory, and more if the counters of one partition would
/// not fit there, or if a number would not fit in 16 bits.
constexpr std::uint32_t usual_partitions = 128;
constexpr std::uint32_t max_partitions = 1024;
constexpr std::uint32_t min_work_group = 32;

/// The minimum work-group size for the default choice. A compute unit has local memory for only one group.
/// With a smaller group it would run only one or two of the tens of waves that it can hold
/// (docs/notes/foreign.md). Groups of 1024 were measured (H200).
constexpr std::uint32_t usual_work_group = 256;

std::uint64_t counter_bytes(const Request& request, std::uint32_t partitions) noexcept {
    return sizeof(std::uint32_t) << partition_bits(request.problem.counters(), partitions);
}

/// Maximum number of samples of a slice, the part of a job that is sorted into queues in one or more rounds.
std::uint64_t max_launch_samples(const Request& request, const Decision& decision) noexcept {
    const auto& problem = request.problem;
    const auto elements = problem.max_samples != 0
                              ? std::min(problem.max_samples, decision.samples_per_launch)
                              : decision.samples_per_launch;
    return elements * (problem.joint ? 1 : problem.axes.size());
}

Proposal propose_partitioned(const Request& request, Decision draft) {
    const auto& [device, problem, options] = request;
    if (!has_plain_rows(problem)) return Refusal{"supports one histogram without weights"};
    if (options.replicas > 1U) return Refusal{"one counter per bin: no replicas"};
    draft.slots = hot_bin_slots(device);
    if (draft.slots < 2)
        return refuse("needs 16 B of local memory for hot bins, the device has ", max_local_memory(device),
                      " B");
    const auto most = max_local_memory(device);
    draft.partitions = usual_partitions;
    while (partition_local_bytes(min_work_group, draft.partitions) > most &&
           draft.partitions > min_partitions)
        draft.partitions /= 2;
    const auto number_bits = [&problem = problem, &draft] {
        return partition_bits(problem.counters(), draft.partitions);
    };
    while ((counter_bytes(request, draft.partitions) > most || number_bits() > max_partition_bits) &&
           draft.partitions < max_partitions)
        draft.partitions *= 2;
    if (number_bits() > max_partition_bits)
        return refuse("counts up to ", max_partitions, " partitions of 2^", max_partition_bits, " bins, not ",
                      problem.counters(), " bins");
    if (const auto needed = counter_bytes(request, draft.partitions); needed > most)
        return refuse("needs ", needed, " B of local memory for a partition, the device has ", most, " B");

    auto preferred = std::bit_floor(std::min(1024U, device.max_work_group_size));
    while (preferred > min_work_group &&
           partition_local_bytes(preferred, draft.partitions) > local_share(device))
        preferred /= 2;
    draft.work_group_size = work_group_size(request, preferred);
    if (draft.work_group_size < min_work_group || !std::has_single_bit(draft.work_group_size))
        return refuse("work-groups of ", draft.work_group_size, ": it takes a power of two from ",
                      min_work_group, " on");
    draft.branches = device.type == DeviceType::gpu;
    draft.local_bytes =
        std::max(partition_local_bytes(draft.work_group_size, draft.partitions), hot_bin_local_bytes(draft));
    draft.reason = concat("nearly flat samples queue up by ", draft.partitions, " partitions of ",
                          counted(draft.window_bins, "bin"));

    LaunchTraits traits{.groups_per_unit = 1, .coarsening = 8, .private_counts = PrivateCounts::spilling};
    const std::uint64_t words = look_counters(draft) + counter_bytes(request, draft.partitions) / 4 +
                                3 * draft.slots + 2 * std::uint64_t{problem.counters()};
    const std::uint64_t own = draft.partitions * 32 / draft.work_group_size + 1;
    traits.fixed_iterations = words / draft.work_group_size + 16 * own;
    auto proposal = complete(request, std::move(draft), traits);
    auto* const decision = std::get_if<Decision>(&proposal);
    if (decision == nullptr) return proposal;
    decision->workspace_bytes = limit_of_queues(device, options);
    if (rounds(*decision, decision->workspace_bytes, 1).room == 0)
        return refuse("needs more workspace for its queues, the limit is ", decision->workspace_bytes, " B");
    decision->workspace_bytes = partition_workspace(*decision, max_launch_samples(request, *decision));
    decision->min_samples = options.variant ? 0 : min_samples;
    return proposal;
}

std::optional<Refusal> partitioned_objection(const Request& request) {
    if (request.device.type != DeviceType::gpu) return Refusal{"a CPU caches all counters by itself"};
    const auto in_windows = windows_instead * max_local_memory(request.device) / sizeof(std::uint32_t);
    if (request.problem.counters() <= in_windows)
        return refuse("up to ", in_windows, " bins, ", windows_instead,
                      " windows of local memory are as fast whatever the samples");
    Decision draft;
    draft.window_bins = request.problem.counters();
    const auto proposal = propose_partitioned(request, std::move(draft));
    const auto* const decision = std::get_if<Decision>(&proposal);
    if (decision == nullptr) return std::nullopt;
    if (decision->work_group_size < usual_work_group)
        return refuse("work-groups of ", decision->work_group_size,
                      " are all that fit local memory: fewer than ", usual_work_group,
                      " leave compute units idle");
    const auto most = max_launch_samples(request, *decision);
    const auto number = rounds(*decision, decision->workspace_bytes, most).number;
    if (most / number < min_samples)
        return refuse("rounds of ", most / number, " samples: fewer than ", min_samples, " do not pay off");
    return std::nullopt;
}

} // namespace

const Implementation partitioned{.variant = Variant::partitioned,
                                 .propose = propose_partitioned,
                                 .objection = partitioned_objection,
                                 .shared_kernel = "hot_bins",
                                 .other_kernel = "count_partitions",
                                 .kernel = "histogram_in_rounds",
                                 .counts_directly = true};

} // namespace histo_cl::detail
