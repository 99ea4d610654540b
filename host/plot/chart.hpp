#pragma once

#include "plot/figure.hpp"
#include "plot/scene.hpp"

#include <vector>

namespace plot {

/// The heights of the bars, as the look has them: counts, densities, or sums up to each bin.
[[nodiscard]] std::vector<double> heights(const std::vector<double>& values, const std::vector<double>& edges,
                                          const Look& look);

/// Bars over the bins, in a panel for each series, with the same axes for all. Bins narrower than a pixel
/// share a column, which is as high as the highest of them. A value other than 0 is always visible, except
/// below 0 on a logarithmic axis. The figure has at least one bin and one series.
[[nodiscard]] Scene chart(const Figure& figure, const Look& look);

/// The figure with neighbouring bins added up, so that it has at most that many.
[[nodiscard]] Figure coarser(Figure figure, std::size_t max_bins);

} // namespace plot
