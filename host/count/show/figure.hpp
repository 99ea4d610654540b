#pragma once

#include "count/output_args.hpp"
#include "count/result.hpp"
#include "plot/figure.hpp"

#include <span>

namespace count {

/// The maximum number of histograms in one figure, which is the number of colours.
inline constexpr std::size_t max_series = 8;

/// Histograms of one axis each, over the same bins, as series of one figure.
[[nodiscard]] plot::Figure figure_of(const Source& source, const Result& result,
                                     std::span<const Histogram> histograms, bool letters);

/// A joint histogram. Of three axes the first two are shown, summed over the third.
[[nodiscard]] plot::JointFigure joint_figure_of(const Source& source, const Result& result,
                                                const Histogram& histogram);

/// Writes the picture files that are requested. Throws UsageError for a file that cannot be written, and for
/// more than max_series.
void write_pictures(const Source& source, const Result& result, std::span<const Histogram> histograms,
                    bool letters, const PictureArgs& args);

} // namespace count
