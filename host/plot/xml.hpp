#pragma once

#include <string>
#include <string_view>

namespace plot {

/// Text as it can be shown. Names of files are bytes: what is not UTF-8, or a character that XML has not,
/// becomes U+FFFD.
[[nodiscard]] std::string valid_text(std::string_view text);

/// Valid text for XML and HTML, in content or in quotes.
[[nodiscard]] std::string escaped(std::string_view text);

/// To 1/100 of a pixel.
[[nodiscard]] double rounded(double value);
/// The value in as few characters as it takes.
[[nodiscard]] std::string coordinate(double value);

} // namespace plot
