#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace common {

/// 1234567 is "1,234,567".
[[nodiscard]] std::string grouped(std::uint64_t value);

/// "1 file", "2,000 files".
[[nodiscard]] std::string plural(std::uint64_t count, std::string_view noun);

/// A rate per second with an SI prefix, e.g. "2.79 GB/s".
[[nodiscard]] std::string rate(double per_second, std::string_view unit);

/// Three significant digits in B, KiB, MiB, GiB or TiB, e.g. "104 MiB".
[[nodiscard]] std::string byte_size(std::uint64_t bytes);

/// Replaces control characters by '?', those of UTF-8 and of 8 bits too, so that what comes from outside,
/// such as a file's name, cannot control the terminal.
[[nodiscard]] std::string printable(std::string_view text);
/// The same of lines, with the tabs in them.
[[nodiscard]] std::string printable_lines(std::string_view text);

} // namespace common
