#include "core/exact.hpp"
#include "core/text.hpp"
#include "histo_cl/partial.hpp"
#include "histo_cl/statistics/wide_integer.hpp"
#include "plan/partial_sums.hpp"
#include "problem/accumulator.hpp"
#include "variants/counters.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string_view>

// Means and variances in each cell, from the exact sums of a partial: either of the weights, or of values
// that have weights (weighted_values()). The formulas are the same for both. For values y without weights, w
// is 1.

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

using namespace detail;

/// Holds the product of two sums, shifted to the units of another sum. ratio() takes numbers below
/// 2^(bits − 33).
using Wide = BasicWideInteger<320>;

constexpr FloatFormat f64(SampleType::f64);
constexpr auto nan = std::numeric_limits<double>::quiet_NaN();

Wide wide(Int128 value) noexcept {
    Wide result(static_cast<std::int64_t>(value >> 64));
    result <<= 64;
    return result += static_cast<std::uint64_t>(value);
}

Wide product(Int128 a, Int128 b) noexcept {
    const auto x = static_cast<UInt128>(a < 0 ? -a : a);
    const auto y = static_cast<UInt128>(b < 0 ? -b : b);
    const auto low_x = static_cast<std::uint64_t>(x);
    const auto low_y = static_cast<std::uint64_t>(y);
    const auto high_x = static_cast<std::uint64_t>(x >> 64);
    const auto high_y = static_cast<std::uint64_t>(y >> 64);
    Wide result;
    result.add_product(high_x, high_y);
    result <<= 64;
    result.add_product(high_x, low_y);
    result.add_product(low_x, high_y);
    result <<= 64;
    result.add_product(low_x, low_y);
    return (a < 0) != (b < 0) ? -result : result;
}

Wide magnitude(const Wide& value) noexcept {
    return value.negative() ? -value : value;
}

bool positive(const Wide& value) noexcept {
    return !value.negative() && value != Wide();
}

/// The number ±digits · 2^exponent. The last digit is a sticky bit: it is set if any lower bit of the number
/// is set.
struct Ratio {
    std::uint64_t digits = 0; ///< 0, or at least 2^62
    int exponent = 0;
    bool negative = false;

    /// The nearest double to the ratio times 2^unit, ties to even.
    [[nodiscard]] double nearest(int unit) const noexcept {
        const auto size = std::bit_cast<double>(nearest_float(Int128{digits}, exponent + unit, f64));
        return negative ? -size : size;
    }
};

/// Computes the quotient to two digits of 32 bits, by Knuth's algorithm D (The Art of Computer Programming,
/// 4.3.1). The divisor must not be 0.
Ratio ratio(const Wide& dividend, const Wide& divisor) noexcept {
    constexpr int top = Wide::bits - 32;
    auto rest = magnitude(dividend);
    auto by = magnitude(divisor);
    if (rest == Wide()) return {};
    Ratio result{.exponent = rest.bit_width() - by.bit_width() - 63,
                 .negative = dividend.negative() != divisor.negative()};
    rest <<= static_cast<unsigned>(top - 1 - rest.bit_width()); // rest < by, after the next line
    by <<= static_cast<unsigned>(top - by.bit_width());
    for (int place = 0; place < 2; ++place) {
        rest <<= 32;
        // This digit is never too small, and at most 2 too large. word(4) holds the first digit of the
        // divisor, and the first two digits of the rest.
        auto digit = static_cast<std::uint32_t>(
            std::min(rest.word(4) / by.word(4), std::uint64_t{std::numeric_limits<std::uint32_t>::max()}));
        auto product = by;
        for (rest -= product *= digit; rest.negative(); --digit)
            rest += by;
        result.digits = result.digits << 32 | digit;
    }
    if (rest != Wide()) result.digits |= 1;
    return result;
}

/// Maximum number of elements whose sum of integer weights, or of their squares, cannot wrap.
std::uint64_t max_summed(SampleType weights, bool squared) noexcept {
    const auto max_magnitude =
        static_cast<std::uint64_t>(is_signed(weights) ? -lowest(weights) : highest(weights));
    if (squared) return largest_u64 / (max_magnitude * max_magnitude);
    return (is_signed(weights) ? largest_u64 / 2 : largest_u64) / max_magnitude;
}

/// Throws Error(invalid_argument) unless the partial has what the function `call` needs.
void check_profile(const Partial& partial, std::uint32_t vector, bool squared, std::string_view call) {
    const auto& problem = partial.problem();
    if (!problem.weights.type || is_extreme(problem) || !problem.weights.counts ||
        (squared && !problem.weights.squares))
        invalid(call, " needs sums of weights with weights.counts", squared ? " and weights.squares" : "",
                "; the partial has ", to_string(problem));
    if (squared && splits(problem))
        invalid(call, " of elements that are split: the squares are those of fractions of weights");
    if (vector >= problem.weights.vectors)
        invalid(call, ": weight vector ", vector, " of ", problem.weights.vectors, "; the first is 0");
    const auto weights = *problem.weights.type;
    if (is_float(weights)) return;
    const auto max = max_summed(weights, squared);
    const auto refuse = [&](auto... what) {
        invalid(call, ": ", what..., "the sums of ", weights, squared ? " weights' squares" : " weights",
                " can exceed 64 bits: use f64 weights");
    };
    if (squared && bytes(weights) > 2) refuse();
    const auto cells = problem.cells();
    for (std::uint64_t cell = 0; cell < cells; ++cell)
        if (const auto count = partial.words()[cell]; count > max)
            refuse("cell ", cell, " has ", count, " elements, and beyond ", max, " ");
}

