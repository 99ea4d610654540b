#include "variants/launch.hpp"

#include <algorithm>
#include <limits>

namespace histo_cl::detail {
namespace {

constexpr std::uint64_t most_samples_per_launch = 1ULL << 31U;
constexpr std::uint32_t most_windows = 65535; // what every device takes as second dimension of a launch

std::uint32_t narrowed(std::uint64_t value) noexcept {
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(value, std::numeric_limits<std::uint32_t>::max()));
}

} // namespace

std::uint32_t work_group_size(const Request& request, std::uint32_t wish) noexcept {
    if (request.options.work_group_size != 0) return request.options.work_group_size;
    return std::max(1U, std::min(wish, request.device.max_work_group_size));
}

std::uint32_t replicas(const Request& request, std::uint32_t wish, std::uint64_t bytes_each,
                       std::uint64_t budget) noexcept {
    if (request.options.replicas != 0) return request.options.replicas;
    while (wish > 1 && wish * bytes_each > budget)
        wish /= 2;
    return std::max(1U, wish);
}

std::uint64_t local_budget(const DeviceProfile& device) noexcept {
    return device.vendor == Vendor::nvidia ? device.local_memory_bytes : device.local_memory_bytes / 2;
}

std::string bins_text(std::uint64_t bins) {
    return std::to_string(bins) + (bins == 1 ? " bin" : " bins");
}

Proposal complete(const Request& request, Decision draft, const LaunchWish& wish) {
    const auto& [device, problem, options] = request;
    const std::uint64_t bins = problem.bins();

    if (draft.work_group_size > device.max_work_group_size)
        return Refusal{"work-groups of " + std::to_string(draft.work_group_size) + ", the device allows " +
                       std::to_string(device.max_work_group_size)};
    if (draft.local_bytes > device.local_memory_bytes)
        return Refusal{"needs " + std::to_string(draft.local_bytes) + " B of local memory, the device has " +
                       std::to_string(device.local_memory_bytes) + " B"};
    if (draft.windows > most_windows)
        return Refusal{"needs " + std::to_string(draft.windows) + " windows, at most " +
                       std::to_string(most_windows) + " can be launched"};

    const auto unless = [](std::uint32_t knob, std::uint32_t otherwise) {
        return knob != 0 ? knob : otherwise;
    };
    draft.load_bytes = unless(options.load_bytes, 16);
    draft.coarsening = unless(options.coarsening, wish.coarsening);
    draft.partition = options.partition.value_or(wish.partition);
    draft.samples_per_launch =
        options.samples_per_launch != 0 ? options.samples_per_launch : most_samples_per_launch;
    draft.native_atomic64 = device.int64_atomics;
    draft.work_groups =
        unless(options.work_groups,
               std::max(1U, narrowed(std::uint64_t{device.compute_units} * wish.groups_per_unit)));
    if (problem.max_samples != 0)
        draft.work_groups = launched_groups(draft, std::min(problem.max_samples, draft.samples_per_launch));

    if (wish.private_counts == PrivateCounts::none) {
        if (options.merge.value_or(Merge::atomic) != Merge::atomic)
            return Refusal{"has no private counts to merge on the " + std::string(name(*options.merge))};
        draft.merge = Merge::atomic;
        return draft;
    }

    draft.merge = options.merge.value_or(wish.merge);
    if (wish.private_counts == PrivateCounts::on_chip && draft.merge == Merge::atomic) return draft;

    // A row of u32 for each work-group; fewer groups where they would not fit.
    const auto row = bins * sizeof(std::uint32_t);
    const auto limit = std::min(options.workspace_limit, device.max_allocation_bytes);
    const auto rows = limit / row;
    if (rows < (options.work_groups != 0 ? draft.work_groups : 1))
        return Refusal{"needs " + std::to_string(row * (options.work_groups != 0 ? draft.work_groups : 1)) +
                       " B of workspace, the limit is " + std::to_string(limit) + " B"};
    draft.work_groups = narrowed(std::min<std::uint64_t>(draft.work_groups, rows));
    draft.workspace_bytes = row * draft.work_groups;
    return draft;
}

} // namespace histo_cl::detail
