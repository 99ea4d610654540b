#include "variants/draft.hpp"

namespace histo_cl::detail {
namespace {

Proposal propose_global_atomic(const Request& request, Decision draft) {
    if (request.options.knobs.replicas > 1U)
        return Refusal{"counts directly into the caller's counters: no replicas"};
    draft.work_group_size = work_group_size(request, request.device.type == DeviceType::cpu ? 1 : 256);
    draft.reason = "needs no memory but the counters, so it runs everywhere";
    LaunchTraits traits{.groups_per_unit = 8, .private_counts = PrivateCounts::none};
    if (request.device.type == DeviceType::cpu) traits.partition = Partition::contiguous;
    return complete(request, std::move(draft), traits);
}

} // namespace

const Implementation global_atomic{.variant = Variant::global_atomic,
                                   .propose = propose_global_atomic,
                                   .counts_directly = true,
                                   .splits = true};

} // namespace histo_cl::detail
