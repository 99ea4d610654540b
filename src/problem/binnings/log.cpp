#include "problem/binnings/log.hpp"

#include "core/invalid.hpp"
#include "problem/binnings.hpp"
#include "problem/binnings/common.hpp"

#include <cfloat>
#include <cmath>

namespace histo_cl::inline HISTO_CL_ABI::detail {

std::string text(const LogBins& bins) {
    return bins_text(bins.count, " logarithmic") + " over " + range_text(bins.lower, bins.upper);
}

void check(const LogBins& bins, const Problem& /*problem*/) {
    check_count(bins.count);
    check_finite("lower bound " + bins.lower.to_string(), bins.lower, "logarithmic");
    check_finite("upper bound " + bins.upper.to_string(), bins.upper, "logarithmic");
    const auto range = range_text(bins.lower, bins.upper);
    if (!(bins.lower > 0)) invalid("the range " + range + " of logarithmic bins: lower must be above 0");
    if (!(bins.lower < bins.upper))
        invalid("the range " + range + " is empty: lower must be less than upper");
    const auto given = "the range " + range + " in " + std::to_string(bins.count) + " logarithmic bins: ";
    if (!std::isfinite(bins.upper.to_double() / bins.lower.to_double()))
        invalid(given + "upper / lower is beyond the largest double, " + Number(DBL_MAX).to_string());
    const auto edges = log_edges(bins);
    for (std::size_t i = 1; i < edges.size(); ++i)
        if (!(edges[i - 1] < edges[i]))
            invalid(given + "edge " + std::to_string(i) + " (" + Number(edges[i]).to_string() +
                    ") does not rise above edge " + std::to_string(i - 1) + " (" +
                    Number(edges[i - 1]).to_string() + ") in double");
}

std::vector<double> edges_of(const LogBins& bins, const Problem& /*problem*/) {
    return log_edges(bins);
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
