#include "core/text.hpp"
#include "variants/blocks.hpp"
#include "variants/compute_unit.hpp"
#include "variants/counters.hpp"
#include "variants/draft.hpp"
#include "variants/partitions.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace histo_cl::detail {
namespace {

constexpr std::uint64_t line = 64; // LINE of kernels/engines/queues.cl

/// Words of local memory before the buffers: `filled` and `written` of kernels/variants/partitioned.cl.
constexpr std::uint64_t head_words(std::uint64_t partitions) noexcept {
    return 2 * partitions;
}

/// Bytes of the workspace before the queues; see partials_of() and queues_at() in kernels/engines/queues.cl.
constexpr std::uint64_t head_bytes(std::uint64_t groups, std::uint64_t partitions) noexcept {
    return (32 + rounded_up(16 + partitions * groups, 32)) * sizeof(std::uint32_t);
}

/// Bytes of a slot of the hot-bin cache: a tag, and a count or a local sum.
std::uint64_t hot_slot_bytes(const Problem& problem) noexcept {
    return (1 + words_per_local_sum(problem)) * sizeof(std::uint32_t);
}

/// Expected number of samples in a queue for a uniform distribution.
std::uint64_t numbers_per_queue(const Decision& decision, std::uint64_t samples) noexcept {
    return divided_up(samples, std::uint64_t{decision.work_groups} * decision.partitions);
}

} // namespace

std::uint32_t partition_bits(std::uint32_t counters, std::uint32_t partitions) noexcept {
    constexpr int min_bits = 3; // bits: a partition consists of whole runs of 8 bins
    const auto of_bins = static_cast<int>(std::bit_width(std::max(1U, counters) - 1));
    return static_cast<std::uint32_t>(std::max(min_bits, of_bins - std::countr_zero(partitions)));
}

std::uint32_t partition_buffer(const Problem& problem, std::uint32_t work_group_size,
                               std::uint32_t partitions) noexcept {
    const auto flat = std::uint64_t{work_group_size} * samples_before_flush(problem) / partitions;
    constexpr std::uint64_t step = 16;
    const auto room =
        problem.weights.type ? rounded_up(flat + flat / 4, step) : rounded_up(flat + flat / 2, line);
    return static_cast<std::uint32_t>(line + room);
}

std::uint64_t partition_local_bytes(const Problem& problem, std::uint32_t work_group_size,
                                    std::uint32_t partitions) noexcept {
    const auto buffers = std::uint64_t{partitions} * partition_buffer(problem, work_group_size, partitions);
    const auto queueing = head_words(partitions) * sizeof(std::uint32_t) + buffers * queued_bytes(problem);
    return std::max(queueing, std::uint64_t{look_counters(work_group_size)} * sizeof(std::uint32_t));
}

std::uint64_t hot_bin_local_bytes(const Problem& problem, const Decision& decision) noexcept {
    const auto before = decision.branches ? 0 : head_words(decision.partitions) * sizeof(std::uint32_t);
    return before + decision.slots * hot_slot_bytes(problem);
}

std::uint32_t look_counters(std::uint32_t work_group_size) noexcept {
    return 4 * samples_per_look * work_group_size;
}

Rounds rounds(const Problem& problem, const Decision& decision, std::uint64_t workspace_bytes,
              std::uint64_t samples) noexcept {
    const std::uint64_t groups = decision.work_groups;
    const auto head = head_bytes(groups, decision.partitions);
    if (workspace_bytes < head) return {};
    constexpr std::uint64_t max_room = std::uint64_t{1} << 30U;
    const auto room =
        std::min((workspace_bytes - head) / queued_bytes(problem) / (groups * decision.partitions),
                 max_room) /
        line * line;
    if (room == 0) return {};
    // For a uniform distribution, a round may have up to half a line more numbers per queue than there is
    // room for. Only few samples overflow then.
    const auto number = divided_up(numbers_per_queue(decision, samples), room + line / 2);
    return {static_cast<std::uint32_t>(room), static_cast<std::uint32_t>(std::max<std::uint64_t>(1, number))};
}

std::uint64_t partition_workspace(const Problem& problem, const Decision& decision,
                                  std::uint64_t samples) noexcept {
    const std::uint64_t queues = std::uint64_t{decision.work_groups} * decision.partitions;
    const auto flat = numbers_per_queue(decision, samples);
    const auto room = rounded_up(flat + flat / 16 + line, line);
    return std::min(decision.workspace_bytes, head_bytes(decision.work_groups, decision.partitions) +
                                                  room * queues * queued_bytes(problem));
}

