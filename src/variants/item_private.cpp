#include "core/integers.hpp"
#include "core/text.hpp"
#include "variants/counters.hpp"
#include "variants/draft.hpp"

#include <limits>

namespace histo_cl::detail {
namespace {

Proposal propose_item_private(const Request& request, Decision draft) {
    draft.work_group_size = work_group_size(request, 1);
    constexpr auto any_number = std::numeric_limits<std::uint32_t>::max();
    if (auto why = set_counted(request, why_no_values_of_blocks(request, any_number), true, draft))
        return *std::move(why);
    draft.replicas = tables(request, draft.window_bins, 0, draft.work_group_size);
    const auto tables = table_bytes(request.problem, draft.window_bins, draft.replicas);
    draft.local_bytes =
        saturating_add(saturating_multiply(tables, draft.work_group_size),
                       bytes_of_cells(request.problem, draft.count_values, merge_of_private_counts(request)));
    draft.reason = "each compute unit owns its tables of " + counted(request.problem.counters(), "bin");
    auto traits = item_traits(request);
    // Tables of sums that exceed local memory are kept in the workspace. For counts, item_packed is faster.
    if (draft.local_bytes > max_local_memory(request.device) &&
        (request.problem.weights.type || splits(request.problem)) && request.problem.batch == Batch::one) {
        if (draft.local_bytes / sizeof(std::uint32_t) > any_number)
            return refuse("needs ", draft.local_bytes, " B of tables, more than 32-bit indices reach");
        traits.groups_per_unit = 1;
        traits.private_counts = PrivateCounts::in_workspace;
        traits.row_bytes = draft.local_bytes;
        draft.local_bytes = 0;
    }
    if (request.device.type != DeviceType::cpu) traits.block_elements = 0;
    traits.fixed_iterations = saturating_multiply(3, tables / sizeof(std::uint32_t)) +
                              saturating_multiply(2, request.problem.counters());
    return complete(request, std::move(draft), traits);
}

/// Number of bins up to which 32-bit counters are as fast as the byte counters of item_packed, although these
/// take less space in the caches (measured: docs/notes/pocl.md).
constexpr std::uint32_t max_words = 8192;

std::optional<Refusal> item_private_objection(const Request& request) {
    if (request.device.type != DeviceType::cpu) return Refusal{"one work-item per table leaves a GPU idle"};
    if (request.problem.counters() > max_words && has_plain_rows(request.problem) &&
        elements_of_loops(request) != 0)
        return refuse("32-bit counters for more than ", counted(max_words, "bin"), " exceed the cache");
    return std::nullopt;
}

} // namespace

const Implementation item_private{.variant = Variant::item_private,
                                  .propose = propose_item_private,
                                  .objection = item_private_objection,
                                  .shared_kernel = "item_tables",
                                  .splits = true};

} // namespace histo_cl::detail
