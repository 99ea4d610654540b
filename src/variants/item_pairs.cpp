#include "variants/item.hpp"

namespace histo_cl::detail {
namespace {

constexpr std::uint32_t most_cells = 256; // a cell and the next make a pair's number below 2^16

/// The bytes of the pairs, in words; see kernels/item_pairs.cl.
std::uint64_t pair_bytes(std::uint64_t cells) {
    return ((cells + 1) * (cells + 2) / 2 + 3) / 4 * 4;
}

Proposal propose(const Request& request) {
    if (auto why = no_blocks_because(request)) return *std::move(why);
    Decision draft;
    draft.variant = Variant::item_pairs;
    if (auto why = set_counted(request, most_cells, draft)) return *std::move(why);
    if (draft.window_bins > most_cells)
        return Refusal{"pairs of up to " + bins_text(most_cells) + ", not of " +
                       bins_text(draft.window_bins)};
    const auto table = table_bytes(request.problem, draft.window_bins);
    draft.replicas = replicas(request, most_tables, table, nearest_cache);
    draft.local_bytes = table * draft.replicas + pair_bytes(draft.window_bins);
    draft.reason = "pairs of " + bins_text(draft.window_bins) + " fit a core's nearest cache";
    return complete(request, std::move(draft), item_wish(request));
}

std::optional<Refusal> unsuited(const Request& request) {
    if (request.device.type != DeviceType::cpu) return Refusal{"one work-item a table leaves a GPU idle"};
    if (bytes(request.problem.sample) > 2)
        return Refusal{"samples of more than two bytes come no faster than they are counted one by one"};
    return std::nullopt;
}

} // namespace

const Implementation item_pairs{Variant::item_pairs, propose, unsuited, "item_tables"};

} // namespace histo_cl::detail
