#include "problem/binnings/circular.hpp"

#include "core/exact.hpp"
#include "core/invalid.hpp"
#include "core/text.hpp"
#include "problem/binnings.hpp"
#include "problem/binnings/common.hpp"

#include <cmath>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

/// |lower| <= 2^63, 1 <= period <= 2^31 or 2^62: then a distance fits a word of the sample's width.
void check_circular_integers(const CircularBins& bins, SampleType sample) {
    const auto whole = [](const Number& n) {
        return n.kind() != Number::Kind::f64 || n.f64() == std::trunc(n.f64());
    };
    if (!whole(bins.lower) || bins.lower < -0x1p63 || bins.lower > 0x1p63)
        invalid("lower bound ", bins.lower,
                ": that of circular bins of integer samples must be a whole number within -2^63 and 2^63");
    const int bits = bytes(sample) == 8 ? 62 : 31;
    if (!whole(bins.period) || bins.period < 1 || bins.period > std::int64_t{1} << bits)
        invalid("period ", bins.period, ": that of ", sample, " samples must be a whole number from 1 to 2^",
                bits);
}

void check_circular_floats(const CircularBins& bins, SampleType sample) {
    const double upper = bins.lower.to_double() + bins.period.to_double();
    check_within("lower bound " + bins.lower.to_string(), bins.lower.to_double(), sample);
    check_within("lower + period " + Number(upper).to_string(), upper, sample);
    const CircularEdges edge(bins, sample);
    if (!(edge.period() > 0))
        invalid("period ", bins.period, ": to an ", sample, " lower and lower + period are the same");
    check_within("period " + bins.period.to_string(), edge.period(), sample);
    check_step(range_text(bins.lower, upper), bins.count, edge.step());
}

} // namespace

std::string text(const CircularBins& bins) {
    return concat(counted(bins.count, "circular bin"), " from ", bins.lower, " with period ", bins.period);
}

void check(const CircularBins& bins, const Problem& problem) {
    check_count(bins.count);
    check_finite("lower bound " + bins.lower.to_string(), bins.lower, "circular");
    if (!(bins.period > 0) || !bins.period.is_finite())
        invalid("period ", bins.period, ": it must be above 0 and finite");
    if (is_float(problem.sample))
        check_circular_floats(bins, problem.sample);
    else
        check_circular_integers(bins, problem.sample);
}

std::vector<double> edges_of(const CircularBins& bins, const Problem& problem) {
    if (!is_float(problem.sample))
        return integer_edges(bins.count, fixed_point(bins.lower), fixed_point(bins.period));
    const CircularEdges edge(bins, problem.sample);
    return float_edges(bins.count,
                       [&](std::uint32_t i) { return i == bins.count ? edge(0) + edge.period() : edge(i); });
}

std::vector<Number> edge_numbers_of(const CircularBins& bins, const Problem& problem) {
    if (is_float(problem.sample)) return numbers(edges_of(bins, problem));
    return integer_edge_numbers(bins.count, fixed_point(bins.lower), fixed_point(bins.period));
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
