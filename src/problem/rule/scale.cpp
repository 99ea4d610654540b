#include "core/c_math.hpp"
#include "core/float_format.hpp"
#include "problem/rule/bin_rule.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

// Mode scale of kernels/bin/bin_line.cl: floats in nearly even bins. Let first(i) be the first sample of bin
// i, at threshold i, and before(i) the sample before it.
//
// Let bin(x) be the integer part of x · scale + start, as a device computes it. A line is exact if
//
//     bin(first(i)) >= i  and  bin(before(i)) <= i − 1  for all i,
//
// because bin(x) is monotonic, as is each rounding. set_exact() tests this for each i, with and without
// contraction of product and sum, and with and without flushing of denormals. For set_whole_bins() no test is
// needed. Most lines whose scale is a power of two are exact.
//
// Otherwise let g(x) = (x − lower) · (scale + scale_low) + (start + start_low), without rounding; g is
// monotonic. The deviation D, measured below, has the property that for all i
//
//     g(before(i)) <= i − 1/2 + D  and  g(first(i)) >= i − 1/2 − D.
//
// The device computes an integer i, with any rounding, and r, which differs from g(x) − i by at most E. If
// |r| < 1/2 − D − E, then
//
//     i − 1/2 + D < g(x) < i + 1/2 − D,  so  g(before(i)) < g(x) < g(first(i + 1)),
//
// and because g is monotonic, x lies between these samples, in bin i, provided that i is a bin. Otherwise,
// threshold e decides between the bins e − 1 and e, where e is i or i + 1, depending on the sign of r. That
// is correct if i was computed from a position with an error of at most C, and D + C < 1/2. Then a sample in
// range with i below 0 or above the last bin is in the first or the last bin.
//
// E is the sum of three rounding errors, each half a unit in the last place of the largest result. The first
// is the error of the difference, if lower is not 0 (at most 2^-digits relative). The second is the error of
// the product, which is exact if scale is a power of two. The third is the error of the sum, which is exact
// from position 1/2 on if start = −1/2. A device may contract product and sum, which only reduces the error.
// For a fine line, start is a multiple of a unit for which start − i is exact. So besides the difference,
// only the two fma() and their sum are rounded, and their results are within ±1.

namespace histo_cl::detail {
namespace {

struct Line {
    double lower = 0;
    double scale = 0;
    double start = 0;
    bool fine = false; ///< whether the low parts are used; otherwise they are 0
    double scale_low = 0;
    double start_low = 0;

    /// The position of x, computed in double. margins() allows for the rounding errors.
    [[nodiscard]] double operator()(double x) const {
        return (x - lower) * (scale + scale_low) + (start + start_low);
    }
};

/// The maximum distances by which positions of samples next to an edge i are on the wrong side of i − 1/2.
struct Deviation {
    double before = 0; ///< maximum for the last samples before an edge
    double first = 0;  ///< maximum for the first samples at or after an edge