namespace {

/// Minimum number of samples of a round for which partitions pay off. With this number, uniform samples take
/// about 70 % of the time that they take with hot_bin_cache, and skewed samples take 7 to 8 us longer than
/// with hot_bin_cache (H100, docs/notes/gpu.md).
constexpr std::uint64_t min_samples = std::uint64_t{1} << 22U;

/// Number of windows up to which local_windowed is as fast as partitions, for any samples (H200).
constexpr std::uint64_t windows_instead = 3;
/// The same for weights, whose private sums take two or four words each. If one window is enough,
/// local_atomic is chosen.
constexpr std::uint64_t windows_instead_of_sums = 2;

/// The usual number of partitions is large enough to avoid conflicts between lanes. There are fewer
/// partitions if their buffers would not fit in local memory. There are more if the counters of one partition
/// would not fit there, or if the number of a bin within its partition would not fit in 16 bits.
constexpr std::uint32_t usual_partitions = 128;
constexpr std::uint32_t max_partitions = 1024;
constexpr std::uint32_t min_work_group = 32;

/// Minimum work-group size with which this variant may be chosen by default. A compute unit has local memory
/// for only one group. If this group were smaller, the unit would run only one or two of the tens of waves
/// that it can hold (docs/notes/foreign.md). Groups of 1024 were measured (H200).
constexpr std::uint32_t usual_work_group = 256;

/// The preferred work-group size. With weights, two groups of 512 took up to 9 % longer (H100).
constexpr std::uint32_t preferred_work_group = 1024;

/// Bytes of local memory in which the queues of a partition are counted.
std::uint64_t counter_bytes(const Problem& problem, std::uint32_t partitions) noexcept {
    return words_per_local_sum(problem) * sizeof(std::uint32_t)
           << partition_bits(problem.counters(), partitions);
}

/// Number of slots of the hot-bin cache. With weights, the slots take at most as much local memory as the
/// queues, because more would leave room for fewer work-groups.
std::uint32_t hot_slots(const Request& request, const Decision& draft) noexcept {
    const auto& problem = request.problem;
    const auto slots = hot_bin_slots(request.device);
    if (!problem.weights.type) return slots;
    const auto bytes = partition_local_bytes(problem, draft.work_group_size, draft.partitions);
    return std::min(slots, static_cast<std::uint32_t>(std::bit_floor(bytes / hot_slot_bytes(problem))));
}

/// Number of vectors that a work-item loads at once. With weights, these are the vectors of two blocks, or of
/// one block if two would have more samples than fit in the buffers between two flushes. Four blocks were 4 %
/// faster for 65,536 bins, and 7 % slower for 10^6 (H100).
std::uint32_t vectors_in_flight_of(const Request& request) noexcept {
    constexpr std::uint32_t usual = 4;
    constexpr std::uint32_t blocks_with_weights = 2;
    const auto& problem = request.problem;
    if (!problem.weights.type) return usual;
    const auto vectors = vectors_per_block(
        problem, request.options.knobs.load_bytes.value_or(has_wide_loads(problem) ? 16 : 1));
    const auto samples = samples_per_load(request) * (problem.joint ? 1 : problem.axes.size());
    const auto loads =
        std::clamp<std::uint64_t>(samples_before_flush(problem) / samples, 1, blocks_with_weights);
    return static_cast<std::uint32_t>(loads) * vectors;
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
    if (is_extreme(problem)) return refuse("sums queued weights: it keeps no ", extremes_or_sums(problem));
    if (problem.batch != Batch::one) return Refusal{"supports one histogram, not a batch"};
    if (problem.counters_per_cell() > 1)
        return Refusal{"counts elements or sums one weight, not several sums per bin"};
    if (options.knobs.replicas > 1U) return Refusal{"one counter per bin: no replicas"};
    const auto max_bytes = max_local_memory(device);
    draft.partitions = usual_partitions;
    while (partition_local_bytes(problem, min_work_group, draft.partitions) > max_bytes &&
           draft.partitions > min_partitions)
        draft.partitions /= 2;
    const auto number_bits = [&problem = problem, &draft] {
        return partition_bits(problem.counters(), draft.partitions);
    };
    while ((counter_bytes(problem, draft.partitions) > max_bytes || number_bits() > max_partition_bits) &&
           draft.partitions < max_partitions)
        draft.partitions *= 2;
    if (number_bits() > max_partition_bits)
        return refuse("counts up to ", max_partitions, " partitions of 2^", max_partition_bits, " bins, not ",
                      problem.counters(), " bins");
    if (const auto needed = counter_bytes(problem, draft.partitions); needed > max_bytes)
        return refuse("needs ", needed, " B of local memory for a partition, the device has ", max_bytes,
                      " B");

    auto preferred = std::bit_floor(std::min(preferred_work_group, device.max_work_group_size));
    while (preferred > min_work_group &&
           partition_local_bytes(problem, preferred, draft.partitions) > local_share(device))
        preferred /= 2;
    draft.work_group_size = work_group_size(request, preferred);
    if (draft.work_group_size < min_work_group || !std::has_single_bit(draft.work_group_size))
        return refuse("work-groups of ", draft.work_group_size, ": it takes a power of two from ",
                      min_work_group, " on");
    draft.branches = device.type == DeviceType::gpu;
    draft.slots = hot_slots(request, draft);
    if (draft.slots < 2)
        return refuse("needs ", 2 * hot_slot_bytes(problem),
                      " B of local memory for hot bins, the device has ", max_bytes, " B");
    draft.local_bytes = std::max(partition_local_bytes(problem, draft.work_group_size, draft.partitions),
                                 hot_bin_local_bytes(problem, draft));
    draft.reason = concat("samples whose distribution is nearly flat are queued by ", draft.partitions,
                          " partitions of ", counted(draft.window_bins, "bin"));

    LaunchTraits traits{.groups_per_unit = problem.weights.type ? 0U : 1U, // 0: as many as are resident
                        .coarsening = 8,
                        .vectors_in_flight = vectors_in_flight_of(request),
                        .private_counts = PrivateCounts::spilling};
    const std::uint64_t words = look_counters(draft.work_group_size) +
                                counter_bytes(problem, draft.partitions) / 4 + 5 * draft.slots +
                                2 * std::uint64_t{problem.counters()};
    const std::uint64_t own = draft.partitions * 32 / draft.work_group_size + 1;
    traits.fixed_iterations = words / draft.work_group_size + 16 * own;
    auto proposal = complete(request, std::move(draft), traits);
    auto* const decision = std::get_if<Decision>(&proposal);
    if (decision == nullptr) return proposal;
    const auto limit = queues_limit(device, options);
    const auto sums = sizeof(std::uint32_t) * workspace_parts(problem, 1).partials;
    decision->workspace_bytes = limit - std::min(limit, sums);
    if (rounds(problem, *decision, decision->workspace_bytes, 1).room == 0)
        return refuse("needs more workspace for its queues, the limit is ", limit, " B");
    decision->workspace_bytes =
        partition_workspace(problem, *decision, max_launch_samples(request, *decision));
    decision->min_samples = options.knobs.variant ? 0 : min_samples;
    return proposal;
}

std::optional<Refusal> partitioned_objection(const Request& request) {
    if (request.device.type != DeviceType::gpu) return Refusal{"a CPU caches all counters by itself"};
    const auto& problem = request.problem;
    const auto windows = problem.weights.type ? windows_instead_of_sums : windows_instead;
    const auto bin_bytes = counter_words(problem) * sizeof(std::uint32_t);
    const auto in_windows = windows * max_local_memory(request.device) / bin_bytes;
    if (problem.counters() <= in_windows)
        return refuse("for up to ", in_windows, " bins, ", counted(windows, "window"),
                      " of local memory would be as fast as partitions, for any samples");
    Decision draft;
    draft.window_bins = problem.counters();
    const auto proposal = propose_partitioned(request, std::move(draft));
    const auto* const decision = std::get_if<Decision>(&proposal);
    if (decision == nullptr) return std::nullopt;
    if (decision->work_group_size < usual_work_group)
        return refuse("work-groups of ", decision->work_group_size,
                      " are all that fit local memory: fewer than ", usual_work_group,
                      " leave compute units idle");
    const auto max_samples = max_launch_samples(request, *decision);
    const auto number = rounds(problem, *decision, decision->workspace_bytes, max_samples).number;
    if (max_samples / number < min_samples)
        return refuse("rounds of ", max_samples / number, " samples: fewer than ", min_samples,
                      " do not pay off");
    return std::nullopt;
}

} // namespace

const Implementation partitioned{.variant = Variant::partitioned,
                                 .propose = propose_partitioned,
                                 .objection = partitioned_objection,
                                 .shared_kernel = "hot_bins",
                                 .kernel = "histogram_in_rounds",
                                 .counts_directly = true};

} // namespace histo_cl::detail
