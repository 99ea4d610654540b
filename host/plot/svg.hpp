#pragma once

#include "plot/scene.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace plot {

/// Returns the style with its media condition for dark colours replaced, so that the theme applies to every
/// reader. Returns it unchanged if `theme` is empty.
[[nodiscard]] std::string themed(std::string style, std::optional<Theme> theme);

/// The CSS classes of all paints. Their colours are light, or dark if the reader prefers dark colours.
[[nodiscard]] std::string style_sheet();

/// Returns the scene as a complete document. Without a theme, it has the colours that the reader's settings
/// prefer.
[[nodiscard]] std::string svg(const Scene& scene, std::optional<Theme> theme = {});

/// The scene as an element of a page that has the style sheet. It has no hints, because the page itself shows
/// what is under the pointer. `attributes` are added verbatim.
[[nodiscard]] std::string svg_element(const Scene& scene, const std::string& attributes);

/// Returns text that can be displayed: bytes that are not UTF-8, characters that XML does not allow, carriage
/// returns and U+007F are replaced by U+FFFD.
[[nodiscard]] std::string valid_text(std::string_view text);

/// Returns valid text that is escaped for XML and HTML, in content or in quotes.
[[nodiscard]] std::string escaped(std::string_view text);

/// Rounds to 1/100 of a pixel.
[[nodiscard]] double rounded(double value);
/// Returns the shortest text of the rounded() value.
[[nodiscard]] std::string coordinate(double value);

} // namespace plot
