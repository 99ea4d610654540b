#include "histo_cl/problem.hpp"

#include "core/enum_table.hpp"
#include "core/integers.hpp"
#include "core/text.hpp"
#include "histo_cl/statistics/compare.hpp"
#include "problem/binnings.hpp"
#include "problem/split.hpp"
#include "problem/splitting.hpp"

#include <algorithm>

namespace histo_cl::inline HISTO_CL_ABI {

using detail::concat;
using detail::max_axes_per_pass;

std::string_view name(LastEdge value) noexcept {
    return detail::name_of(value);
}

std::string_view name(CounterOrder value) noexcept {
    return detail::name_of(value);
}

std::string_view name(OutOfRange value) noexcept {
    return detail::name_of(value);
}

std::string_view name(Splitting value) noexcept {
    return detail::name_of(value);
}

std::string_view name(WeightPer value) noexcept {
    return detail::name_of(value);
}

std::string_view name(Accumulator value) noexcept {
    return detail::name_of(value);
}

std::string_view name(Metric value) noexcept {
    return detail::name_of(value);
}

bool has_custom_bins(const Problem& problem) noexcept {
    return std::ranges::any_of(
        problem.axes, [](const Binning& binning) { return kind_of(binning) == BinningKind::custom; });
}

std::uint64_t Problem::extent(std::size_t axis) const noexcept {
    if (axis >= axes.size() || kind_of(axes[axis]) == BinningKind::half_widths) return 0;
    return bin_count(axes[axis]) + (out_of_range == OutOfRange::counted ? 3 : 0);
}

std::uint64_t Problem::cells() const noexcept {
    if (axes.empty()) return 0;
    const auto counted = detail::counted_axes(*this);
    std::uint64_t cells = extent(0);
    for (std::size_t axis = 1; axis < counted; ++axis)
        cells = joint ? detail::saturating_multiply(cells, extent(axis))
                      : detail::saturating_add(cells, extent(axis));
    return cells;
}

std::uint32_t Problem::counters_per_cell() const noexcept {
    return (weights.counts ? 1 : 0) + std::max(1U, weights.vectors) * (weights.squares ? 2 : 1);
}

std::uint32_t Problem::counters() const noexcept {
    return detail::saturating_u32(detail::saturating_multiply(cells(), counters_per_cell()));
}

std::uint32_t Problem::channel(std::size_t axis) const noexcept {
    return axis < layout.active.size() ? layout.active[axis] : static_cast<std::uint32_t>(axis);
}

std::uint32_t Problem::channels() const noexcept {
    return layout.channels != 0 ? layout.channels : static_cast<std::uint32_t>(axes.size());
}

namespace {

const Binning& valid_axis(const Problem& problem, std::size_t axis) {
    problem.validate();
    const auto& axes = problem.axes;
    if (axis >= axes.size())
        detail::invalid("axis ", axis, ": the problem has ", axes.size(),
                        axes.size() == 1 ? " axis" : " axes", ", counted from 0");
    return axes[axis];
}

} // namespace

std::vector<double> Problem::edges(std::size_t axis) const {
    return std::visit([this](const auto& bins) { return detail::edges_of(bins, *this); },
                      valid_axis(*this, axis));
}

std::vector<Number> Problem::edge_numbers(std::size_t axis) const {
    return std::visit([this](const auto& bins) { return detail::edge_numbers_of(bins, *this); },
                      valid_axis(*this, axis));
}

namespace {

/// The last axis of a run of axes that begins with `axis`. The axes of a run count adjacent channels in the
/// same bins. Returns `axis` itself if the run has at most max_axes_per_pass axes.
std::size_t last_alike(const Problem& problem, std::size_t axis) {
    auto last = axis;
    while (!problem.joint && last + 1 < problem.axes.size() &&
           problem.channel(last + 1) == problem.channel(last) + 1 &&
           problem.axes[last + 1] == problem.axes[axis])
        ++last;
    return last - axis >= max_axes_per_pass ? last : axis;
}

/// The bins of all axes, e.g. "8 even bins over [0, 256)" or "channel 0: …; channels 2 to 9: …".
std::string axes_text(const Problem& problem) {
    if (problem.axes.size() == 1 && problem.channels() == 1) return to_string(problem.axes[0]);
    std::string text;
    for (std::size_t axis = 0; axis < problem.axes.size();) {
        text += axis == 0 ? "" : problem.joint ? " × " : "; ";
        const auto last = last_alike(problem, axis);
        text += last == axis ? concat("channel ", problem.channel(axis))
                             : concat("channels ", problem.channel(axis), " to ", problem.channel(last));
        text += ": " + to_string(problem.axes[axis]);
        axis = last + 1;
    }
    return text;
}

/// A text such as ", in arrays of f32, u16 (one each 8 B)".
std::string arrays_text(const std::vector<Array>& arrays) {
    std::string text;
    for (const auto& [sample, stride] : arrays)
        detail::append_to_list(text, sample, stride != 0 ? concat(" (one each ", stride, " B)") : "");
    return ", in arrays of " + text;
}

std::string layout_text(const Problem& problem) {
    const auto& layout = problem.layout;
    std::string text;
    if (problem.channels() > 1) text += concat(", ", problem.channels(), " ", layout.order, " channels");
    if (layout.plane_channels > 1) text += concat(" (", layout.plane_channels, " in a plane)");
    if (layout.nibbles != Nibbles::none) text += concat(", nibbles ", layout.nibbles);
    if (!layout.arrays.empty()) text += arrays_text(layout.arrays);
    if (layout.stride != 0) text += concat(", an element each ", layout.stride, " B");
    if (layout.rows) text += ", in rows";
    if (layout.image) text += concat(", of an ", layout.image->kind, " of ", layout.image->type);
    if (layout.mask) text += ", with a mask";
    if (problem.batch != Batch::one) text += concat(", in a batch of ", problem.batch);
    return text;
}

/// A text such as ", counts and 2 f32 weights (one each 16 B) per row and their squares".
std::string weights_text(const Problem& problem) {
    if (!problem.weights.type) return problem.weights.counts ? ", counts" : "";
    return concat(
        problem.weights.counts ? ", counts and " : ", ",
        problem.weights.accumulator != Accumulator::sum ? concat(problem.weights.accumulator, " of ") : "",
        problem.weights.vectors > 1 ? concat(problem.weights.vectors, " ") : "",
        problem.weights.narrow ? "narrow " : "", *problem.weights.type, " weights",
        problem.weights.stride != 0 ? concat(" (one each ", problem.weights.stride, " B)") : "",
        problem.weights.per != WeightPer::element ? concat(" per ", problem.weights.per) : "",
        problem.weights.squares ? " and their squares" : "");
}

std::string policy_text(const Problem& problem) {
    std::string text;
    if (problem.last_edge != LastEdge::exclusive) text += concat(", last edge ", problem.last_edge);
    if (problem.out_of_range != OutOfRange::dropped) text += concat(", out of range ", problem.out_of_range);
    if (problem.splitting != Splitting::none) text += concat(", ", problem.splitting, " splitting");
    return text;
}

} // namespace

std::string to_string(const Problem& problem) {
    auto text = concat(problem.sample, " samples ", problem.joint ? "jointly " : "", "into ",
                       axes_text(problem), policy_text(problem), layout_text(problem), weights_text(problem));
    if (const auto& bound = problem.weights.bound)
        text += concat(" up to ", Number(bound->maximum).to_string(), " of at most ", bound->elements,
                       " elements");
    if (problem.layout.indices)
        text += concat(", of elements by ", *problem.layout.indices,
                       problem.weights.listed ? " indices, which have the weights" : " indices");
    text += concat(", ", problem.counter, " counters",
                   problem.weights.order == CounterOrder::by_cell ? " by cell" : "");
    if (problem.max_samples != 0) text += concat(", at most ", problem.max_samples, " samples at once");
    return text;
}

} // namespace histo_cl::inline HISTO_CL_ABI
