#include "problem/binnings/even.hpp"

#include "core/exact.hpp"
#include "core/invalid.hpp"
#include "core/text.hpp"
#include "problem/binnings.hpp"
#include "problem/binnings/common.hpp"

#include <cmath>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

void check_even_bound(const char* which, const Number& bound, SampleType sample) {
    const auto given = concat(which, " bound ", bound);
    check_finite(given, bound, "even");
    if (bound.kind() != Number::Kind::f64) {
        if (is_float(sample)) check_within(given, bound.to_double(), sample);
        return;
    }
    if (is_float(sample)) return check_within(given, bound.f64(), sample);
    if (std::fabs(bound.f64()) > largest_integer_bound)
        invalid(given, ": the bounds of integer samples must lie within -2^64 and 2^64");
    const double scaled = std::ldexp(bound.f64(), fraction_bits);
    if (scaled != std::trunc(scaled))
        invalid(given,
                ": the bounds of integer samples must be multiples of 2^-20 (a whole number, or e.g. 0.5)");
}

} // namespace

std::string text(const EvenBins& bins) {
    return counted(bins.count, "even bin") + " over " + range_text(bins.lower, bins.upper);
}

void check(const EvenBins& bins, const Problem& problem) {
    check_count(bins.count);
    const auto sample = problem.sample;
    check_even_bound("lower", bins.lower, sample);
    check_even_bound("upper", bins.upper, sample);
    const auto range = range_text(bins.lower, bins.upper);
    if (!(bins.lower < bins.upper)) invalid("the range ", range, " is empty: lower must be less than upper");
    if (!is_float(sample)) return;
    const LinspaceEdges edge(bins, edge_type(problem));
    if (std::isfinite(edge.step()) && !(edge(0) < edge(bins.count)))
        invalid("the range ", range, " is empty: its bounds are the same ", edge_type(problem));
    check_step(range, bins.count, edge.step());
}

std::vector<double> edges_of(const EvenBins& bins, const Problem& problem) {
    if (is_float(problem.sample)) return float_edges(bins.count, LinspaceEdges(bins, edge_type(problem)));
    const auto lower = fixed_point(bins.lower);
    return integer_edges(bins.count, lower, fixed_point(bins.upper) - lower);
}

std::vector<Number> edge_numbers_of(const EvenBins& bins, const Problem& problem) {
    if (is_float(problem.sample)) return numbers(edges_of(bins, problem));
    const auto lower = fixed_point(bins.lower);
    return integer_edge_numbers(bins.count, lower, fixed_point(bins.upper) - lower);
}

std::optional<Ends> ends_of(const EvenBins& bins) {
    return Ends{bins.lower, bins.upper};
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
