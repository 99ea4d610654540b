#include "core/text.hpp"
#include "policy/counters.hpp"
#include "policy/draft.hpp"
#include "policy/partitions.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

/// Samples of a launch from which partitions pay: a look and two launches more, of some microseconds each
/// (H200).
constexpr std::uint64_t least_samples = std::uint64_t{1} << 23U;

/// So few windows are faster (H200).
constexpr std::uint64_t most_windows_instead = 3;

/// Enough to keep lanes apart; fewer where their buffers would not fit local memory, more where their
/// counters would not.
constexpr std::uint32_t usual_partitions = 128;
constexpr std::uint32_t most_partitions = 1024;
constexpr std::uint32_t least_work_group = 32;

std::uint64_t counter_bytes(const Request& request, std::uint32_t partitions) noexcept {
    return sizeof(std::uint32_t) << partition_bits(request.problem.counters(), partitions);
}

/// What counts if the samples are skewed: hot_bin_cache, as the device likes it best.
Proposal instead(const Request& request) {
    Options options;
    options.samples_per_launch = request.options.samples_per_launch;
    Decision draft;
    draft.variant = Variant::hot_bin_cache;
    draft.window_bins = request.problem.counters();
    return hot_bin_cache.propose({request.device, request.problem, options}, std::move(draft));
}

Proposal propose_partitioned(const Request& request, Decision draft) {
    const auto& [device, problem, options] = request;
    if (!has_plain_rows(problem)) return Refusal{"queues up samples of one histogram, no batch and no weights"};
    if (options.replicas > 1U) return Refusal{"one counter a bin: no replicas"};
    const auto most = most_local_memory(device);
    draft.partitions = usual_partitions;
    while (partition_local_bytes(least_work_group, draft.partitions) > most && draft.partitions > 1)
        draft.partitions /= 2;
    while (counter_bytes(request, draft.partitions) > most && draft.partitions < most_partitions)
        draft.partitions *= 2;
    if (const auto needed = counter_bytes(request, draft.partitions); needed > most)
        return refuse("needs ", needed, " B of local memory for a partition, the device has ", most, " B");

    auto preferred = std::bit_floor(std::min(1024U, device.max_work_group_size));
    while (preferred > least_work_group && partition_local_bytes(preferred, draft.partitions) > local_share(device))
        preferred /= 2;
    draft.work_group_size = work_group_size(request, preferred);
    if (draft.work_group_size < least_work_group || !std::has_single_bit(draft.work_group_size))
        return refuse("work-groups of ", draft.work_group_size, ": it takes a power of two from ", least_work_group, " on");
    draft.local_bytes = partition_local_bytes(draft.work_group_size, draft.partitions);
    draft.reason = concat("flat samples queue up by ", draft.partitions, " partitions of ",
                          counted(draft.window_bins, "bin"));

    auto otherwise = instead(request);
    if (auto* const why = std::get_if<Refusal>(&otherwise)) return std::move(*why);
    LaunchTraits traits{.groups_per_unit = 1, .coarsening = 1, .private_counts = PrivateCounts::spilling};
    const std::uint64_t own = draft.partitions * 32 / draft.work_group_size + 1;
    traits.fixed_iterations = (look_counters(draft) + counter_bytes(request, draft.partitions) / 4) / draft.work_group_size + 16 * own;
    auto proposal = complete(request, std::move(draft), traits);
    auto* const decision = std::get_if<Decision>(&proposal);
    if (decision == nullptr) return proposal;
    const auto limit = std::min(options.workspace_limit, device.max_allocation_bytes) / 8 * 8;
    decision->workspace_bytes = limit;
    decision->workspace_bytes = partition_workspace(*decision, decision->samples_per_launch * problem.axes.size());
    if (rounds(*decision, decision->workspace_bytes, 1).room == 0)
        return refuse("needs more workspace for its queues, the limit is ", limit, " B");
    decision->least_samples = options.variant ? 0 : least_samples;
    decision->if_skewed.push_back(std::get<Decision>(std::move(otherwise)));
    decision->if_skewed.front().after_look = true;
    return proposal;
}

std::optional<Refusal> partitioned_unsuited(const Request& request) {
    const auto& [device, problem, options] = request;
    if (device.type != DeviceType::gpu) return Refusal{"a CPU caches all counters by itself"};
    if (problem.max_samples != 0 && problem.max_samples < least_samples)
        return refuse("up to ", problem.max_samples, " samples: fewer than ", least_samples, " are not worth queues");
    const auto bins = std::uint64_t{problem.counters()};
    const auto of_a_window = most_local_memory(device) / sizeof(std::uint32_t);
    if (bins <= most_windows_instead * of_a_window)
        return refuse(counted(bins, "bin"), " fit ", most_windows_instead, " windows, which are faster");
    return std::nullopt;
}

constexpr std::array<std::string_view, 2> other_kernels{"look", "count_partitions"};

} // namespace

const Implementation partitioned{.variant = Variant::partitioned,
                                 .propose = propose_partitioned,
                                 .unsuited = partitioned_unsuited,
                                 .other_kernels = other_kernels};

} // namespace histo_cl::inline HISTO_CL_ABI::detail