/// The sums of w, w², w·y and w·y² in each cell. Without weights w is 1.
struct ProfileSums {
    std::span<const std::uint64_t> counts = {}; ///< numbers of elements; empty if elements are split
    bool weighted = false;
    ExactSums weights = {};
    ExactSums squared_weights = {};
    ExactSums sums = {};
    ExactSums squares = {}; ///< empty for means
};

/// The sums of weight vector `vector`, which holds the values y.
ProfileSums profile_sums(const Partial& partial, std::uint32_t vector, bool squared) {
    const auto& problem = partial.problem();
    const auto first = problem.cells() * (1 + vector);
    ProfileSums all{.sums = exact_sums(problem, partial.words(), first)};
    if (splits(problem)) {
        all.weights = exact_sums(problem, partial.words(), 0);
        return all;
    }
    all.counts = partial.words().first(problem.cells());
    for (const auto count : all.counts)
        all.weights.cells.push_back({.units = Int128{count}});
    all.squared_weights = all.weights;
    if (squared)
        all.squares = exact_sums(problem, partial.words(), first + problem.cells() * problem.weights.vectors);
    return all;
}

/// The sums of the vectors of weighted_values().
ProfileSums weighted_sums(const Partial& partial, int exponent) {
    const auto cells = partial.problem().cells();
    const auto sums = [&](std::uint64_t number) {
        return exact_sums(partial.problem(), partial.words(), cells * (1 + number));
    };
    ProfileSums all{.counts = partial.words().first(cells),
                    .weighted = true,
                    .weights = sums(0),
                    .squared_weights = sums(4),
                    .sums = sums(1),
                    .squares = sums(2)};
    const auto rests = sums(3);
    for (std::size_t cell = 0; cell < cells; ++cell) {
        all.squares.cells[cell].units += rests.cells[cell].units;
        all.squares.cells[cell].not_finite |= rests.cells[cell].not_finite;
    }
    all.sums.exponent += exponent;
    all.squares.exponent += 2 * exponent;
    return all;
}

double mean_of(const ProfileSums& all, std::size_t cell) noexcept {
    const auto& weight = all.weights.cells[cell];
    const auto& sum = all.sums.cells[cell];
    if (weight.not_finite != 0 || weight.units == 0) return nan;
    if (sum.not_finite != 0) return std::bit_cast<double>(sum.not_finite) * (weight.units < 0 ? -1 : 1);
    return ratio(wide(sum.units), wide(weight.units)).nearest(all.sums.exponent - all.weights.exponent);
}

/// Whether the cell's sum of squared weights is positive, its sum of weights is not 0, and all its sums are
/// finite.
bool has_squares(const ProfileSums& all, std::size_t cell) noexcept {
    const auto finite = [&](const ExactSums& sums) { return sums.cells[cell].not_finite == 0; };
    return finite(all.weights) && finite(all.squared_weights) && finite(all.sums) && finite(all.squares) &&
           all.squared_weights.cells[cell].units > 0 && all.weights.cells[cell].units != 0;
}

/// Computes Σw·y² · Σw − (Σw·y)², in units of 2^(2 · sums.exponent). Returns 0 instead of a negative result
/// if the rounding of weights to units can explain it, and for values without weights, whose result is
/// negative only for a forged partial. Other negative results come from negative weights.
Wide spread(const ProfileSums& all, std::size_t cell) noexcept {
    const auto weight = all.weights.cells[cell].units;
    const auto sum = all.sums.cells[cell].units;
    const auto square = all.squares.cells[cell].units;
    const auto shift =
        static_cast<unsigned>(all.squares.exponent + all.weights.exponent - 2 * all.sums.exponent);
    auto result = product(square, weight);
    result <<= shift;
    result -= product(sum, sum);
    if (!result.negative()) return result;
    if (!all.weighted) return {};
    auto slack = magnitude(wide(square)) + magnitude(wide(weight));
    slack <<= shift;
    slack += magnitude(wide(2 * sum)) + all.counts[cell];
    return (result + slack * all.counts[cell]).negative() ? result : Wide();
}

/// Computes (Σw)² − ddof · Σw², in units of 2^(2 · weights.exponent). For weighted values, returns 0 if the
/// result does not exceed the error that rounding to units can cause.
Wide divisor(const ProfileSums& all, std::size_t cell, std::uint64_t ddof) noexcept {
    const auto weight = all.weights.cells[cell].units;
    const auto shift = static_cast<unsigned>(all.squared_weights.exponent - 2 * all.weights.exponent);
    auto less = product(all.squared_weights.cells[cell].units, Int128{ddof});
    less <<= shift;
    const auto result = product(weight, weight) - less;
    if (!all.weighted) return result;
    auto slack = Wide(ddof);
    slack <<= shift;
    slack += magnitude(wide(2 * weight)) + all.counts[cell];
    return positive(result - slack * all.counts[cell]) ? result : Wide();
}

