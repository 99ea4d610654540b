#include "problem/binnings/log.hpp"

#include "core/text.hpp"
#include "problem/binnings.hpp"
#include "problem/binnings/common.hpp"
#include "problem/rule/bin_rule.hpp"
#include "problem/rule/thresholds.hpp"

namespace histo_cl::detail {

std::string text(const LogBins& bins) {
    return counted(bins.count, "logarithmic bin") + " over " + range_text(bins.lower, bins.upper);
}

void check(const LogBins& bins, const Problem& /*problem*/) {
    check_count(bins.count);
    check_finite("lower bound " + bins.lower.to_string(), bins.lower, "logarithmic");
    check_finite("upper bound " + bins.upper.to_string(), bins.upper, "logarithmic");
    const auto range = range_text(bins.lower, bins.upper);
    if (!(bins.lower > 0)) invalid("the range ", range, " of logarithmic bins: lower must be above 0");
    if (!(bins.lower < bins.upper)) invalid("the range ", range, " is empty: lower must be less than upper");
    const LogEdges edge(bins);
    if (edge.surely_rise()) return;
    const auto given = concat("the range ", range, " in ", bins.count, " logarithmic bins: ");
    for (std::uint32_t i = 1; i <= bins.count; ++i)
        if (!(edge(i - 1) < edge(i)))
            invalid(given, "edge ", i, " (", Number(edge(i)), ") does not rise above edge ", i - 1, " (",
                    Number(edge(i - 1)), ") in double");
}

std::vector<double> edges_of(const LogBins& bins, const Problem& /*problem*/) {
    return log_edges(bins);
}

BinRule rule_of(const LogBins& bins, const Problem& problem, bool /*doubles*/) {
    return searched(bins.count, LogEdges(bins), problem);
}

std::uint64_t iterations_of(const LogBins& bins, SampleType /*sample*/) noexcept {
    return search_iterations(bins.count);
}

} // namespace histo_cl::detail
