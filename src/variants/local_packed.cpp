#include "core/integers.hpp"
#include "core/text.hpp"
#include "variants/blocks.hpp"
#include "variants/draft.hpp"

#include <algorithm>
#include <bit>

namespace histo_cl::detail {
namespace {

constexpr std::uint64_t limit = 4096;                    // LIMIT of kernels/variants/local_packed.cl
constexpr std::uint64_t max_samples_per_counter = 65536; // the range of 16 bits

Proposal propose_local_packed(const Request& request, Decision draft) {
    if (request.problem.weights.type) return Refusal{"16 bits hold no sum of weights"};
    if (request.options.knobs.replicas > 1U)
        return Refusal{"packs counters to save local memory: no replicas"};
    constexpr std::uint64_t banks = 32;
    const auto words = (std::uint64_t{request.problem.counters()} + 1) / 2;

    draft.local_bytes = rounded_up(words, banks) * sizeof(std::uint32_t);
    draft.work_group_size = work_group_size_for_tables(request, draft.local_bytes);
    draft.reason = counted(draft.window_bins, "bin") + " fit local memory in 16 bits each";

    const auto samples = samples_per_load(request);
    const auto loads = (max_samples_per_counter - limit) / draft.work_group_size / samples;
    if (loads == 0)
        return refuse("16 bits do not hold the samples of a load of ", draft.work_group_size, " work-items");
    LaunchTraits traits{.coarsening = 16, .private_counts = PrivateCounts::spilling};
    traits.max_loads_in_flight =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(8, std::bit_floor(loads)));
    const auto local_words = draft.local_bytes / sizeof(std::uint32_t);
    traits.fixed_iterations =
        local_words / draft.work_group_size + draft.window_bins / draft.work_group_size + 4;
    return complete(request, std::move(draft), traits);
}

std::optional<Refusal> local_packed_objection(const Request& request) {
    if (request.device.type != DeviceType::cpu) return std::nullopt;
    return Refusal{"a CPU's local memory is no faster than other memory"};
}

/// Maximum number of elements that a work-item may count between two flushes, so that no 16-bit half of a
/// word overflows; see LIMIT in kernels/variants/local_packed.cl.
std::uint64_t local_packed_before_flush(const Decision& decision) {
    return (max_samples_per_counter - limit) / decision.work_group_size;
}

} // namespace

const Implementation local_packed{.variant = Variant::local_packed,
                                  .propose = propose_local_packed,
                                  .objection = local_packed_objection,
                                  .elements_before_flush = local_packed_before_flush,
                                  .carries_into_counts = true};

} // namespace histo_cl::detail
