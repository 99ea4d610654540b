#pragma once

#include "plot/scene.hpp"

#include <string>
#include <string_view>

namespace plot {

/// The CSS classes of all paints, in light colours, and in dark ones if the reader prefers these.
[[nodiscard]] std::string style_sheet();

/// The scene as a complete document.
[[nodiscard]] std::string svg(const Scene& scene);

/// The scene as an element of a page that has the style sheet. It has no hints, because the page itself shows
/// what is under the pointer. `attributes` are added verbatim.
[[nodiscard]] std::string svg_element(const Scene& scene, const std::string& attributes);

/// Text that can be displayed: bytes that are not UTF-8, characters that XML does not allow, carriage returns
/// and U+007F become U+FFFD.
[[nodiscard]] std::string valid_text(std::string_view text);

/// Valid text for XML and HTML, in content or in quotes.
[[nodiscard]] std::string escaped(std::string_view text);

/// Rounds to 1/100 of a pixel.
[[nodiscard]] double rounded(double value);
/// The text of the rounded() value, in as few characters as possible.
[[nodiscard]] std::string coordinate(double value);

} // namespace plot
