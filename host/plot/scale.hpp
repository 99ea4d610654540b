#pragma once

#include <string>
#include <vector>

namespace plot {

/// Maps values to positions along an axis: `lower` is at 0 and `upper` at 1. On a logarithmic scale both are
/// positive, and values at or below 0 are at -infinity.
struct Scale {
    double lower = 0;
    double upper = 1;
    bool log = false;

    [[nodiscard]] double position(double value) const;
    /// The position, limited to 0 to 1.
    [[nodiscard]] double clamped(double value) const;
};

struct Tick {
    double value;
    std::string text;
};

/// Round values within the scale, in ascending order. Their number is about `max` (at least 2) or smaller. On
/// a linear scale they are 1, 2 or 5 times a power of ten apart. On a logarithmic scale they are powers of
/// ten; over few decades also 2 and 5 times these, and within one decade as on a linear scale.
[[nodiscard]] std::vector<Tick> ticks(const Scale& scale, int max);

/// Like ticks(), but on a linear scale integers only, for counts.
[[nodiscard]] std::vector<Tick> whole_ticks(const Scale& scale, int max);

/// A value as readable text: "1,234,567", "0.25", "6.02e23".
[[nodiscard]] std::string value_text(double value);

} // namespace plot
