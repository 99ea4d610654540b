#include "core/text.hpp"
#include "problem/rule/bin_rule.hpp"
#include "variants/counters.hpp"
#include "variants/draft.hpp"

#include <algorithm>

namespace histo_cl::detail {
namespace {

/// Whether counting by value is faster. It is faster for bytes, because 256 values leave room for replicas.
/// It is also faster for wider samples with at most half as many values as counters, if the values fit in
/// local memory. It is not faster on CPUs, nor for batches, where work-groups can store counts of bins, but
/// not of values. It requires a merge by atomics or by the last group.
bool values_pay(const Request& request) {
    if (request.device.type == DeviceType::cpu) return false; // binning costs a CPU no more than a lookup
    if (request.problem.batch != Batch::one) return false;
    const auto merge = merge_of_private_counts(request);
    if (merge != Merge::atomic && merge != Merge::last_group) return false;
    return bytes(request.problem.sample) == 1 ||
           value_count(request.problem) * sizeof(std::uint32_t) <=
               std::min<std::uint64_t>(max_local_memory(request.device), private_bytes(request.problem) / 2);
}

Proposal propose_local_atomic(const Request& request, Decision draft) {
    draft.reason = counted(draft.window_bins, "bin") + " fit local memory";
    const auto obstacle = why_no_values(request.problem);
    if (auto why = set_counted(request, obstacle, obstacle.empty() && values_pay(request), draft))
        return *std::move(why);
    if (draft.count_values)
        draft.reason = concat(draft.window_bins, " values fit local memory, and make ",
                              counted(request.problem.counters(), "bin"));
    return propose_sub_histograms(request, std::move(draft));
}

} // namespace

const Implementation local_atomic{.variant = Variant::local_atomic,
                                  .propose = propose_local_atomic,
                                  .shared_kernel = "sub_histogram",
                                  .spare_bin = "WINDOW_BINS",
                                  .splits = true};

} // namespace histo_cl::detail
