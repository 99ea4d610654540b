#pragma once

#include "count/histograms.hpp"
#include "count/output_args.hpp"
#include "plot/figure.hpp"

#include <span>

namespace count {

/// The most histograms of one figure: there are so many colours.
inline constexpr std::size_t most_series = 8;

/// Histograms of one axis each, over the same bins, as series of one figure.
[[nodiscard]] plot::Figure figure_of(const Source& source, const Result& result,
                                     std::span<const Histogram> histograms, bool letters);

/// A joint histogram. Of three axes the first two are shown, summed over the third.
[[nodiscard]] plot::JointFigure joint_figure_of(const Source& source, const Result& result,
                                                const Histogram& histogram);

/// Writes the picture files that are wanted. Throws UsageError for a file that cannot be written, and for
/// more than most_series.
void write_pictures(const Source& source, const Result& result, std::span<const Histogram> histograms,
                    bool letters, const PictureArgs& args);

} // namespace count
