#pragma once

#include "plot/figure.hpp"
#include "plot/scene.hpp"

namespace plot {

/// The level of a value above 0, from 0 to heat_levels - 1; the largest has the last, also where the scale is
/// logarithmic from `min` on.
[[nodiscard]] unsigned heat_level(double value, double min, double largest, bool log);

/// A joint histogram as a map of colours with a key; empty bins have the paper's. Bins smaller than a pixel
/// share a cell, which has the colour of the largest of them. Of Look's options the sizes and the logarithms
/// count. The figure has at least one bin.
[[nodiscard]] Scene heat_map(const JointFigure& figure, const Look& look);

} // namespace plot
