#include "core/text.hpp"
#include "variants/compute_unit.hpp"
#include "variants/draft.hpp"

namespace histo_cl::detail {
namespace {

Proposal propose_hot_bin_cache(const Request& request, Decision draft) {
    if (request.problem.weights.type) return Refusal{"a slot counts samples: it holds no sum of weights"};
    if (request.options.knobs.replicas > 1U) return Refusal{"one table of slots per work-group: no replicas"};
    const auto slots = hot_bin_slots(request.device);
    if (slots < 2)
        return refuse("needs 16 B of local memory, the device has ", max_local_memory(request.device), " B");
    draft.slots = slots;
    draft.local_bytes = slots * slot_bytes;
    draft.work_group_size = work_group_size_for_tables(request, draft.local_bytes);
    draft.reason = concat("the first ", slots, " of ", counted(draft.window_bins, "bin"),
                          " seen are counted in local memory");
    LaunchTraits traits{.coarsening = 8, .private_counts = PrivateCounts::spilling};
    traits.fixed_iterations = 3 * (slots / draft.work_group_size + 1);
    return complete(request, std::move(draft), traits);
}

std::optional<Refusal> hot_bin_cache_objection(const Request& request) {
    if (request.device.type != DeviceType::cpu) return std::nullopt;
    return Refusal{"a CPU caches hot counters by itself"};
}

} // namespace

const Implementation hot_bin_cache{.variant = Variant::hot_bin_cache,
                                   .propose = propose_hot_bin_cache,
                                   .objection = hot_bin_cache_objection,
                                   .shared_kernel = "hot_bins",
                                   .counts_directly = true};

} // namespace histo_cl::detail
