#include "variants/item.hpp"

#include "counters.hpp"
#include "values.hpp"

namespace histo_cl::detail {

void set_counted(const Request& request, Decision& draft) {
    const auto& [device, problem, options] = request;
    draft.count_values = elements_of_loops(request) != 0 && bytes(problem.sample) == 1 &&
                         merge_of_private_counts(request) == Merge::atomic &&
                         no_values_because(problem).empty() && options.count_values.value_or(true);
    draft.window_bins = draft.count_values ? value_count(problem) : problem.counters();
}

std::uint64_t table_bytes(const Problem& problem, std::uint32_t cells) noexcept {
    return (std::uint64_t{cells} + 1) * counter_words(problem) * sizeof(std::uint32_t);
}

LaunchWish item_wish(const Request& request) noexcept {
    return {.groups_per_unit = 2,
            .coarsening = 8192,
            .partition = Partition::contiguous,
            .block_elements = elements_of_loops(request)};
}

std::optional<Refusal> no_blocks_because(const Request& request) {
    const auto& [device, problem, options] = request;
    if (problem.weights) return Refusal{"a byte counts to 255: it holds no sum of weights"};
    if (options.replicas > 1 || options.work_group_size > 1)
        return Refusal{"each work-group is one work-item with one set of counters"};
    if (device.loop_limit != 0)
        return Refusal{"counts blocks by loops, which the driver stops after " +
                       std::to_string(device.loop_limit) + " iterations"};
    if (elements_of_loops(request) == 0)
        return Refusal{"counts blocks where they lie, not in loads of so many bytes or in flight"};
    return std::nullopt;
}

} // namespace histo_cl::detail
