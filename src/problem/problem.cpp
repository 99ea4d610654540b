#include "histo_cl/problem.hpp"

#include "core/exact.hpp"
#include "core/invalid.hpp"
#include "core/saturating.hpp"
#include "problem/even_edges.hpp"
#include "problem/log_edges.hpp"
#include "problem/names.hpp"

#include <algorithm>

namespace histo_cl {
namespace {

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

/// Edge i is lower + i · width/count, both in units of 2^-20.
std::vector<double> integer_edges(std::uint32_t count, detail::Int128 lower, detail::Int128 width) {
    const auto denominator = detail::Int128{count} << detail::fraction_bits;
    std::vector<double> edges;
    edges.reserve(std::size_t{count} + 1);
    for (std::uint32_t i = 0; i <= count; ++i)
        edges.push_back(nearest(lower * count + width * i, denominator));
    return edges;
}

template <class Edge>
std::vector<double> float_edges(std::uint32_t count, const Edge& edge) {
    std::vector<double> edges;
    edges.reserve(std::size_t{count} + 1);
    for (std::uint32_t i = 0; i <= count; ++i)
        edges.push_back(edge(i));
    return edges;
}

std::vector<double> edges_of(const EvenBins& bins, const Problem& problem) {
    if (is_float(problem.sample))
        return float_edges(bins.count, detail::LinspaceEdges(bins, detail::edge_type(problem)));
    const auto lower = detail::fixed_point(bins.lower);
    return integer_edges(bins.count, lower, detail::fixed_point(bins.upper) - lower);
}

std::vector<double> edges_of(const EdgeBins& bins, const Problem& /*problem*/) {
    std::vector<double> edges(bins.edges.size());
    std::ranges::transform(bins.edges, edges.begin(), &Number::to_double);
    return edges;
}

std::vector<double> edges_of(const LogBins& bins, const Problem& /*problem*/) {
    return detail::log_edges(bins);
}

std::vector<double> edges_of(const CircularBins& bins, const Problem& problem) {
    if (!is_float(problem.sample))
        return integer_edges(bins.count, detail::fixed_point(bins.lower), detail::fixed_point(bins.period));
    const detail::CircularEdges edge(bins, problem.sample);
    return float_edges(bins.count,
                       [&](std::uint32_t i) { return i == bins.count ? edge(0) + edge.period() : edge(i); });
}

std::vector<double> edges_of(const CustomBins& /*bins*/, const Problem& /*problem*/) {
    detail::invalid("custom bins have no edges");
}

} // namespace

std::string_view name(LastEdge value) noexcept {
    return detail::name_of(value);
}

std::string_view name(OutOfRange value) noexcept {
    return detail::name_of(value);
}

std::uint64_t Problem::extent(std::size_t axis) const noexcept {
    if (axis >= axes.size()) return 0;
    return bin_count(axes[axis]) + (out_of_range == OutOfRange::counted ? 3 : 0);
}

std::uint64_t Problem::cells() const noexcept {
    if (axes.empty()) return 0;
    std::uint64_t cells = extent(0);
    for (std::size_t axis = 1; axis < axes.size(); ++axis)
        cells = joint ? detail::saturating_multiply(cells, extent(axis))
                      : detail::saturating_add(cells, extent(axis));
    return cells;
}

std::uint32_t Problem::counters() const noexcept {
    const auto counters = detail::saturating_multiply(cells(), squared_weights ? 2 : 1);
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(counters, std::numeric_limits<std::uint32_t>::max()));
}

std::uint32_t Problem::channel(std::size_t axis) const noexcept {
    return axis < layout.active.size() ? layout.active[axis] : static_cast<std::uint32_t>(axis);
}

std::uint32_t Problem::channels() const noexcept {
    return layout.channels != 0 ? layout.channels : static_cast<std::uint32_t>(axes.size());
}

std::vector<double> Problem::edges(std::size_t axis) const {
    validate();
    if (axis >= axes.size())
        detail::invalid("axis " + std::to_string(axis) + ": the problem has " + std::to_string(axes.size()) +
                        (axes.size() == 1 ? " axis" : " axes") + ", counted from 0");
    return std::visit([this](const auto& bins) { return edges_of(bins, *this); }, axes[axis]);
}

namespace {

/// The bins of all axes, e.g. "8 even bins over [0, 256)" or "channel 0: …; channel 2: …".
std::string axes_text(const Problem& problem) {
    if (problem.axes.size() == 1 && problem.channels() == 1) return to_string(problem.axes[0]);
    std::string text;
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis) {
        text += axis == 0 ? "" : problem.joint ? " × " : "; ";
        text += "channel " + std::to_string(problem.channel(axis)) + ": " + to_string(problem.axes[axis]);
    }
    return text;
}

std::string layout_text(const Problem& problem) {
    const auto& layout = problem.layout;
    std::string text;
    if (problem.channels() > 1)
        text +=
            ", " + std::to_string(problem.channels()) + " " + std::string(name(layout.order)) + " channels";
    if (layout.stride != 0) text += ", an element each " + std::to_string(layout.stride) + " B";
    if (layout.rows) text += ", in rows";
    if (layout.mask) text += ", with a mask";
    if (problem.batch != Batch::one) text += ", in a batch of " + std::string(name(problem.batch));
    return text;
}

std::string policy_text(const Problem& problem) {
    std::string text;
    if (problem.last_edge != LastEdge::exclusive)
        text += ", last edge " + std::string(name(problem.last_edge));
    if (problem.out_of_range != OutOfRange::dropped)
        text += ", out of range " + std::string(name(problem.out_of_range));
    return text;
}

} // namespace

std::string to_string(const Problem& problem) {
    auto text = std::string(name(problem.sample)) + " samples " + (problem.joint ? "jointly " : "") +
                "into " + axes_text(problem) + policy_text(problem) + layout_text(problem);
    if (problem.weights)
        text += ", " + std::string(name(*problem.weights)) +
                (problem.squared_weights ? " weights and their squares" : " weights");
    text += ", " + std::string(name(problem.counter)) + " counters";
    if (problem.max_samples != 0)
        text += ", at most " + std::to_string(problem.max_samples) + " samples at once";
    return text;
}

} // namespace histo_cl
