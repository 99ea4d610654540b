#pragma once

#include <string>
#include <vector>

namespace plot {

/// Maps values to positions along an axis: `lower` is at 0 and `upper` at 1. On a logarithmic scale both are
/// positive.
struct Scale {
    double lower = 0;
    double upper = 1;
    bool log = false;

    /// Returns the position of a value. On a logarithmic scale it is -infinity for 0, and NaN below 0.
    [[nodiscard]] double position(double value) const;
    /// The position, limited to 0 to 1; 0 for values at or below 0 on a logarithmic scale.
    [[nodiscard]] double clamped(double value) const;
};

struct Tick {
    double value;
    std::string text;
};

/// Returns round values within the scale, in ascending order. Their number is about `max` or smaller, and at
/// least 2 if the scale is linear; a `max` below 2 counts as 2. On a linear scale they are 1, 2 or 5 times a
/// power of ten apart. On a logarithmic scale they are powers of ten, and over few decades also 2 and 5 times
/// these. A logarithmic scale with fewer than two powers of ten has the ticks of a linear scale. `whole`: the
/// ticks of a linear scale are integers, for counts. The texts on a linear scale are distances from `origin`.
[[nodiscard]] std::vector<Tick> ticks(const Scale& scale, int max, bool whole = false, double origin = 0);

/// Returns the starts of years, months, days and so on within a linear scale of seconds since 1970: "2012",
/// "2012-04", "2012-04-14". Times within a day have no date, "08:00", except for the first. `max`: see
/// ticks().
[[nodiscard]] std::vector<Tick> date_ticks(const Scale& scale, int max);

/// A round value near `lower` if the values of a linear scale have so many digits in common that texts of
/// their ticks would be long; otherwise 0.
[[nodiscard]] double common_origin(const Scale& scale);

/// The title of an axis whose texts are distances from the origin: "value - 1,000,000,000". If the origin is
/// 0, the title is unchanged.
[[nodiscard]] std::string with_origin(const std::string& title, double origin);

/// A value as readable text: "1,234,567", "0.25", "6.02e+23".
[[nodiscard]] std::string value_text(double value);

} // namespace plot
