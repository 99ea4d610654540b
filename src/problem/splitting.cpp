#include "problem/splitting.hpp"

#include "core/exact.hpp"
#include "core/text.hpp"
#include "problem/accumulator.hpp"
#include "problem/pitches.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <variant>

namespace histo_cl::detail {
namespace {

/// The greatest whole number of units 2^unit not above a bound.
std::int64_t in_units(const Number& bound, int unit) noexcept {
    if (bound.kind() == Number::Kind::f64) {
        const auto scaled = std::floor(std::ldexp(bound.f64(), -unit));
        return bound.f64() < 0 && scaled == 0 ? -1 : static_cast<std::int64_t>(scaled);
    }
    const auto whole = integer_of(bound);
    return static_cast<std::int64_t>(unit > 0 ? floor_div(whole, Int128{1} << unit)
                                              : whole * (Int128{1} << -unit));
}

/// The exponent of the last bit of a double as large as the larger bound.
int unit_of(const EvenBins& bins) noexcept {
    return std::ilogb(std::max(std::abs(bins.lower.to_double()), std::abs(bins.upper.to_double()))) - 52;
}

std::int64_t range_in_units(const EvenBins& bins) noexcept {
    return in_units(bins.upper, unit_of(bins)) - in_units(bins.lower, unit_of(bins));
}

/// What a problem that splits cannot have, as the message shows it; empty if it has none of it.
std::string_view excluded(const Problem& problem) noexcept {
    if (problem.weights && !is_float(*problem.weights)) return "integer weights";
    if (is_extreme(problem)) return "minima and maxima";
    if (problem.squared_weights) return "squared_weights";
    if (problem.counts_too) return "counts_too";
    if (problem.narrow_weights) return "narrow_weights";
    if (problem.indices) return "indices";
    if (!has_plain_samples(problem)) return "nibbles, or planes of several channels";
    if (problem.last_edge != LastEdge::exclusive) return "an inclusive last edge";
    if (!is_float(problem.sample) && bytes(problem.sample) == 8) return "integers of 64 bits";
    return {};
}

void check_half_widths(const Problem& problem) {
    const auto positions = counted_axes(problem);
    const auto widths = problem.axes.size() - positions;
    if (problem.splitting == Splitting::interval && widths != positions)
        invalid("splitting interval with ", positions, " axes of bins and ", widths,
                " of half widths: each axis of bins needs one of half widths");
    for (std::size_t axis = 0; axis < positions; ++axis)
        if (kind_of(problem.axes[axis]) == BinningKind::half_widths)
            invalid("axis ", axis, ": half widths are after all axes of bins");
}

void check_even(const Problem& problem, std::size_t axis) {
    const auto* const bins = std::get_if<EvenBins>(&problem.axes[axis]);
    if (bins == nullptr)
        invalid("axis ", axis, ": splitting of ", kind_of(problem.axes[axis]), " bins: allowed are even bins");
    if (range_in_units(*bins) < bins->count)
        invalid("axis ", axis, ": splitting of ", to_string(*bins),
                ", which are narrower than the last bit of a double near their bounds");
}

} // namespace

BinScale bin_scale(const EvenBins& bins) noexcept {
    BinScale scale{.unit = unit_of(bins)};
    scale.lower = in_units(bins.lower, scale.unit);
    const auto range = static_cast<std::uint64_t>(range_in_units(bins));
    const auto all = std::uint64_t{bins.count} << 32U;
    const auto multiplier = [&](int shift) { return ((UInt128{all} << shift) + (range - 1)) / range; };
    auto shift = 64 + std::bit_width(range) - std::bit_width(all);
    while (multiplier(shift) > std::numeric_limits<std::uint64_t>::max())
        --shift;
    scale.shift = static_cast<std::uint32_t>(shift);
    scale.multiplier = static_cast<std::uint64_t>(multiplier(shift));
    return scale;
}

void check_splitting(const Problem& problem) {
    if (problem.splitting > Splitting::interval)
        invalid("splitting ", static_cast<int>(problem.splitting), " is not a Splitting");
    if (!splits(problem)) return;
    if (const auto what = excluded(problem); !what.empty())
        invalid("splitting ", problem.splitting, " with ", what, ": not possible");
    check_half_widths(problem);
    const auto axes = counted_axes(problem);
    if (const std::size_t most = problem.splitting == Splitting::linear ? 3 : 2; axes > most)
        invalid("splitting ", problem.splitting, " of ", axes, " axes: allowed are 1 to ", most);
    for (std::size_t axis = 0; axis < axes; ++axis)
        check_even(problem, axis);
}

} // namespace histo_cl::detail
