#pragma once

#include <string>

namespace common {

/// Fixed point with so many decimals.
[[nodiscard]] std::string fixed(double value, int decimals);

/// With three significant digits, at most two decimals, e.g. "0.08", "12.3".
[[nodiscard]] std::string three_digits(double value);

/// Three significant digits and the unit that suits, e.g. "12.3 ms".
[[nodiscard]] std::string duration(double seconds);

/// To a given width with spaces before (left) or after (right); longer text stays whole.
[[nodiscard]] std::string pad_left(std::string text, std::size_t width);
[[nodiscard]] std::string pad_right(std::string text, std::size_t width);

} // namespace common
