#include "core/integers.hpp"
#include "core/text.hpp"
#include "variants/counters.hpp"
#include "variants/draft.hpp"

#include <algorithm>

namespace histo_cl::detail {
namespace {

/// Number of bytes of a work-group's row, with or without words for carries; see
/// kernels/variants/item_packed.cl.
std::uint64_t bytes_of_row(std::uint64_t bins, bool carry_words) {
    const auto bytes = rounded_up(bins + 1, 64);
    return carry_words ? bytes * (1 + sizeof(std::uint32_t)) : bytes;
}

Proposal propose_item_packed(const Request& request, Decision draft) {
    if (auto why = why_no_blocks(request)) return *std::move(why);
    const auto& [device, problem, options] = request;
    if (problem.batch != Batch::one) return Refusal{"counts one histogram in its bytes, not a batch"};
    if (options.knobs.merge == Merge::host || options.knobs.merge == Merge::last_group)
        return refuse("merges its bytes by atomics or on the device, not by merge ", *options.knobs.merge);
    draft.reason = "each compute unit owns a byte for each of " + counted(draft.window_bins, "bin");
    auto traits = item_traits(request);
    traits.groups_per_unit = 1;
    traits.merge = Merge::device;
    traits.private_counts = PrivateCounts::in_workspace;
    const auto groups = options.knobs.work_groups.value_or(device.compute_units);
    const auto with_words = bytes_of_row(draft.window_bins, true);
    const bool fit = saturating_multiply(with_words, groups) <= counts_limit(device, options);
    traits.row_bytes = fit ? with_words : bytes_of_row(draft.window_bins, false);
    return complete(request, std::move(draft), traits);
}

std::optional<Refusal> item_packed_objection(const Request& request) {
    if (request.device.type == DeviceType::cpu) return std::nullopt;
    return Refusal{"one work-item per table leaves a GPU idle"};
}

} // namespace

const Implementation item_packed{.variant = Variant::item_packed,
                                 .propose = propose_item_packed,
                                 .objection = item_packed_objection,
                                 .has_own_rows = true,
                                 .carries_into_counts = true};

} // namespace histo_cl::detail
