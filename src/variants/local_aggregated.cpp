#include "core/text.hpp"
#include "variants/draft.hpp"

namespace histo_cl::detail {
namespace {

Proposal propose_local_aggregated(const Request& request, Decision draft) {
    draft.reason = counted(draft.window_bins, "bin") + " fit local memory, runs of equal samples";
    return propose_sub_histograms(request, std::move(draft));
}

std::optional<Refusal> local_aggregated_objection(const Request& /*request*/) {
    return Refusal{"pays off only for long runs of equal samples, which are not expected"};
}

} // namespace

const Implementation local_aggregated{.variant = Variant::local_aggregated,
                                      .propose = propose_local_aggregated,
                                      .objection = local_aggregated_objection,
                                      .shared_kernel = "sub_histogram",
                                      .spare_bin = "WINDOW_BINS"};

} // namespace histo_cl::detail
