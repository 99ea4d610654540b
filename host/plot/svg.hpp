#pragma once

#include "plot/scene.hpp"

#include <string>

namespace plot {

/// The classes of all paints, light, and dark where the reader prefers that.
[[nodiscard]] std::string style_sheet();

/// The scene as a document of its own.
[[nodiscard]] std::string svg(const Scene& scene);

/// The scene as an element of a page that has the style sheet, and its own way to show what is under the
/// pointer: without hints. `attributes` are added to it as they are.
[[nodiscard]] std::string svg_element(const Scene& scene, const std::string& attributes);

} // namespace plot
