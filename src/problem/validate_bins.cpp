#include "problem/validate_bins.hpp"

#include "core/exact.hpp"
#include "core/float_format.hpp"
#include "core/invalid.hpp"
#include "problem/even_edges.hpp"
#include "problem/log_edges.hpp"

#include <cfloat>

namespace histo_cl::detail {
namespace {

double largest(SampleType type) noexcept {
    return FloatFormat(type).largest;
}

std::string range_text(const Number& lower, const Number& upper) {
    return "[" + lower.to_string() + ", " + upper.to_string() + ")";
}

void check_finite(const std::string& given, const Number& bound, const std::string& kind) {
    if (!bound.is_finite()) invalid(given + ": the bounds of " + kind + " bins must be finite");
}

/// A float bound that its type can hold.
void check_within(const std::string& given, double bound, SampleType sample) {
    if (std::fabs(bound) > largest(sample))
        invalid(given + ": beyond the largest " + std::string(name(sample)) + ", " +
                Number(largest(sample)).to_string());
}

/// The spacing of linspace's edges: finite, and not so small that they are rounded too coarsely to rise.
void check_step(const std::string& range, std::uint32_t count, double step) {
    if (!std::isfinite(step))
        invalid("the range " + range + " is wider than the largest double, " + Number(DBL_MAX).to_string());
    if (step < DBL_MIN)
        invalid("the range " + range + " in " + std::to_string(count) + " bins: a bin must be at least " +
                Number(DBL_MIN).to_string() + " wide");
}

void check_even_bound(const char* which, const Number& bound, SampleType sample) {
    const auto given = std::string(which) + " bound " + bound.to_string();
    check_finite(given, bound, "even");
    if (bound.kind() != Number::Kind::f64) {
        if (is_float(sample)) check_within(given, bound.to_double(), sample);
        return;
    }
    if (is_float(sample)) return check_within(given, bound.f64(), sample);
    if (std::fabs(bound.f64()) > largest_integer_bound)
        invalid(given + ": the bounds of integer samples must lie within -2^64 and 2^64");
    const double scaled = std::ldexp(bound.f64(), fraction_bits);
    if (scaled != std::trunc(scaled))
        invalid(given +
                ": the bounds of integer samples must be multiples of 2^-20 (a whole number, or e.g. 0.5)");
}

void check(const EvenBins& bins, const Problem& problem) {
    const auto sample = problem.sample;
    check_even_bound("lower", bins.lower, sample);
    check_even_bound("upper", bins.upper, sample);
    const auto range = range_text(bins.lower, bins.upper);
    if (!(bins.lower < bins.upper))
        invalid("the range " + range + " is empty: lower must be less than upper");
    if (!is_float(sample)) return;
    const LinspaceEdges edge(bins, edge_type(problem));
    if (std::isfinite(edge.step()) && !(edge(0) < edge(bins.count)))
        invalid("the range " + range + " is empty: its bounds are the same " +
                std::string(name(edge_type(problem))));
    check_step(range, bins.count, edge.step());
}

void check(const EdgeBins& bins, const Problem& /*problem*/) {
    const auto& edges = bins.edges;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        if (edges[i].is_nan()) invalid("edge " + std::to_string(i) + " is NaN: edges must be numbers");
        if (i > 0 && !(edges[i - 1] < edges[i]))
            invalid("edge " + std::to_string(i) + " (" + edges[i].to_string() +
                    ") does not rise above edge " + std::to_string(i - 1) + " (" + edges[i - 1].to_string() +
                    "): edges must rise strictly");
    }
}

void check(const LogBins& bins, const Problem& /*problem*/) {
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

/// |lower| <= 2^63, 1 <= period <= 2^31 or 2^62: then a distance fits a word of the sample's width.
void check_circular_integers(const CircularBins& bins, SampleType sample) {
    const auto whole = [](const Number& n) {
        return n.kind() != Number::Kind::f64 || n.f64() == std::trunc(n.f64());
    };
    if (!whole(bins.lower) || bins.lower < -0x1p63 || bins.lower > 0x1p63)
        invalid("lower bound " + bins.lower.to_string() +
                ": that of circular bins of integer samples must be a whole number within -2^63 and 2^63");
    const int bits = bytes(sample) == 8 ? 62 : 31;
    if (!whole(bins.period) || bins.period < 1 || bins.period > std::int64_t{1} << bits)
        invalid("period " + bins.period.to_string() + ": that of " + std::string(name(sample)) +
                " samples must be a whole number from 1 to 2^" + std::to_string(bits));
}

void check_circular_floats(const CircularBins& bins, SampleType sample) {
    const double upper = bins.lower.to_double() + bins.period.to_double();
    check_within("lower bound " + bins.lower.to_string(), bins.lower.to_double(), sample);
    check_within("lower + period " + Number(upper).to_string(), upper, sample);
    const CircularEdges edge(bins, sample);
    if (!(edge.period() > 0))
        invalid("period " + bins.period.to_string() + ": to an " + std::string(name(sample)) +
                " lower and lower + period are the same");
    check_within("period " + bins.period.to_string(), edge.period(), sample);
    check_step(range_text(bins.lower, upper), bins.count, edge.step());
}

void check(const CircularBins& bins, const Problem& problem) {
    check_finite("lower bound " + bins.lower.to_string(), bins.lower, "circular");
    if (!(bins.period > 0) || !bins.period.is_finite())
        invalid("period " + bins.period.to_string() + ": it must be above 0 and finite");
    if (is_float(problem.sample))
        check_circular_floats(bins, problem.sample);
    else
        check_circular_integers(bins, problem.sample);
}

void check(const CustomBins& bins, const Problem& /*problem*/) {
    if (bins.expression.find_first_not_of(" \t\r\n\f\v") == std::string::npos)
        invalid("the expression of custom bins is empty: OpenCL C that gives the bin of x is needed");
    if (bins.expression.find('\0') != std::string::npos)
        invalid("the expression of custom bins has a zero byte in it: it must be text");
}

} // namespace

void validate_bins(const Problem& problem, const Binning& binning, const std::string& where) {
    try {
        if (const auto* bins = std::get_if<EdgeBins>(&binning); bins != nullptr && bins->edges.size() < 2)
            invalid("too few edges: " + std::to_string(bins->edges.size()) +
                    " given, at least 2 are needed for a bin");
        const auto count = bin_count(binning);
        if (count < 1 || count > max_bins)
            invalid(std::to_string(count) + " bins: allowed are 1 to " + std::to_string(max_bins) +
                    " (2^24)");
        std::visit([&](const auto& bins) { check(bins, problem); }, binning);
    } catch (const Error& error) {
        if (where.empty()) throw;
        invalid(where + error.what());
    }
}

} // namespace histo_cl::detail
