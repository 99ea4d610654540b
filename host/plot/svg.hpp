#pragma once

#include "plot/scene.hpp"

#include <string>
#include <string_view>

namespace plot {

/// The classes of all paints, light, and dark where the reader prefers that.
[[nodiscard]] std::string style_sheet();

/// The scene as a document of its own.
[[nodiscard]] std::string svg(const Scene& scene);

/// The scene as an element of a page that has the style sheet, and its own way to show what is under the
/// pointer: without hints. `attributes` are added to it as they are.
[[nodiscard]] std::string svg_element(const Scene& scene, const std::string& attributes);

/// Text as it can be shown. Names of files are bytes: what is not UTF-8, or a character that XML has not,
/// becomes U+FFFD.
[[nodiscard]] std::string valid_text(std::string_view text);

/// Valid text for XML and HTML, in content or in quotes.
[[nodiscard]] std::string escaped(std::string_view text);

/// Rounds to 1/100 of a pixel.
[[nodiscard]] double rounded(double value);
/// The value in as few characters as it takes.
[[nodiscard]] std::string coordinate(double value);

} // namespace plot
