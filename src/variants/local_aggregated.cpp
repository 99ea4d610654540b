#include "variants/local.hpp"

namespace histo_cl::detail {
namespace {

Proposal propose(const Request& request) {
    return propose_sub_histograms(request, Variant::local_aggregated,
                                  bins_text(request.problem.counters()) +
                                      " fit local memory, runs of equal samples");
}

std::optional<Refusal> unsuited(const Request& /*request*/) {
    return Refusal{"pays only for long runs of equal samples, which nobody promised"};
}

} // namespace

const Implementation local_aggregated{Variant::local_aggregated, propose, unsuited, "sub_histogram"};

} // namespace histo_cl::detail
