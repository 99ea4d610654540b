#include "policy/item.hpp"

#include "binning/values.hpp"
#include "core/saturating.hpp"
#include "core/text.hpp"
#include "policy/counters.hpp"

#include <algorithm>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

/// What interleaved tables may take: beyond a core's nearest cache, because they are for samples in few bins,
/// which use little of it (measured: docs/notes/pocl.md). More tables than 16 gain nothing.
constexpr std::uint64_t room_for_tables = 66 * 1024;
constexpr std::uint32_t most_tables = 16;

/// Why no values can be counted here; empty if they can.
std::string no_values_of_blocks_because(const Request& request, std::uint32_t most_values) {
    const auto& [device, problem, options] = request;
    if (auto why = no_values_because(problem); !why.empty()) return why;
    if (options.merge == Merge::device || options.merge == Merge::host)
        return concat("adds values to their bins by atomics, not by merge ", *options.merge);
    if (bytes(problem.sample) != 1) return "counts the values of bytes, not of wider samples";
    if (value_count(problem) > most_values)
        return concat("counts up to ", most_values, " values, not ", value_count(problem));
    if (elements_of_loops(request) == 0)
        return "counts the values of blocks in place, which load_bytes, loads_in_flight above 1 or a "
               "loop limit rule out";
    return {};
}

} // namespace

std::optional<Refusal> set_counted(const Request& request, std::uint32_t most_values, Decision& draft) {
    const auto& [device, problem, options] = request;
    const auto obstacle = no_values_of_blocks_because(request, most_values);
    if (options.count_values.value_or(false) && !obstacle.empty()) return Refusal{obstacle};
    draft.count_values = options.count_values.value_or(obstacle.empty());
    draft.window_bins = draft.count_values ? value_count(problem) : problem.counters();
    return std::nullopt;
}

std::uint64_t table_bytes(const Problem& problem, std::uint32_t cells, std::uint32_t replicas) noexcept {
    const auto tables = std::uint64_t{replicas} + (replicas > 2 ? 2 : 0);
    return saturating_multiply((std::uint64_t{cells} + 1) * counter_words(problem) * sizeof(std::uint32_t),
                               tables);
}

std::uint32_t tables(const Request& request, std::uint32_t cells, std::uint64_t other_bytes,
                     std::uint32_t work_items) noexcept {
    if (const auto given = request.options.replicas) return *given;
    const auto room = most_local_memory(request.device);
    const auto bytes = [&](std::uint32_t replicas) {
        return saturating_multiply(table_bytes(request.problem, cells, replicas), work_items);
    };
    auto replicas = most_tables;
    while (replicas > 1 &&
           (replicas * bytes(1) > room_for_tables || saturating_add(bytes(replicas), other_bytes) > room))
        replicas /= 2;
    return replicas;
}

LaunchTraits item_traits(const Request& request) noexcept {
    return {.groups_per_unit = 2,
            .coarsening = 32768,
            .partition = Partition::contiguous,
            .block_elements = elements_of_loops(request)};
}

std::optional<Refusal> no_blocks_because(const Request& request) {
    const auto& [device, problem, options] = request;
    if (problem.weights) return Refusal{"a byte counts to 255: it holds no sum of weights"};
    if (options.replicas > 1U || options.work_group_size > 1U)
        return Refusal{"each work-group is one work-item with one set of counters"};
    if (device.loop_limit != 0)
        return refuse("counts blocks by loops, which the driver stops after ", device.loop_limit,
                      " iterations");
    if (elements_of_loops(request) == 0)
        return Refusal{"counts blocks in place, which load_bytes or loads_in_flight above 1 rule out"};
    return std::nullopt;
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
