#include "plot/scale.hpp"

#include "common/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace plot {

namespace {

/// Fixed point, with commas between thousands.
std::string fixed_text(double value, int decimals) {
    return common::with_separators(common::fixed(value + 0.0, decimals)); // + 0.0 avoids negative zero
}

/// The exponent of the largest power of ten that is at most |value|, with a tolerance for rounding errors.
int exponent_of(double value) {
    return static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-9));
}

/// The smallest number that is at least `value`, and is 1, 2 or 5 times a power of ten.
double round_step(double value) {
    const double unit = std::pow(10.0, exponent_of(value));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * unit >= value * (1 - 1e-9)) return factor * unit;
    return 10 * unit;
}

/// Returns a text such as "1.5e9", without zeros at the end of the mantissa.
std::string exponent_text(double value, int decimals) {
    const int exponent = exponent_of(value);
    auto mantissa = common::fixed(value / std::pow(10.0, exponent), std::clamp(decimals, 0, 15));
    if (mantissa.find('.') != std::string::npos) {
        mantissa.erase(mantissa.find_last_not_of('0') + 1);
        if (mantissa.back() == '.') mantissa.pop_back();
    }
    return mantissa + "e" + std::to_string(exponent);
}

/// Formats all labels of an axis in the same way: in fixed point, or all with an exponent.
std::vector<Tick> with_texts(const std::vector<double>& values, double step, double origin) {
    double largest = 0;
    for (const double value : values)
        largest = std::max(largest, std::abs(value - origin));
    const int top = largest > 0 ? exponent_of(largest) : 0;
    const int last = exponent_of(step);
    const bool fixed = top < 6 && last > -5;
    const bool distinct_in_few = top - last <= 4; // few digits of a mantissa suffice
    std::vector<Tick> ticks;
    for (const double value : values) {
        // The origin is a multiple of the step, except for rounding errors.
        const double shown = origin == 0 ? value : std::round((value - origin) / step) * step;
        if (fixed || (!distinct_in_few && top < 15))
            ticks.push_back({value, fixed_text(shown, std::max(0, -last))});
        else
            ticks.push_back({value, shown == 0 ? "0" : exponent_text(shown, exponent_of(shown) - last)});
    }
    return ticks;
}

std::vector<Tick> linear_ticks(const Scale& scale, double step, double origin = 0) {
    std::vector<double> values;
    const double first = std::ceil(scale.lower / step - 1e-9);
    const double last = std::floor(scale.upper / step + 1e-9);
    for (double i = first; i <= last && values.size() < 100; ++i)
        values.push_back(i * step + 0.0); // + 0.0 avoids negative zero
    return with_texts(values, step, origin);
}

/// Ticks at powers of ten. If there are few powers, there are also ticks at 2 and 5 times each power. If
/// there are many, only every n-th has a tick.
std::vector<Tick> log_ticks(const Scale& scale, int max) {
    const int first = static_cast<int>(std::ceil(std::log10(scale.lower) - 1e-9));
    const int last = static_cast<int>(std::floor(std::log10(scale.upper) + 1e-9));
    if (last - first < 1) return linear_ticks(scale, round_step((scale.upper - scale.lower) / max));
    const int decades = last - first + 1;
    const bool is_dense = 3 * decades <= max;
    const int every = is_dense ? 1 : (decades + max - 1) / max;
    std::vector<Tick> ticks;
    for (int exponent = first - 1; exponent <= last; ++exponent)
        for (const double factor : {1.0, 2.0, 5.0}) {
            const double value = factor * std::pow(10.0, exponent);
            const bool is_tick = is_dense || (factor == 1 && exponent >= first && exponent % every == 0);
            if (!is_tick || value < scale.lower * (1 - 1e-8) || value > scale.upper * (1 + 1e-8)) continue;
            const bool plain = exponent >= -3 && exponent < 6;
            ticks.push_back({value, plain ? fixed_text(value, std::max(0, -exponent))
                                          : common::fixed(factor, 0) + "e" + std::to_string(exponent)});
        }
    return ticks;
}

} // namespace

double Scale::position(double value) const {
    // Halves avoid overflow for the whole range of doubles.
    if (!log) return (value / 2 - lower / 2) / (upper / 2 - lower / 2);
    return (std::log10(value) - std::log10(lower)) / (std::log10(upper) - std::log10(lower));
}

double Scale::clamped(double value) const {
    if (log && !(value > 0)) return 0;
    return std::clamp(position(value), 0.0, 1.0);
}

std::vector<Tick> ticks(const Scale& scale, int max, bool whole, double origin) {
    max = std::max(max, 2);
    if (scale.log) return log_ticks(scale, max);
    const double min_step = whole ? 1 : 0;
    const double step = round_step(scale.upper / max - scale.lower / max);
    auto found = linear_ticks(scale, std::max(step, min_step), origin);
    if (found.size() < 2) // the next smaller step is less than half of the scale, so two ticks fit
        found = linear_ticks(scale, std::max(round_step(0.35 * step), min_step), origin);
    return found;
}

double common_origin(const Scale& scale) {
    constexpr double max_digits = 1e7; // above this ratio of value to span, ticks have too many digits
    const double span = scale.upper - scale.lower;
    const double largest = std::max(std::abs(scale.lower), std::abs(scale.upper));
    if (scale.log || !(span > 0) || !(span * max_digits < largest)) return 0;
    const int exponent = exponent_of(span) + 1;
    // If the exponent is negative, `unit` is the reciprocal of the unit, because only the reciprocal is
    // exact.
    const double unit = std::pow(10.0, std::abs(exponent));
    if (exponent >= 0) return std::floor(scale.lower / unit + 1e-3) * unit;
    return std::floor(scale.lower * unit + 1e-3) / unit;
}

std::string with_origin(const std::string& title, double origin) {
    if (origin == 0) return title;
    auto text = common::significant(std::abs(origin), std::numeric_limits<double>::digits10);
    return title + (origin < 0 ? " + " : " - ") + common::with_separators(std::move(text));
}

std::string value_text(double value) {
    if (!std::isfinite(value)) return std::isnan(value) ? "NaN" : value > 0 ? "inf" : "-inf";
    if (value == std::trunc(value) && std::abs(value) < 1e15) return fixed_text(value, 0);
    return common::significant(value, 6);
}

} // namespace plot
