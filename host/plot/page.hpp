#pragma once

#include "plot/figure.hpp"

#include <string>

namespace plot {

/// One self-contained page in HTML: the pictures in all scales and measures, of which one is shown, a script
/// that chooses it, hides series and shows the values under the pointer, and the values. It loads nothing
/// from elsewhere, and forbids the browser to. Series are drawn in one panel. `look` is what it shows first.
[[nodiscard]] std::string page(const Figure& figure, Look look);
[[nodiscard]] std::string page(const JointFigure& figure, Look look);

/// The style of a page around its pictures, and the script that brings it to life.
extern const char* const page_style;
extern const char* const page_script;

} // namespace plot
