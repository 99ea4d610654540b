#include "core/text.hpp"
#include "variants/counters.hpp"
#include "variants/draft.hpp"

namespace histo_cl::detail {
namespace {

Proposal propose_global_private(const Request& request, Decision draft) {
    if (request.options.knobs.replicas > 1U)
        return Refusal{"one copy of the bins per work-group: no replicas"};
    const bool cpu = request.device.type == DeviceType::cpu;
    draft.work_group_size = work_group_size(request, cpu ? 1 : 256);
    draft.reason = "a copy of the " + counted(request.problem.counters(), "bin") +
                   " for each work-group fits the workspace";
    LaunchTraits traits{.groups_per_unit = cpu ? 1U : 2U,
                        .coarsening = cpu ? 4096U : 64U,
                        .merge = Merge::device,
                        .private_counts = PrivateCounts::in_workspace};
    traits.fixed_iterations =
        2 * (private_bytes(request.problem) / sizeof(std::uint32_t) / draft.work_group_size + 1);
    if (cpu) traits.partition = Partition::contiguous;
    return complete(request, std::move(draft), traits);
}

// On a GPU, samples are counted in the copies by global atomics, as they would be in the caller's counters.
// In addition, each group's copy must be zeroed, cached and merged. So counting directly in the caller's
// counters is cheaper.
std::optional<Refusal> global_private_objection(const Request& request) {
    if (request.device.type == DeviceType::cpu) return std::nullopt;
    return Refusal{"its copies are counted by global atomics too, and must be zeroed and merged besides"};
}

} // namespace

const Implementation global_private{.variant = Variant::global_private,
                                    .propose = propose_global_private,
                                    .objection = global_private_objection,
                                    .splits = true};

} // namespace histo_cl::detail
