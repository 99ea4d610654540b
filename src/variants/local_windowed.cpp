#include "counters.hpp"
#include "variants/local.hpp"

#include <algorithm>

namespace histo_cl::detail {
namespace {

/// Above this, reading the samples once a window costs more than global atomics do (H200: 1879 GB/s at two
/// windows).
constexpr std::uint32_t most_windows_by_default = 4;

Proposal propose(const Request& request) {
    const std::uint64_t bins = request.problem.counters();
    const std::uint64_t copies = std::max(1U, request.options.replicas);
    const auto bin_bytes = sizeof(std::uint32_t) * copies * counter_words(request.problem);
    const auto fit = request.device.local_memory_bytes / bin_bytes;
    if (fit == 0) return Refusal{"no bin fits local memory, the device has 0 B"};

    Decision draft;
    draft.variant = Variant::local_windowed;
    draft.work_group_size = work_group_size(request, request.device.vendor == Vendor::nvidia ? 1024 : 256);
    draft.replicas = static_cast<std::uint32_t>(copies);
    draft.windows = static_cast<std::uint32_t>((bins + fit - 1) / fit);
    draft.window_bins = static_cast<std::uint32_t>((bins + draft.windows - 1) / draft.windows); // all alike
    draft.local_bytes = draft.window_bins * bin_bytes;
    draft.reason = bins_text(bins) + " in " + std::to_string(draft.windows) + " windows of local memory";
    const LaunchWish wish{
        .groups_per_unit = 2, .coarsening = 64, .fixed_iterations = sub_histogram_iterations(draft)};
    return complete(request, std::move(draft), wish);
}

std::optional<Refusal> unsuited(const Request& request) {
    const auto proposal = propose(request);
    const auto* decision = std::get_if<Decision>(&proposal);
    if (decision == nullptr) return std::nullopt;
    if (decision->windows > most_windows_by_default)
        return Refusal{std::to_string(decision->windows) +
                       " windows would read the samples as many times, more than " +
                       std::to_string(most_windows_by_default) + " do not pay"};
    return std::nullopt;
}

} // namespace

const Implementation local_windowed{Variant::local_windowed, propose, unsuited, "sub_histogram"};

} // namespace histo_cl::detail
