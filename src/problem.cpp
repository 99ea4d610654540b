#include "histo_cl/problem.hpp"

#include "even_edges.hpp"
#include "exact.hpp"
#include "histo_cl/error.hpp"

#include <cfloat>

namespace histo_cl {
namespace {

using detail::LinspaceEdges;

[[noreturn]] void invalid(const std::string& message) {
    throw Error(Status::invalid_argument, message);
}

void check_bound(const char* which, const Number& bound, SampleType sample) {
    const auto given = std::string(which) + " bound " + bound.to_string();
    if (!bound.is_finite()) invalid(given + ": the bounds of even bins must be finite");
    if (bound.kind() != Number::Kind::f64) return;
    if (sample == SampleType::f32 && std::fabs(bound.f64()) > static_cast<double>(FLT_MAX))
        invalid(given + ": beyond the largest f32, " + Number(FLT_MAX).to_string());
    if (is_float(sample)) return;
    if (std::fabs(bound.f64()) > detail::largest_integer_bound)
        invalid(given + ": the bounds of integer samples must lie within -2^64 and 2^64");
    const double scaled = std::ldexp(bound.f64(), detail::fraction_bits);
    if (scaled != std::trunc(scaled))
        invalid(given +
                ": the bounds of integer samples must be multiples of 2^-20 (a whole number, or e.g. 0.5)");
}

void check(const EvenBins& bins, SampleType sample) {
    check_bound("lower", bins.lower, sample);
    check_bound("upper", bins.upper, sample);
    const auto range = "[" + bins.lower.to_string() + ", " + bins.upper.to_string() + ")";
    if (!(bins.lower < bins.upper))
        invalid("the range " + range + " is empty: lower must be less than upper");
    if (!is_float(sample)) return;
    const LinspaceEdges edge(bins, sample);
    if (!std::isfinite(edge.step()))
        invalid("the range " + range + " is wider than the largest double, " + Number(DBL_MAX).to_string());
    if (!(edge(0) < edge(bins.count)))
        invalid("the range " + range + " is empty: its bounds are the same " + std::string(name(sample)));
    // Below this the spacing is rounded so coarsely that the edges would not rise.
    if (edge.step() < DBL_MIN)
        invalid("the range " + range + " in " + std::to_string(bins.count) +
                " bins: a bin must be at least " + Number(DBL_MIN).to_string() + " wide");
}

void check(const EdgeBins& bins, SampleType /*sample*/) {
    const auto& edges = bins.edges;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        if (edges[i].is_nan()) invalid("edge " + std::to_string(i) + " is NaN: edges must be numbers");
        if (i > 0 && !(edges[i - 1] < edges[i]))
            invalid("edge " + std::to_string(i) + " (" + edges[i].to_string() +
                    ") does not rise above edge " + std::to_string(i - 1) + " (" + edges[i - 1].to_string() +
                    "): edges must rise strictly");
    }
}

/// The double nearest to n/d, for 0 < d <= 2^44 and |n/d| <= 2^64.
double nearest(detail::Int128 n, detail::Int128 d) noexcept {
    constexpr auto exact = detail::Int128{1} << 53U;
    if (-exact <= n && n <= exact) return static_cast<double>(n) / static_cast<double>(d);
    // Above 2^9: 62 bits after the point are more than a double keeps, and the last tells whether more
    // follow.
    const auto whole = detail::floor_div(n, d);
    const auto rest = (n - whole * d) << 62U;
    const auto sticky = rest % d != 0 ? 1 : 0;
    return std::ldexp(static_cast<double>(((whole << 62U) + rest / d) | sticky), -62);
}

} // namespace

std::uint32_t Problem::bins() const noexcept {
    return static_cast<std::uint32_t>(bin_count(binning));
}

void Problem::validate() const {
    if (const auto* bins = std::get_if<EdgeBins>(&binning); bins != nullptr && bins->edges.size() < 2)
        invalid("too few edges: " + std::to_string(bins->edges.size()) +
                " given, at least 2 are needed for a bin");
    const auto count = bin_count(binning);
    if (count < 1 || count > max_bins)
        invalid(std::to_string(count) + " bins: allowed are 1 to " + std::to_string(max_bins) + " (2^24)");
    std::visit([this](const auto& bins) { check(bins, sample); }, binning);
    if (counter == CounterType::u32 && max_samples > std::numeric_limits<std::uint32_t>::max())
        invalid("max_samples " + std::to_string(max_samples) +
                " could overflow a u32 counter: at most 4294967295, or use u64 counters");
}

std::vector<double> Problem::edges() const {
    validate();
    std::vector<double> edges(std::size_t{bins()} + 1);
    if (const auto* bins = std::get_if<EdgeBins>(&binning)) {
        for (std::size_t i = 0; i < edges.size(); ++i)
            edges[i] = bins->edges[i].to_double();
        return edges;
    }
    const auto& even = std::get<EvenBins>(binning);
    if (is_float(sample)) {
        const LinspaceEdges edge(even, sample);
        for (std::uint32_t i = 0; i <= even.count; ++i)
            edges[i] = edge(i);
        return edges;
    }
    const auto lower = detail::fixed_point(even.lower);
    const auto width = detail::fixed_point(even.upper) - lower;
    const auto denominator = detail::Int128{even.count} << detail::fraction_bits;
    for (std::uint32_t i = 0; i <= even.count; ++i)
        edges[i] = nearest(lower * even.count + width * i, denominator);
    return edges;
}

std::string to_string(const Problem& problem) {
    auto text = std::string(name(problem.sample)) + " samples into " + to_string(problem.binning) + ", " +
                std::string(name(problem.counter)) + " counters";
    if (problem.max_samples != 0)
        text += ", at most " + std::to_string(problem.max_samples) + " samples at once";
    return text;
}

} // namespace histo_cl
