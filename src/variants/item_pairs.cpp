#include "core/integers.hpp"
#include "core/text.hpp"
#include "variants/draft.hpp"

namespace histo_cl::detail {
namespace {

constexpr std::uint32_t max_cells = 256; // pairs of 256 cells take 33 KB, about the size of an L1 cache

/// Bytes of the counters of pairs, rounded up to words; see kernels/variants/item_pairs.cl.
std::uint64_t pair_bytes(std::uint64_t cells) {
    constexpr std::uint64_t spare_pairs = 64;
    return rounded_up((cells + 1) * (cells + 2) / 2 + spare_pairs, 4);
}

/// Maximum number of cells whose pairs and one table fit in local memory.
std::uint32_t max_cells_here(const Request& request) {
    const auto room = max_local_memory(request.device);
    auto cells = max_cells;
    while (cells > 1 && pair_bytes(cells) + table_bytes(request.problem, cells, 1) > room)
        --cells;
    return cells;
}

Proposal propose_item_pairs(const Request& request, Decision draft) {
    if (auto why = why_no_blocks(request)) return *std::move(why);
    const auto fitting_cells = max_cells_here(request);
    if (auto why = set_counted(request, why_no_values_of_blocks(request, fitting_cells), true, draft))
        return *std::move(why);
    if (draft.window_bins > fitting_cells)
        return refuse("pairs of up to ", counted(fitting_cells, "bin"), ", not of ",
                      counted(draft.window_bins, "bin"));
    draft.replicas = tables(request, draft.window_bins, pair_bytes(draft.window_bins));
    draft.local_bytes = table_bytes(request.problem, draft.window_bins, draft.replicas) +
                        pair_bytes(draft.window_bins) +
                        bytes_of_cells(request.problem, draft.count_values, merge_of_private_counts(request));
    draft.reason = "pairs of " + counted(draft.window_bins, "bin") + " fit a core's nearest cache";
    const auto traits = item_traits(request);
    return complete(request, std::move(draft), traits);
}

std::optional<Refusal> item_pairs_objection(const Request& request) {
    if (request.device.type != DeviceType::cpu) return Refusal{"one work-item per table leaves a GPU idle"};
    if (bytes(request.problem.sample) > 2)
        return Refusal{"samples wider than two bytes load no faster than they are counted one by one"};
    return std::nullopt;
}

} // namespace

const Implementation item_pairs{Variant::item_pairs, propose_item_pairs, item_pairs_objection, "item_tables"};

} // namespace histo_cl::detail
