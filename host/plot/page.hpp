#pragma once

#include "plot/figure.hpp"

#include <string>

namespace plot {

/// One self-contained page in HTML. It contains the pictures in all scales and measures, the values, and a
/// script. One picture is visible at a time: the script selects it, hides series, and shows the values under
/// the pointer. The page loads nothing from elsewhere, and its content security policy forbids that. Series
/// are drawn in one panel. `look`: the picture that is visible first.
[[nodiscard]] std::string page(const Figure& figure, Look look);
[[nodiscard]] std::string page(const JointFigure& figure, Look look);

extern const char* const page_style;
extern const char* const page_script;

} // namespace plot
