#include "counters.hpp"
#include "variants/launch.hpp"

namespace histo_cl::detail {
namespace {

/// Tables that stay in a core's nearest cache beside the samples; more tables than 16 gain nothing.
constexpr std::uint64_t nearest_cache = 16 * 1024;
constexpr std::uint32_t most_tables = 16;

Proposal propose(const Request& request) {
    const auto words = counter_words(request.problem);
    const auto table = private_bytes(request.problem);
    Decision draft;
    draft.variant = Variant::item_private;
    draft.work_group_size = work_group_size(request, 1);
    draft.replicas = replicas(request, most_tables, product(table, draft.work_group_size), nearest_cache);
    draft.window_bins = request.problem.counters();
    draft.local_bytes = product(product(table, draft.replicas), draft.work_group_size);
    draft.reason = "each compute unit owns its tables of " + bins_text(request.problem.counters());
    const auto own = product(std::uint64_t{request.problem.counters()} * words, draft.replicas);
    const LaunchWish wish{.groups_per_unit = 2,
                          .coarsening = 8192,
                          .partition = Partition::contiguous,
                          .fixed_iterations = product(3, own) + product(2, request.problem.counters())};
    return complete(request, std::move(draft), wish);
}

std::optional<Refusal> unsuited(const Request& request) {
    if (request.device.type == DeviceType::cpu) return std::nullopt;
    return Refusal{"one work-item a table leaves a GPU idle"};
}

} // namespace

const Implementation item_private{Variant::item_private, propose, unsuited};

} // namespace histo_cl::detail