    [[nodiscard]] double max() const { return std::max({before, first, 0.0}); }
};

/// The deviation at every `stride`-th edge. Stops if before + first exceeds 1: even the best start leaves a
/// deviation of half this sum, which is too large.
template <class T>
Deviation deviation(const Line& line, const BinRule& rule, std::uint32_t stride = 1) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Deviation found{-infinity, -infinity};
    const auto see_before = [&](std::uint32_t i, std::uint64_t offset) {
        found.before =
            std::max(found.before, line(float_format<T>.value(rule.first_key + offset - 1)) - (i - 0.5));
    };
    const auto see_first = [&](std::uint32_t i, std::uint64_t offset) {
        found.first = std::max(found.first, (i - 0.5) - line(float_format<T>.value(rule.first_key + offset)));
    };
    see_before(0, rule.thresholds[0]);
    see_first(rule.last_bin + 1, rule.last_offset + 1);
    for (std::uint32_t i = 1; i <= rule.last_bin && found.before + found.first <= 1; i += stride) {
        see_before(i, rule.thresholds[i]);
        see_first(i, rule.thresholds[i]);
    }
    return found;
}

struct Margins {
    double margin = 1; ///< D + E
    double reach = 1;  ///< D + C
};

/// The margins of a line. They include the rounding errors of these computations in double, and the errors of
/// devices that flush denormals.
Margins margins(const Line& line, double deviation, double count, const FloatFormat& format) {
    const double farthest = count + std::fabs(line.start); // limit of the product's magnitude
    int exponent = 0;
    const bool power_of_two = std::frexp(line.scale, &exponent) == 0.5;
    const double difference = line.lower == 0 ? 0 : count * std::ldexp(1.0, -format.digits);
    const double max_product = std::max(std::fabs(line.start + 0.5), std::fabs(count - 0.5 - line.start));
    const double product = power_of_two ? 0 : format.rounding(max_product);
    const double sum = format.rounding(line.start == -0.5 ? 0.5 : count);
    const double slack = farthest * 0x1p-50 + 4 * format.min_normal * (1 + line.scale);
    const double coarse = difference + product + sum;
    const double fine = difference + 3 * format.rounding(1);
    const double low = std::fabs(line.start_low) + farthest * std::fabs(line.scale_low / line.scale);
    return {(deviation + (line.fine ? fine : coarse)) * (1 + 0x1p-10) + slack,
            deviation + 2 * coarse + low + slack};
}

/// Rounds `start` to a multiple of a unit. Sets the low parts, which are what rounding removed from scale and
/// start.
void split(Line& line, double scale, double start, double count, const FloatFormat& format) {
    line.scale_low = format.rounded(scale - line.scale);
    if (std::fabs(line.scale_low) < format.min_normal) line.scale_low = 0;
    const double unit = 2 * format.rounding(count + std::fabs(start));
    line.start = std::round(start / unit) * unit;
    line.start_low = format.rounded(start - line.start);
    if (std::fabs(line.start_low) < format.min_normal) line.start_low = 0;
    line.fine = true;
}

/// Returns x · scale + start as a device computes it.
template <class T>
T position(T x, T scale, T start, bool flushing, bool fusing) {
    const auto kept = [flushing](T value) {
        return flushing && std::fabs(value) < std::numeric_limits<T>::min() ? T{0} : value;
    };
    const T product = kept(kept(x) * scale);
    return kept(fusing ? fused(kept(x), scale, start) : product + start);
}

/// Whether every device finds this bin for an offset, regardless of contraction and flushing.
template <class T>
bool is_in(const BinRule& rule, std::uint64_t offset, std::uint32_t bin, double scale, double start) {
    constexpr const auto& format = float_format<T>;
    const auto x = static_cast<T>(format.value(rule.first_key + offset));
    for (const bool flushing : {false, true})
        for (const bool fusing : {false, true}) {
            const T at = position(x, static_cast<T>(scale), static_cast<T>(start), flushing, fusing);
            if (!(at >= 0) || static_cast<std::uint64_t>(at) != bin) return false;
        }
    return true;
}

/// Sets which samples are certainly in range: see BinRule. In comparisons of floats, a device may flush
/// denormals to 0.
void set_sure_range(BinRule& rule, const FloatFormat& format) {
    const auto sign = std::uint64_t{1} << (8 * bytes(format.type) - 1);
    const auto first = rule.first_key;
    const auto last = first + rule.last_offset;
    rule.nonnegative = first >= sign - 1 && last >= sign; // −0 and above
    if (rule.nonnegative) {
        rule.min_bits = std::max(first, sign) - sign;
        rule.span = last - sign - rule.min_bits;
        return;
    }
    const auto normal = [&](double x, double otherwise) {
        return std::fabs(x) < format.min_normal ? otherwise : x;
    };
    rule.min_value = normal(format.value(first), format.min_normal);
    rule.max_value = normal(format.value(last), -format.min_normal);
}

/// Sets an exact line if there is one, possibly with `capped`. Returns whether there is one.
template <class T>
bool set_exact(BinRule& rule, double lower, double exact_scale, const FloatFormat& format) {
    const double scale = format.rounded(exact_scale);
    // −0 if `lower` is 0, because compilers remove an addition of −0, but not of 0.
    const double start = format.rounded(-lower * scale);
    const auto found = [&](std::uint64_t offset, std::uint32_t bin) {
        return is_in<T>(rule, offset, bin, scale, start);
    };
    // Bins without samples have the same threshold as the next bin.
    const auto& first = rule.thresholds;
    for (std::uint32_t i = 0; i < rule.last_bin; ++i)
        if (first[i] != first[i + 1] && !(found(first[i], i) && found(first[i + 1] - 1, i))) return false;
    if (!found(first[rule.last_bin], rule.last_bin)) return false;
    rule.capped = !found(rule.last_offset, rule.last_bin);
    rule.line = BinRule::Line::exact;
    rule.scale = scale;
    rule.start = start;
    rule.thresholds.clear();
    return true;
}

/// The line with low parts. Its start balances the deviations on both sides, measured at up to 2^17 edges,
/// which is as good as measuring at all edges.
template <class T>
Line fine_line(const Line& coarse, const BinRule& rule, double scale, double start, double count,
               const FloatFormat& format) {
    constexpr std::uint32_t enough = 1 << 16;
    auto line = coarse;
    split(line, scale, start, count, format);
    const auto off = deviation<T>(line, rule, rule.last_bin / enough | 1);
    split(line, scale, start + (off.first - off.before) / 2, count, format);
    return line;
}

template <class T>
bool set_line(BinRule& rule, double lower, double width, double count, const FloatFormat& format) {
    // Adding ROUNDING (kernels/bin/line_near.cl) distinguishes integers up to a quarter of 2^digits.
    if (count > std::ldexp(1.0, format.digits - 2)) return false;
    const double scale = count / width;
    Line line;
    // If 0 is near the range, `lower` is included in `start` instead of being subtracted.
    if (std::fabs(lower) > 2 * width) line.lower = format.rounded(lower);
    line.scale = format.rounded(scale);
    const double start = -0.5 - (lower - line.lower) * scale;
    line.start = format.rounded(start);
    constexpr double cheap = 0x1p-12; // with this margin, one of 64 groups of 32 samples reads a threshold
    const auto measured = [&](const Line& a) {
        return margins(a, deviation<T>(a, rule).max(), count, format);
    };
    const auto ideal = margins(line, 0, count, format);
    const bool clearly_expensive = sizeof(T) == sizeof(float) && ideal.margin > cheap; // for any deviation
    auto best = clearly_expensive ? ideal : measured(line);
    if (sizeof(T) == sizeof(float) && best.margin > cheap) {
        const auto fine = fine_line<T>(line, rule, scale, start, count, format);
        const auto with_low = measured(fine);
        const auto is_better = [&] { return with_low.reach < 0.5 && with_low.margin < best.margin; };
        if (clearly_expensive && !is_better()) best = measured(line);
        if (is_better()) {
            line = fine;
            best = with_low;
        }
    }
    if (!(best.reach < 0.5 && best.margin < 0.125)) return false; // then a search is as fast
    rule.line = line.fine ? BinRule::Line::fine : BinRule::Line::coarse;
    rule.lower = line.lower;
    rule.scale = line.scale;
    rule.start = line.start;
    rule.scale_low = line.scale_low;
    rule.start_low = line.start_low;
    const double clear = 0.5 - best.margin;
    rule.clear = format.rounded(clear - format.rounding(clear));
    return true;
}

/// Whether the samples are f32 or f64, no difference can overflow, and flushed denormals do not matter.
bool within_limits(double width, double scale, SampleType sample) {
    if (sample != SampleType::f32 && sample != SampleType::f64) return false;
    const bool single = sample == SampleType::f32;
    const double largest_width = single ? 0x1p126 : 0x1p1022;
    const double largest_scale = single ? 0x1p60 : 0x1p900;
    return width <= largest_width && scale <= largest_scale && scale >= 1 / largest_scale;
}

} // namespace

