#include "core/integers.hpp"
#include "core/text.hpp"
#include "variants/counters.hpp"
#include "variants/draft.hpp"

#include <algorithm>

namespace histo_cl::detail {
namespace {

/// Maximum number of windows. With more windows, reading the samples once per window costs too much. (H200,
/// f32: windows reach about 5000 GB/s divided by their number, for any samples. hot_bin_cache reaches 400
/// GB/s for uniform samples, and up to 3700 GB/s for skewed ones.)
constexpr std::uint32_t max_windows_by_default = 8;

Proposal propose_local_windowed(const Request& request, Decision draft) {
    const std::uint64_t bins = request.problem.counters();
    const std::uint64_t copies = request.options.knobs.replicas.value_or(1);
    const auto bin_bytes = sizeof(std::uint32_t) * copies * counter_words(request.problem);
    const auto max_bytes = max_local_memory(request.device);
    const auto rows = max_bytes / bin_bytes; // one row is for the spare bin
    if (rows < 2)
        return refuse("needs ", 2 * bin_bytes,
                      " B of local memory for a bin and a spare one, the device has ", max_bytes, " B");
    const auto fit = rows - 1;

    draft.replicas = static_cast<std::uint32_t>(copies);
    draft.windows = static_cast<std::uint32_t>(divided_up(bins, fit));
    // Windows of equal size.
    draft.window_bins = static_cast<std::uint32_t>(divided_up(bins, draft.windows));
    draft.local_bytes = sub_histogram_bytes(draft.window_bins, counter_words(request.problem), copies);
    draft.work_group_size = work_group_size_for_tables(request, draft.local_bytes);
    stretch_rows(request, draft);
    draft.reason = concat(counted(bins, "bin"), " in ", draft.windows, " windows of local memory");
    const LaunchTraits traits{
        .coarsening = 16, .vectors_in_flight = 8, .fixed_iterations = sub_histogram_iterations(draft)};
    return complete(request, std::move(draft), traits);
}

std::optional<Refusal> local_windowed_objection(const Request& request) {
    const auto proposal = propose_local_windowed(request, {});
    const auto* decision = std::get_if<Decision>(&proposal);
    if (decision == nullptr) return std::nullopt;
    if (decision->windows > max_windows_by_default)
        return refuse(decision->windows, " windows: each window reads all samples, and more than ",
                      max_windows_by_default, " do not pay");
    return std::nullopt;
}

} // namespace

const Implementation local_windowed{.variant = Variant::local_windowed,
                                    .propose = propose_local_windowed,
                                    .objection = local_windowed_objection,
                                    .shared_kernel = "sub_histogram",
                                    .spare_bin = "NO_BIN"};

} // namespace histo_cl::detail