/// The variance of a cell that has_squares(), in units of 2^(2 · (sums.exponent − weights.exponent)); empty
/// if it is undefined.
std::optional<Ratio> variance_ratio(const ProfileSums& all, std::size_t cell, const Wide& spread_of_cell,
                                    std::uint64_t ddof) noexcept {
    const auto by = divisor(all, cell, ddof);
    return positive(by) ? std::optional(ratio(spread_of_cell, by)) : std::nullopt;
}

double variance_of(const ProfileSums& all, const std::optional<Ratio>& variance) noexcept {
    return variance ? variance->nearest(2 * (all.sums.exponent - all.weights.exponent)) : nan;
}

/// Returns the effective count, (Σw)² / Σw².
double effective_count(const ProfileSums& all, std::size_t cell) noexcept {
    const auto& squared = all.squared_weights.cells[cell];
    if (squared.not_finite != 0) return nan;
    if (squared.units <= 0) return 0;
    const auto weight = all.weights.cells[cell].units;
    return ratio(product(weight, weight), wide(squared.units))
        .nearest(2 * all.weights.exponent - all.squared_weights.exponent);
}

/// Returns √(variance / effective count). `variance`: the variance for ddof 1.
double error_of_mean(const ProfileSums& all, std::size_t cell,
                     const std::optional<Ratio>& variance) noexcept {
    if (!variance || variance->negative) return nan;
    const auto weight = all.weights.cells[cell].units;
    const auto inverse = ratio(wide(all.squared_weights.cells[cell].units), product(weight, weight));
    auto digits = static_cast<double>(UInt128{variance->digits} * UInt128{inverse.digits});
    int exponent = variance->exponent + inverse.exponent + all.squared_weights.exponent +
                   2 * (all.sums.exponent - 2 * all.weights.exponent);
    if (exponent % 2 != 0) {
        digits *= 2;
        --exponent;
    }
    // The root of the digits is in range even if the variance is not.
    return std::ldexp(std::sqrt(digits), exponent / 2);
}

/// Returns the results of value(cell) for all cells.
template <class Value>
auto of_cells(const ProfileSums& all, const Value& value) {
    std::vector<decltype(value(std::size_t{0}))> result;
    result.reserve(all.sums.cells.size());
    for (std::size_t cell = 0; cell < all.sums.cells.size(); ++cell)
        result.push_back(value(cell));
    return result;
}

} // namespace

std::vector<double> means(const Partial& partial, std::uint32_t vector) {
    check_profile(partial, vector, false, "means()");
    const auto all = profile_sums(partial, vector, false);
    return of_cells(all, [&](std::size_t cell) { return mean_of(all, cell); });
}

std::vector<double> variances(const Partial& partial, std::uint32_t vector, std::uint64_t ddof) {
    check_profile(partial, vector, true, "variances()");
    const auto all = profile_sums(partial, vector, true);
    return of_cells(all, [&](std::size_t cell) {
        if (!has_squares(all, cell)) return nan;
        return variance_of(all, variance_ratio(all, cell, spread(all, cell), ddof));
    });
}

std::vector<ProfileBin> profile(const Partial& partial, std::uint32_t vector) {
    check_profile(partial, vector, true, "profile()");
    const auto all = profile_sums(partial, vector, true);
    return of_cells(all, [&](std::size_t cell) {
        ProfileBin bin{.mean = mean_of(all, cell), .error = nan};
        if (has_squares(all, cell))
            bin.error = error_of_mean(all, cell, variance_ratio(all, cell, spread(all, cell), 1));
        return bin;
    });
}

std::vector<WeightedBin> weighted_profile(const Partial& partial, int exponent, std::uint64_t ddof) {
    const auto& problem = partial.problem();
    if (problem.weights.type != SampleType::f64 || problem.weights.vectors != 4)
        invalid("weighted_profile() needs the four f64 weights of weighted_values(); the partial has ",
                to_string(problem));
    check_profile(partial, 0, true, "weighted_profile()");
    if (exponent < -1100 || exponent > 1100)
        invalid("weighted_profile(): exponent ", exponent, " is beyond ±1100");
    const auto all = weighted_sums(partial, exponent);
    return of_cells(all, [&](std::size_t cell) {
        WeightedBin bin{
            .mean = mean_of(all, cell), .variance = nan, .error = nan, .count = effective_count(all, cell)};
        if (!has_squares(all, cell)) return bin;
        const auto spread_of_cell = spread(all, cell);
        const auto variance = variance_ratio(all, cell, spread_of_cell, ddof);
        const auto unbiased = ddof == 1 ? variance : variance_ratio(all, cell, spread_of_cell, 1);
        bin.variance = variance_of(all, variance);
        bin.error = error_of_mean(all, cell, unbiased);
        return bin;
    });
}

} // namespace histo_cl::inline HISTO_CL_ABI