bool set_whole_bins(BinRule& rule, SampleType sample, double upper, std::uint32_t count, bool doubles) {
    if (sample == SampleType::f64 && !doubles) return false;
    const double scale = count / upper;
    int exponent = 0;
    if (!within_limits(upper, scale, sample) || std::frexp(scale, &exponent) != 0.5 || upper * scale != count)
        return false;
    rule.mode = BinRule::Mode::scale;
    rule.line = BinRule::Line::exact;
    rule.last_bin = count - 1;
    rule.scale = scale;
    rule.start = -0.0;
    const FloatFormat format(sample);
    rule.capped = format.value(rule.first_key + rule.last_offset) >= upper;
    set_sure_range(rule, format);
    return true;
}

void set_scale(BinRule& rule, SampleType sample, double lower, double upper, std::uint32_t count,
               bool doubles) {
    if (sample == SampleType::f64 && !doubles) return set_fixed_point(rule);
    const double width = upper - lower;
    const double scale = count / width;
    if (!within_limits(width, scale, sample)) return;
    // The format must not be a compile-time constant: with one, GCC 12 omits the rounding to float when it
    // stores two doubles at once.
    const FloatFormat format(sample);
    const auto set = [&]<class T>(std::type_identity<T> /*sample*/) {
        return set_exact<T>(rule, lower, scale, format) || set_line<T>(rule, lower, width, count, format);
    };
    if (!(sample == SampleType::f32 ? set(std::type_identity<float>()) : set(std::type_identity<double>())))
        return;
    set_sure_range(rule, format);
    rule.mode = BinRule::Mode::scale;
}

} // namespace histo_cl::detail
