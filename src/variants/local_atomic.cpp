#include "counters.hpp"
#include "variants/local.hpp"

#include <algorithm>

namespace histo_cl::detail {

std::uint64_t sub_histogram_iterations(const Decision& draft) noexcept {
    const auto rounds = draft.window_bins / draft.work_group_size + 1;
    const auto zeroing = draft.local_bytes / sizeof(std::uint32_t) / draft.work_group_size + 1;
    return zeroing + std::uint64_t{rounds} * (1 + draft.replicas);
}

Proposal propose_sub_histograms(const Request& request, Variant variant, std::string reason) {
    const auto table = private_bytes(request.problem);
    Decision draft;
    draft.variant = variant;
    draft.work_group_size = work_group_size(request, request.device.vendor == Vendor::nvidia ? 512 : 256);
    // As many replicas as a wave has lanes keep lanes apart; more than 32, the usual number of banks, gain
    // nothing.
    const auto lanes = std::min(32U, std::max(1U, request.device.wave_width));
    draft.replicas = replicas(request, lanes, table, local_budget(request.device));
    draft.window_bins = request.problem.counters();
    draft.local_bytes = product(table, draft.replicas);
    draft.reason = std::move(reason);
    const LaunchWish wish{.fixed_iterations = sub_histogram_iterations(draft)};
    return complete(request, std::move(draft), wish);
}

namespace {

Proposal propose(const Request& request) {
    return propose_sub_histograms(request, Variant::local_atomic,
                                  bins_text(request.problem.counters()) + " fit local memory");
}

std::optional<Refusal> unsuited(const Request& /*request*/) {
    return std::nullopt;
}

} // namespace

const Implementation local_atomic{Variant::local_atomic, propose, unsuited, "sub_histogram"};

} // namespace histo_cl::detail
