#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace demo {

/// 1234567 is "1,234,567".
[[nodiscard]] std::string grouped(std::uint64_t value);

/// Fixed point with so many decimals.
[[nodiscard]] std::string fixed(double value, int decimals);

/// Three significant digits and the unit that suits, e.g. "12.3 ms".
[[nodiscard]] std::string duration(double seconds);

/// Three significant digits in B, KiB, MiB, GiB or TiB, e.g. "104 MiB".
[[nodiscard]] std::string byte_size(std::uint64_t bytes);

/// To a given width with spaces before (right) or after (left); longer text stays whole.
[[nodiscard]] std::string pad_right(std::string text, std::size_t width);
[[nodiscard]] std::string pad_left(std::string text, std::size_t width);

/// Control characters become '?', so that a file's name cannot steer the terminal.
[[nodiscard]] std::string printable(std::string_view text);

} // namespace demo
