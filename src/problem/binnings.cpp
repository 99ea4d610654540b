#include "problem/binnings.hpp"

#include "core/enum_table.hpp"
#include "core/share.hpp"
#include "core/text.hpp"
#include "histo_cl/binning.hpp"
#include "problem/binnings/common.hpp"
#include "problem/expression/expression.hpp"
#include "problem/image_traits.hpp"
#include "problem/pitches.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <variant>

namespace histo_cl::inline HISTO_CL_ABI {

namespace {

/// Converts a number of bins to 32 bits. Throws if it does not fit.
std::uint32_t narrow(std::uint64_t count) {
    if (count > std::numeric_limits<std::uint32_t>::max()) detail::check_count(count);
    return static_cast<std::uint32_t>(count);
}

std::uint64_t count_of(const EdgeBins& bins) noexcept {
    return bins.edges.empty() ? 0 : bins.edges.size() - 1;
}

std::uint64_t count_of(const HalfWidths& /*bins*/) noexcept {
    return 0;
}

template <class Bins>
std::uint64_t count_of(const Bins& bins) noexcept {
    return bins.count;
}

/// The count of the current alternative. Does not use std::visit(), which may throw.
template <class... Bins>
std::uint64_t count_of_any(const std::variant<Bins...>& binning) noexcept {
    std::uint64_t count = 0;
    const auto see = [&](const auto* bins) {
        if (bins != nullptr) count = count_of(*bins);
    };
    (see(std::get_if<Bins>(&binning)), ...);
    return count;
}

} // namespace

Edges::Edges(std::vector<Number> edges)
    : numbers_(detail::share(std::make_shared<const std::vector<Number>>(std::move(edges)))) {}

bool operator==(const Edges& a, const Edges& b) noexcept {
    return a.data() == b.data() || std::ranges::equal(a, b);
}

static_assert(all_binning_kinds.size() == detail::enum_table<BinningKind>.size());

std::string_view name(BinningKind kind) noexcept {
    return detail::name_of(kind);
}

EvenBins even_bins(std::uint64_t count, Number lower, Number upper) {
    return {narrow(count), lower, upper};
}

EvenBins identity_bins(std::uint64_t count) {
    return {narrow(count), 0, count};
}

LogBins log_bins(std::uint64_t count, Number lower, Number upper) {
    return {narrow(count), lower, upper};
}

CircularBins circular_bins(std::uint64_t count, Number lower, Number period) {
    return {narrow(count), lower, period};
}

CustomBins custom_bins(std::uint64_t count, std::string expression) {
    return {narrow(count), std::move(expression)};
}

std::uint64_t bin_count(const Binning& binning) noexcept {
    return count_of_any(binning);
}

std::string to_string(const Binning& binning) {
    return std::visit([](const auto& bins) { return detail::text(bins); }, binning);
}

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail {
namespace {

/// Whether holds(expression) is true for the expression of custom bins; false for other bins.
template <class Holds>
bool expression_has(const Problem& problem, const Binning& binning, const Holds& holds) {
    const auto* const custom = std::get_if<CustomBins>(&binning);
    return custom != nullptr && holds(expression::parsed(custom->expression, problem.sample));
}

} // namespace

bool needs_index(const Problem& problem) {
    return std::ranges::any_of(problem.axes, [&](const Binning& binning) {
        return expression_has(problem, binning, expression::uses_index);
    });
}

bool reads_depth_images(const Problem& problem) noexcept {
    return problem.layout.image && traits_of(problem.layout.image->kind).depth;
}

std::string what_needs_doubles(const Problem& problem) {
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        if (expression_has(problem, problem.axes[axis], expression::uses_doubles))
            return concat(
                "the custom bins of axis ", axis,
                " (the x of an f64 sample is a double, and so is a literal such as 0.5; 0.5f is none)");
    return {};
}

std::string only_on_device(const Problem& problem) {
    if (problem.layout.indices) return "elements by their indices";
    if (!has_plain_samples(problem)) return "nibbles, or planes of several channels";
    return {};
}

} // namespace histo_cl::detail
