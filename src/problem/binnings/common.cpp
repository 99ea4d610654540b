#include "problem/binnings/common.hpp"

#include "core/exact.hpp"
#include "core/float_format.hpp"
#include "core/text.hpp"

#include <cfloat>
#include <cmath>

namespace histo_cl::detail {
namespace {

/// The double nearest to n/d, for 0 < d <= 2^44 and |n/d| <= 2^64.
double nearest(Int128 n, Int128 d) noexcept {
    constexpr auto exact = Int128{1} << 53U;
    if (-exact <= n && n <= exact) return static_cast<double>(n) / static_cast<double>(d);
    // The magnitude is above 2^9, so a double keeps fewer than the 62 fractional bits used here. The last of
    // them is a sticky bit for the rest.
    const auto whole = floor_div(n, d);
    const auto rest = (n - whole * d) << 62U;
    const auto sticky = rest % d != 0 ? 1 : 0;
    return std::ldexp(static_cast<double>(((whole << 62U) + rest / d) | sticky), -62);
}

/// The value as an integer if it fits in 64 bits, otherwise as a double, which is exact for ±2^64.
Number whole_number(Int128 value) noexcept {
    if (value < lowest(SampleType::i64) || value > highest(SampleType::u64))
        return static_cast<double>(value);
    if (value > highest(SampleType::i64)) return static_cast<std::uint64_t>(value);
    return static_cast<std::int64_t>(value);
}

/// The results of part(numerator, denominator) for all edges. Each edge is numerator / denominator.
template <class T, class Part>
std::vector<T> fractions(std::uint32_t count, Int128 lower, Int128 width, const Part& part) {
    const auto denominator = Int128{count} << fraction_bits;
    std::vector<T> edges;
    edges.reserve(std::size_t{count} + 1);
    for (std::uint32_t i = 0; i <= count; ++i)
        edges.push_back(part(lower * count + width * i, denominator));
    return edges;
}

} // namespace

std::string range_text(const Number& lower, const Number& upper) {
    return concat("[", lower, ", ", upper, ")");
}

void check_count(std::uint64_t count) {
    if (count < 1 || count > max_bins) invalid(count, " bins: allowed are 1 to ", max_bins, " (2^24)");
}

void check_finite(const std::string& given, const Number& bound, const std::string& kind) {
    if (!bound.is_finite()) invalid(given, ": the bounds of ", kind, " bins must be finite");
}

void check_within(const std::string& given, double bound, SampleType sample) {
    if (std::fabs(bound) > FloatFormat(sample).largest)
        invalid(given, ": beyond the largest ", sample, ", ", Number(FloatFormat(sample).largest));
}

void check_step(const std::string& range, std::uint32_t count, double step) {
    if (!std::isfinite(step))
        invalid("the range ", range, " is wider than the largest double, ", Number(DBL_MAX));
    if (step < DBL_MIN)
        invalid("the range ", range, " in ", count, " bins: a bin must be at least ", Number(DBL_MIN),
                " wide");
}

std::vector<double> integer_edges(std::uint32_t count, Int128 lower, Int128 width) {
    return fractions<double>(count, lower, width, nearest);
}

std::vector<Number> integer_edge_numbers(std::uint32_t count, Int128 lower, Int128 width) {
    return fractions<Number>(count, lower, width, [](Int128 n, Int128 d) {
        const auto above = ceil_div(n, d);
        const auto value = nearest(n, d);
        return above * d == n || value == std::trunc(value) ? whole_number(above) : Number(value);
    });
}

} // namespace histo_cl::detail
