#include "variants/item.hpp"

#include "counters.hpp"
#include "values.hpp"

namespace histo_cl::detail {

std::optional<Refusal> set_counted(const Request& request, std::uint32_t most_values, Decision& draft) {
    const auto& [device, problem, options] = request;
    const auto obstacle = [&]() -> std::string {
        if (auto why = no_values_because(problem); !why.empty()) return why;
        if (bytes(problem.sample) != 1) return "counts the values of bytes, not of wider samples";
        if (value_count(problem) > most_values)
            return "counts up to " + std::to_string(most_values) + " values, not " +
                   std::to_string(value_count(problem));
        if (elements_of_loops(request) == 0)
            return "counts the values of blocks where they lie, not in loads of so many bytes or in flight";
        return {};
    }();
    if (options.count_values.value_or(false) && !obstacle.empty()) return Refusal{obstacle};
    draft.count_values =
        options.count_values.value_or(obstacle.empty() && merge_of_private_counts(request) == Merge::atomic);
    draft.window_bins = draft.count_values ? value_count(problem) : problem.counters();
    return std::nullopt;
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
