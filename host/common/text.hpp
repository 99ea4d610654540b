#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace common {

/// Returns the value in fixed point with the given number of decimals.
[[nodiscard]] std::string fixed(double value, int decimals);

/// Returns the value with at most `digits` significant digits, in fixed point or with an exponent, like
/// printf's %g.
[[nodiscard]] std::string significant(double value, int digits);

/// Returns the text of a number with commas between thousands, such as "1,234.5"; numbers with an exponent
/// are unchanged.
[[nodiscard]] std::string with_separators(std::string number);

/// The value with at least three digits and at most two decimals, e.g. "0.08", "12.3", "1234".
[[nodiscard]] std::string three_digits(double value);

/// A time in us, ms or s, with the digits of three_digits(), e.g. "12.3 ms".
[[nodiscard]] std::string duration(double seconds);

/// Splits UTF-8 text into characters: each is one byte and the continuation bytes that follow it, valid or
/// not.
[[nodiscard]] std::vector<std::string_view> characters(std::string_view text);

/// The number of columns that a text takes on a terminal: one per character.
[[nodiscard]] std::size_t columns_of(std::string_view text);

/// Returns text of at most `columns` columns: in longer text, `…` (Unicode) or `..` (ASCII) replaces the
/// middle. If there is no room for that, the text is cut off.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t columns, bool unicode);

/// Pads to a width in columns with spaces before (left) or after (right); longer text is returned unchanged.
[[nodiscard]] std::string pad_left(std::string text, std::size_t width);
[[nodiscard]] std::string pad_right(std::string text, std::size_t width);

/// Returns the words of a text, which spaces and line ends separate.
[[nodiscard]] std::vector<std::string> words(const std::string& text);

/// Wraps words into lines of at most `width` columns. The first line is printed after `indent` columns of
/// other text, and all other lines begin with `indent` spaces. A word that is longer than a line is broken
/// after hyphens, if it has any.
[[nodiscard]] std::string wrapped(const std::string& text, std::size_t width, std::size_t indent = 0);

[[nodiscard]] std::string joined(const std::vector<std::string>& parts, std::string_view separator);

/// Returns the text with A to Z as a to z, and all other bytes unchanged.
[[nodiscard]] std::string lower(std::string_view text);

/// Returns the text in double quotes, as a cell of CSV.
[[nodiscard]] std::string csv_quoted(std::string_view text);

/// Returns the text in single quotes, so that shells take it literally.
[[nodiscard]] std::string shell_quoted(std::string_view text);

/// Returns the number with commas between thousands: 1234567 is "1,234,567".
[[nodiscard]] std::string grouped(std::uint64_t value);

/// Returns the number with its noun, such as "1 file" or "2,000 files".
[[nodiscard]] std::string plural(std::uint64_t count, std::string_view noun);

/// A rate per second with an SI prefix, e.g. "2.79 GB/s".
[[nodiscard]] std::string rate(double per_second, std::string_view unit);

/// Returns a size in B, KiB, MiB, GiB or TiB, e.g. "104 MiB". All units except B have the digits of
/// three_digits().
[[nodiscard]] std::string byte_size(std::uint64_t bytes);

/// Replaces control characters by '?', so that external text, such as a file name, cannot control the
/// terminal. Control characters are 0 to 31 and 127 to 159. Those above 127 are replaced both as UTF-8
/// characters and as single bytes.
[[nodiscard]] std::string printable(std::string_view text);
/// Like printable(), but keeps tabs and line ends.
[[nodiscard]] std::string printable_lines(std::string_view text);

} // namespace common
