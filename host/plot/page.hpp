#pragma once

#include "plot/figure.hpp"

#include <optional>
#include <span>
#include <string>

namespace plot {

/// One self-contained page in HTML. It contains a picture for each combination of scales and measures (such
/// as counts or densities), the values, and a script. One picture is visible at a time: the script selects
/// it, hides series, and shows the values under the pointer. The page loads nothing from elsewhere, and its
/// content security policy forbids loading. Series are drawn in one panel. Narrow windows, such as a phone's,
/// get separate pictures with texts as large as in wide ones. `look`: the picture that is visible first.
/// Without a theme, the page has the theme that the reader's settings prefer.
[[nodiscard]] std::string page(const Figure& figure, Look look, std::optional<Theme> theme = {});
[[nodiscard]] std::string page(const JointFigure& figure, Look look, std::optional<Theme> theme = {});
/// A page with several figures, which are stacked() as in SVG. Hints show the values under the pointer.
[[nodiscard]] std::string page(std::span<const Figure> figures, const Look& look,
                               std::optional<Theme> theme = {});

extern const char* const page_style;
extern const char* const page_script;

} // namespace plot
