#include "variants/draft.hpp"

#include "core/integers.hpp"
#include "core/text.hpp"
#include "problem/rule/bin_rule.hpp"
#include "variants/blocks.hpp"
#include "variants/compute_unit.hpp"
#include "variants/counters.hpp"

#include <algorithm>
#include <bit>

namespace histo_cl::detail {
namespace {

constexpr std::uint32_t usual_load_bytes = 16;
// In a part without rows, fewer elements than this are outside blocks.
constexpr std::uint64_t single_elements = 31;
constexpr std::uint64_t max_samples_per_launch = 1ULL << 31U;
constexpr std::uint32_t max_windows = 65535; // every device supports this as the second dimension of a launch

/// Checks the draft's work-group size, local memory and windows against the limits.
std::optional<Refusal> check_limits(const DeviceProfile& device, const Decision& draft) {
    if (draft.work_group_size > device.max_work_group_size)
        return refuse("work-groups of ", draft.work_group_size, ", the device allows ",
                      device.max_work_group_size);
    if (const auto max_bytes = max_local_memory(device); draft.local_bytes > max_bytes)
        return refuse("needs ", draft.local_bytes, " B of local memory, the device has ", max_bytes, " B");
    if (draft.windows > max_windows)
        return refuse("needs ", draft.windows, " windows, at most ", max_windows, " can be launched");
    return std::nullopt;
}

/// If the problem has ranks of 64 bits, checks that the device and the draft support them.
std::optional<Refusal> check_ranks(const Request& request, const Decision& draft) {
    if (!has_wide_ranks(request.problem)) return std::nullopt;
    if (!request.device.int64_atomics)
        return refuse("the ", extremes_or_sums(request.problem),
                      " of f64 weights need 64-bit atomics (cl_khr_int64_base_atomics), which ",
                      request.device.name, " does not have");
    if (draft.replicas > 1)
        return refuse("the words of 64-bit counters are adjacent: 1 replica, not ", draft.replicas);
    return std::nullopt;
}

/// Sets the merge, and the size of the workspace. If the workspace has a row for each work-group, reduces the
/// number of groups until their rows fit.
std::optional<Refusal> set_merge(const Request& request, const LaunchTraits& traits, Decision& draft) {
    const auto& [device, problem, options] = request;
    const auto not_by = [](Merge merge) { return concat(", not by merge ", merge); };
    const auto sums = sizeof(std::uint32_t) * workspace_parts(problem, 1).partials;
    const auto whole = counts_limit(device, options, sums_per_cell(problem));
    if (draft.partitions == 0 && sums > whole) // the sums of partitions are limited by queues_limit()
        return refuse("needs ", sums, " B of workspace for sums, the limit is ", whole, " B");
    if (traits.private_counts == PrivateCounts::none || traits.private_counts == PrivateCounts::spilling) {
        draft.merge = Merge::atomic;
        if (options.knobs.merge.value_or(Merge::atomic) == Merge::atomic) return std::nullopt;
        return refuse("adds to the caller's counters as it counts", not_by(*options.knobs.merge));
    }
    draft.merge = merge_of_private_counts(request);
    if (!options.knobs.merge && traits.merge && has_plain_rows(problem)) draft.merge = *traits.merge;
    if (draft.merge != Merge::atomic && !has_plain_rows(problem))
        return refuse("merges a batch and weights by atomics only", not_by(draft.merge));
    if (draft.count_values && (draft.merge == Merge::device || draft.merge == Merge::host))
        return refuse("adds values to their bins by atomics", not_by(draft.merge));
    if (draft.merge == Merge::last_group && !device.int64_atomics)
        return refuse("merging by the last group needs 64-bit atomics (cl_khr_int64_base_atomics), which ",
                      device.name, " does not have");
    if (traits.private_counts == PrivateCounts::on_chip && draft.merge == Merge::atomic) return std::nullopt;

    const auto limit = whole - std::min(whole, sums);
    const auto too_much = [=](std::uint64_t bytes) {
        return refuse("needs ", saturating_add(bytes, sums), " B of workspace, the limit is ", whole, " B");
    };
    if (traits.private_counts == PrivateCounts::on_chip && draft.merge == Merge::last_group) {
        draft.workspace_bytes = sums_bytes(problem);
        if (draft.workspace_bytes <= limit) return std::nullopt;
        return too_much(draft.workspace_bytes);
    }
    if (draft.merge == Merge::last_group)
        return refuse("keeps its private counts in the workspace", not_by(draft.merge));
    const auto row = traits.row_bytes != 0 ? traits.row_bytes : private_bytes(problem);
    const auto min_groups = options.knobs.work_groups ? draft.work_groups : 1;
    if (limit / row < min_groups) return too_much(row * min_groups);
    draft.work_groups = saturating_u32(std::min<std::uint64_t>(draft.work_groups, limit / row));
    draft.workspace_bytes = row * draft.work_groups;
    return std::nullopt;
}

/// Maximum number of vectors that a work-item loads at once. It is the variant's preference, but 1 on CPUs,
/// and 1 for batches on Intel's GPUs, because the loop over parts takes registers.
std::uint32_t vectors_in_flight(const Request& request, const LaunchTraits& traits) noexcept {
    if (request.device.type == DeviceType::cpu) return 1;
    if (is_intel_gpu(request.device) && request.problem.batch != Batch::one) return 1;
    return traits.vectors_in_flight;
}

/// Maximum number of loop iterations to find the cells of an element.
std::uint64_t iterations_to_find_cells(const Problem& problem) {
    if (splits(problem)) return 2 * max_cells_per_element(problem); // loops over the cells, nested by axis
    std::uint64_t sum = 0;
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        sum += max_iterations(problem, axis);
    return sum;
}

/// Keeps the loops of a work-item within the device's loop_limit: reduces the samples per work-item and per
/// launch, or refuses.
std::optional<Refusal> limit_loops(const Request& request, const LaunchTraits& traits, Decision& draft) {
    const std::uint64_t limit = request.device.loop_limit;
    if (limit == 0) return std::nullopt;
    const auto elements_per_load = samples_per_load(request);
    const auto search = iterations_to_find_cells(request.problem);
    // Iterations of the three loops over loads in flight, which the compiler may not unroll.
    const std::uint64_t unrolled = draft.loads_in_flight > 1 ? 7 : 0;
    // Mesa's compiler turns some branches into loops: branches in which a float weight is rounded (two
    // iterations for each amount were measured), and branches that add weights or skip indices beyond the
    // elements (four iterations for an element of four axes). Ranks of 64 bits and counters that saturate are
    // updated in a loop, which is repeated under contention.
    const auto amounts = max_cells_per_element(request.problem) * request.problem.counters_per_cell();
    const bool swaps = has_wide_ranks(request.problem) || saturates(request.problem.counter);
    const bool skips = request.problem.weights.type || request.problem.layout.indices;
    const std::uint64_t per_amount = swaps ? 16 : has_wide_sums(request.problem) ? 4 : skips ? 1 : 0;
    const auto branches = per_amount * amounts;
    const auto per_load = traits.iterations_per_load + unrolled + elements_per_load * (search + branches);
    const auto own_counters = request.problem.counters() / draft.work_group_size + 1;
    const auto merging = draft.merge == Merge::last_group ? 3 * own_counters + 9
                         : swaps                          ? 4 * own_counters + draft.work_groups
                                                          : draft.work_groups;
    const auto values =
        draft.count_values ? saturating_multiply(draft.window_bins / draft.work_group_size + 1, search) : 0;
    const auto fixed = traits.fixed_iterations + single_elements * (search + 1) + values + merging + 2;
    if (fixed + per_load > limit)
        return refuse("needs ", fixed + per_load, " loop iterations a work-item, the driver stops at ",
                      limit);
    // Maximum number of samples of one work-item. With rows, all elements may be outside blocks, so a load
    // may read only one element.
    const auto samples = (limit - fixed) / per_load * (request.problem.layout.rows ? 1 : elements_per_load);
    if (request.options.knobs.coarsening > samples)
        return refuse("can count ", samples, " samples per work-item before the driver stops its loops");
    draft.coarsening = saturating_u32(std::min<std::uint64_t>(draft.coarsening, samples));
    draft.samples_per_launch =
        std::min(draft.samples_per_launch,
                 saturating_multiply(samples, std::uint64_t{draft.work_group_size} * draft.work_groups));
    return std::nullopt;
}

} // namespace

Merge merge_of_private_counts(const Request& request) noexcept {
    const auto& [device, problem, options] = request;
    if (options.knobs.merge) return *options.knobs.merge;
    const auto counter_limit =
        device.type == DeviceType::cpu ? always_arriving_counters : max_arriving_counters;
    const bool small =
        problem.counters() <= counter_limit && sums_bytes(problem) <= counts_limit(device, options);
    return device.int64_atomics && small && has_plain_rows(problem) ? Merge::last_group : Merge::atomic;
}

std::uint64_t bytes_of_cells(const Problem& problem, bool count_values, Merge merge) noexcept {
    return count_values && merge == Merge::last_group ? private_bytes(problem) : 0;
}

std::uint64_t samples_per_load(const Request& request) noexcept {
    return elements_per_load(request.problem, request.options.knobs.load_bytes.value_or(usual_load_bytes));
}

std::optional<Refusal> set_counted(const Request& request, const std::string& obstacle, bool pays,
                                   Decision& draft) {
    const auto& [device, problem, options] = request;
    if (options.knobs.count_values.value_or(false) && !obstacle.empty())
        return refuse("cannot count by value: ", obstacle);
    draft.count_values = options.knobs.count_values.value_or(obstacle.empty() && pays);
    draft.window_bins = draft.count_values ? value_count(problem) : problem.counters();
    return std::nullopt;
}

std::uint32_t work_group_size(const Request& request, std::uint32_t preferred) noexcept {
    return request.options.knobs.work_group_size.value_or(
        std::max(1U, std::min(preferred, request.device.max_work_group_size)));
}

std::uint32_t replicas(const Request& request, std::uint32_t preferred, std::uint64_t bytes_each,
                       std::uint64_t budget) noexcept {
    if (const auto given = request.options.knobs.replicas) return *given;
    while (preferred > 1 && preferred * bytes_each > budget)
        preferred /= 2;
    return std::max(1U, preferred);
}

std::uint32_t elements_of_loops(const Request& request) noexcept {
    const auto& [device, problem, options] = request;
    if (options.knobs.load_bytes || options.knobs.loads_in_flight > 1U || device.loop_limit != 0) return 0;
    if (splits(problem)) return 128;
    return bytes(problem.sample) <= 2 ? 1024 : 256; // measured: docs/notes/pocl.md
}

std::uint32_t work_group_size_for_tables(const Request& request, std::uint64_t local_bytes) noexcept {
    return work_group_size_for_tables(request, local_bytes,
                                      request.device.vendor == Vendor::nvidia ? 512 : 256);
}

std::uint32_t work_group_size_for_tables(const Request& request, std::uint64_t local_bytes,
                                         std::uint32_t usual) noexcept {
    return work_group_size(request, is_half_full(request.device, usual, local_bytes) ? usual : 1024);
}

Proposal complete(const Request& request, Decision draft, const LaunchTraits& traits) {
    const auto& [device, problem, options] = request;
    if (auto why = check_ranks(request, draft)) return *std::move(why);
    if (auto why = check_limits(device, draft)) return *std::move(why);
    set_local_memory(device, problem, draft);

    if (options.knobs.count_values.value_or(false) && !draft.count_values)
        return Refusal{"counts bins, not values"};
    if (options.knobs.load_bytes > 1U && !has_wide_loads(problem))
        return refuse("loads of ", *options.knobs.load_bytes, " B: ",
                      problem.layout.image ? "the pixels of an image"
                      : splits(problem)    ? "elements that are split"
                                           : "elements with gaps between them",
                      " are loaded one by one");
    draft.load_bytes = has_wide_loads(problem) ? options.knobs.load_bytes.value_or(usual_load_bytes) : 1;
    const auto max_elements = std::max<std::uint32_t>(1, traits.max_bytes_per_item / bytes_read(problem));
    draft.coarsening = options.knobs.coarsening.value_or(std::min(traits.coarsening, max_elements));
    draft.partition = options.knobs.partition.value_or(traits.partition);
    if (options.knobs.loads_in_flight > traits.max_loads_in_flight)
        return refuse(*options.knobs.loads_in_flight, " loads in flight: its counters take ",
                      traits.max_loads_in_flight, " at most");
    draft.block_elements = traits.block_elements;
    if (draft.block_elements != 0) draft.load_bytes = 1;
    const auto vectors = vectors_per_block(problem, draft.load_bytes);
    const auto loads = vectors_in_flight(request, traits) / vectors;
    draft.loads_in_flight = options.knobs.loads_in_flight.value_or(
        std::bit_floor(std::clamp<std::uint32_t>(loads, 1, traits.max_loads_in_flight)));
    draft.samples_per_launch = options.samples_per_launch.value_or(max_samples_per_launch);
    draft.native_atomic64 = device.int64_atomics && takes_atomic64(problem);
    const auto a_unit = traits.groups_per_unit != 0
                            ? traits.groups_per_unit
                            : resident_groups(device, draft.work_group_size, draft.local_bytes);
    draft.work_groups = options.knobs.work_groups.value_or(
        std::max(1U, saturating_u32(std::uint64_t{compute_unit(device).units} * a_unit / draft.windows)));
    if (problem.max_samples != 0)
        draft.work_groups = launched_groups(draft, std::min(problem.max_samples, draft.samples_per_launch));

    if (auto why = set_merge(request, traits, draft)) return *std::move(why);
    if (auto why = limit_loops(request, traits, draft)) return *std::move(why);
    return draft;
}

} // namespace histo_cl::detail
