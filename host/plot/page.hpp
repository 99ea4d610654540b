#pragma once

#include "plot/figure.hpp"

#include <string>

namespace plot {

/// One self-contained page in HTML: it contains the pictures in all scales and measures, one of which is
/// visible; the values; and a script that selects the picture, hides series and shows the values under the
/// pointer. It loads nothing from elsewhere, and a policy forbids that. Series are drawn in one panel.
/// `look`: the picture that is visible first.
[[nodiscard]] std::string page(const Figure& figure, Look look);
[[nodiscard]] std::string page(const JointFigure& figure, Look look);

/// The style of a page, and its script.
extern const char* const page_style;
extern const char* const page_script;

} // namespace plot
