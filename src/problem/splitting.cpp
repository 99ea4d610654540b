#include "problem/splitting.hpp"

#include "core/exact.hpp"
#include "core/float_format.hpp"
#include "core/text.hpp"
#include "problem/accumulator.hpp"
#include "problem/pitches.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <variant>

namespace histo_cl::detail {
namespace {

/// The bound in units of 2^unit, rounded down.
std::int64_t in_units(const Number& bound, int unit) noexcept {
    if (bound.kind() == Number::Kind::f64) {
        const auto scaled = std::floor(std::ldexp(bound.f64(), -unit));
        return bound.f64() < 0 && scaled == 0 ? -1 : static_cast<std::int64_t>(scaled);
    }
    const auto whole = integer_of(bound);
    if (whole == 0) return 0; // if the other bound is tiny, the shift would be too large
    return static_cast<std::int64_t>(unit > 0 ? floor_div(whole, Int128{1} << unit)
                                              : whole * (Int128{1} << -unit));
}

/// The exponent of the last bit of the bound with the larger magnitude, in double precision.
int unit_of(const EvenBins& bins) noexcept {
    return std::ilogb(std::max(std::abs(bins.lower.to_double()), std::abs(bins.upper.to_double()))) - 52;
}

std::int64_t range_in_units(const EvenBins& bins) noexcept {
    return in_units(bins.upper, unit_of(bins)) - in_units(bins.lower, unit_of(bins));
}

/// The name, for a message, of an option of the problem that excludes splitting. Empty if there is none.
std::string_view excluded(const Problem& problem) noexcept {
    if (problem.weights.type && !is_float(*problem.weights.type)) return "integer weights";
    if (is_extreme(problem)) return "minima and maxima";
    if (problem.weights.narrow) return "weights.narrow";
    if (problem.layout.indices) return "indices";
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
        invalid("axis ", axis, ": splitting of ", kind_of(problem.axes[axis]),
                " bins: allowed are even bins");
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
    const auto multiplier = [&](int shift) {
        return ((UInt128{all} << static_cast<unsigned>(shift)) + (range - 1)) / range;
    };
    auto shift = 64 + static_cast<int>(std::bit_width(range)) - static_cast<int>(std::bit_width(all));
    while (multiplier(shift) > std::numeric_limits<std::uint64_t>::max())
        --shift;
    scale.shift = static_cast<std::uint32_t>(shift);
    scale.multiplier = static_cast<std::uint64_t>(multiplier(shift));
    return scale;
}

namespace {

constexpr std::uint64_t max_position = std::uint64_t{1} << 61U;
constexpr std::uint64_t max_half_width = std::uint64_t{1} << 60U;

/// The sample in units of 2^unit, rounded down, limited to ±2^61.
std::int64_t sample_in_units(const ExactSample& x, int unit) noexcept {
    const int left = x.exponent - unit;
    const bool beyond = x.infinite || (left > 0 && x.whole != 0 &&
                                       (left > 60 || x.whole >> static_cast<unsigned>(61 - left) != 0));
    if (beyond) return x.negative ? -std::int64_t{max_position} : std::int64_t{max_position};
    const auto magnitude = left > 0 && x.whole != 0 ? x.whole << static_cast<unsigned>(left) : x.whole;
    const auto right = static_cast<unsigned>(std::clamp(-left, 0, 63));
    if (!x.negative || magnitude == 0) return static_cast<std::int64_t>(magnitude >> right);
    return static_cast<std::int64_t>(~((magnitude - 1) >> right));
}

/// Converts a distance from units to steps of 2^-32 of a bin. The result is rounded down and is at most 2^61.
std::uint64_t scaled(const BinScale& scale, std::uint64_t distance) noexcept {
    const auto product = (UInt128{distance} * scale.multiplier) >> scale.shift;
    return static_cast<std::uint64_t>(std::min(product, UInt128{max_position}));
}

} // namespace

ExactSample exact_sample(SampleType type, std::uint64_t bits) noexcept {
    if (!is_float(type)) {
        const auto above = 64 - 8 * bytes(type);
        const auto value = is_signed(type) ? static_cast<std::int64_t>(bits << above) >> above
                                           : static_cast<std::int64_t>(bits);
        return {.whole = static_cast<std::uint64_t>(value < 0 ? -value : value), .negative = value < 0};
    }
    return exact_float(FloatFormat(type), bits);
}

ExactSample exact_float(const FloatFormat& format, std::uint64_t bits) noexcept {
    const auto magnitude = bits & (format.sign - 1);
    const auto leading = std::uint64_t{1} << static_cast<unsigned>(format.stored);
    const auto field = magnitude >> static_cast<unsigned>(format.stored);
    return {.whole = field == 0 ? magnitude : (magnitude & (leading - 1)) | leading,
            .exponent = static_cast<int>(std::max<std::uint64_t>(field, 1)) - format.bias - format.stored,
            .negative = (bits & format.sign) != 0,
            .nan = magnitude > format.infinity,
            .infinite = magnitude == format.infinity};
}

SplitAxis::SplitAxis(const Problem& problem, std::size_t axis) noexcept
    : scale_(bin_scale(*std::get_if<EvenBins>(&problem.axes[axis]))),
      bins_(static_cast<std::int64_t>(bin_count(problem.axes[axis]))), share_bits_(share_bits(problem)),
      linear_(problem.splitting == Splitting::linear), out_of_range_(problem.out_of_range) {}

SplitAxis::Interval SplitAxis::interval(const ExactSample& sample,
                                        const ExactSample& half_width) const noexcept {
    const bool is_width =
        linear_ || !(half_width.nan || half_width.infinite || (half_width.negative && half_width.whole != 0));
    if (sample.nan || !is_width) return {0, 1, bins_ + 1, bins_ + 1};
    const auto distance = sample_in_units(sample, scale_.unit) - scale_.lower;
    const auto position =
        distance >= 0 ? static_cast<std::int64_t>(scaled(scale_, static_cast<std::uint64_t>(distance)))
                      : ~static_cast<std::int64_t>(scaled(scale_, static_cast<std::uint64_t>(~distance)));
    auto half = std::uint64_t{1} << 31U;
    if (!linear_) {
        const auto units = static_cast<std::uint64_t>(sample_in_units(half_width, scale_.unit));
        half = std::min(scaled(scale_, std::min(units, max_half_width)), max_half_width);
    }
    const auto begin = position - static_cast<std::int64_t>(half);
    const auto length = std::max<std::uint64_t>(2 * half, 1);
    const std::int64_t clamped = out_of_range_ == OutOfRange::clamped ? 1 : 0;
    const auto cell_at = [&](std::int64_t place) {
        return std::clamp(place >> 32, clamped - 1, bins_ - clamped);
    };
    return {begin, length, cell_at(begin), cell_at(begin + static_cast<std::int64_t>(length - 1))};
}

bool SplitAxis::overlaps_cells(const Interval& interval) const noexcept {
    return out_of_range_ == OutOfRange::counted || (interval.last >= 0 && interval.first < bins_);
}

std::uint64_t SplitAxis::share_below(const Interval& interval, std::int64_t cell) const noexcept {
    const auto below = (cell << 32) - interval.begin;
    const auto part = below <= 0 ? 0 : std::min(static_cast<std::uint64_t>(below), interval.length);
    const auto drop =
        static_cast<unsigned>(std::max(static_cast<int>(std::bit_width(interval.length)) - 39, 0));
    const auto length = interval.length >> drop;
    return (((part >> drop) << share_bits_) + length / 2) / length;
}

std::optional<std::uint64_t> SplitAxis::number_of(std::int64_t cell) const noexcept {
    if (cell >= 0 && cell < bins_) return static_cast<std::uint64_t>(cell);
    if (out_of_range_ != OutOfRange::counted) return std::nullopt;
    return static_cast<std::uint64_t>(cell < 0 ? bins_ : cell + 1);
}

void check_splitting(const Problem& problem) {
    if (problem.splitting > Splitting::interval)
        invalid("splitting ", static_cast<int>(problem.splitting), " is not a Splitting");
    if (!splits(problem)) return;
    if (const auto what = excluded(problem); !what.empty())
        invalid("splitting ", problem.splitting, " with ", what, ": not possible");
    if (problem.weights.counts && problem.weights.bound &&
        problem.weights.bound->elements > max_elements_of_fractions)
        invalid("splitting ", problem.splitting, " with weights.counts and weights.bound of ",
                problem.weights.bound->elements, " elements: at most ", max_elements_of_fractions);
    check_half_widths(problem);
    const auto axes = counted_axes(problem);
    if (const std::size_t max_axes = problem.splitting == Splitting::linear ? max_split_axes : 2;
        axes > max_axes)
        invalid("splitting ", problem.splitting, " of ", axes, " axes: allowed are 1 to ", max_axes);
    for (std::size_t axis = 0; axis < axes; ++axis)
        check_even(problem, axis);
}

} // namespace histo_cl::detail
