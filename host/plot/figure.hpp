#pragma once

#include "plot/scene.hpp"

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace plot {

/// A value of the x axis that is marked by a line.
struct Reference {
    double at;
    std::string text;
};

/// One histogram over the bins of a figure.
struct Series {
    std::string name;                ///< the channel's name; may be empty for a single series
    std::vector<double> values;      ///< the value of each bin: a count, a sum of weights, or a mean
    unsigned hue = 0;                ///< see Paint
    std::vector<double> errors = {}; ///< the standard error of each value, NaN where there is none; or empty
    std::vector<Reference> references = {}; ///< marked values, such as percentiles, in ascending order
};

/// Histograms over the same bins. Plain data.
struct Figure {
    std::string title;
    std::string subtitle;
    std::string x_title;
    std::string unit = "samples"; ///< what the values count
    std::vector<double> edges;    ///< ascending, one more than bins; only the ends may be infinite
    std::vector<std::string> edge_texts = {}; ///< texts of the edges; empty: value_text() of each
    std::vector<std::string> labels = {};     ///< names of the bins, shown instead of ranges; may be empty
    std::vector<Series> series;
    bool dates = false;      ///< the edges are seconds since 1970, and the axis shows dates
    bool closed = false;     ///< the last bin includes its upper edge
    bool difference = false; ///< the last series is the second minus the first
    bool adds_up = true;     ///< false for means and extremes, whose sums and shares are not shown
};

/// Returns the name of a series; if it has none, the name of the axis.
[[nodiscard]] inline const std::string& name_of(const Series& series, const Figure& figure) {
    return series.name.empty() ? figure.x_title : series.name;
}

/// A histogram of two axes.
struct JointFigure {
    std::string title;
    std::string subtitle;
    std::string x_title;
    std::string y_title;
    std::string unit = "samples";
    std::vector<double> x_edges;
    std::vector<double> y_edges;
    std::vector<std::string> x_edge_texts = {}; ///< like Figure::edge_texts
    std::vector<std::string> y_edge_texts = {};
    bool x_dates = false; ///< like Figure::dates
    bool y_dates = false;
    std::vector<double> values; ///< the value of bin (x, y) is at x * y_bins + y
};

/// How a figure is drawn. Sizes are in CSS pixels; texts and lines are larger in pictures that are larger
/// than the default.
struct Look {
    double width = 960;
    double height = 540;
    bool log_x = false; ///< the x axis is logarithmic if all edges are positive
    bool log_y = false; ///< bar heights, or a map's colours, are logarithmic
    /// Draws densities: heights per unit of the axis, with a total area of 1. If cumulative, draws shares of
    /// the total.
    bool density = false;
    bool cumulative = false; ///< adds to each bin all bins below it
    bool together = false;   ///< several series in one panel, rather than one panel each
};

/// The minimum width and height of a picture, and the maximum of both, in CSS pixels.
inline constexpr double min_width = 240;
inline constexpr double min_height = 180;
inline constexpr double largest_side = 8192;

/// The heights of the bars according to the look: counts, densities, or cumulative sums.
[[nodiscard]] std::vector<double> heights(const std::vector<double>& values, const std::vector<double>& edges,
                                          const Look& look);

/// Returns the heights of all series; the series of differences has the difference of the heights.
[[nodiscard]] std::vector<std::vector<double>> all_heights(const Figure& figure, const Look& look);

/// The range of values, and the smallest above 0.
struct Extent {
    double min = 0; ///< the smallest value, or 0 if it is positive
    double max = 0; ///< the largest value, or 0 if it is negative
    double smallest_positive = std::numeric_limits<double>::infinity();
};
[[nodiscard]] Extent extent_of(const std::vector<std::vector<double>>& all);

/// Bars over the bins, in a panel for each series, with the same axes for all. Bins narrower than a pixel
/// share a column, which is as high as the highest of them. A value other than 0 is always visible, except
/// below 0 on a logarithmic axis. The figure has at least one bin and one series.
[[nodiscard]] Scene chart(const Figure& figure, const Look& look);

/// The charts of figures, one below the other, each with its own axes. The first figure has the title.
[[nodiscard]] Scene stacked(std::span<const Figure> figures, const Look& look);

/// Returns the figure with neighbouring bins merged, so that it has at most `max_bins` bins. Values of merged
/// bins are added up. If values do not add up, the one farthest from 0 is kept.
[[nodiscard]] Figure coarser(Figure figure, std::size_t max_bins);

/// Neighbouring bins, from `first` to `last`.
struct BinSpan {
    std::size_t first, last;
};

/// The scale of the values above 0. It ends at the largest value, and begins at 0 or, if logarithmic, at the
/// smallest. Linear if all values are equal; `upper` is 0 if no value is above 0.
[[nodiscard]] Scale heat_scale(const std::vector<double>& values, bool log);

/// The largest value of the bins in both spans; 0 if no value is above 0.
[[nodiscard]] double largest_of(const JointFigure& figure, BinSpan x, BinSpan y);

/// The level of a value above 0, from 0 to heat_levels - 1; the largest value has the last level.
[[nodiscard]] unsigned heat_level(double value, const Scale& scale);

/// A joint histogram as a map of colours with a key; empty bins have the colour of the background. Bins
/// smaller than a pixel share a cell, which has the colour of the largest of them. Only the sizes, `log_x`
/// (for both axes) and `log_y` of `look` are used. The figure has at least one bin.
[[nodiscard]] Scene heat_map(const JointFigure& figure, const Look& look);

} // namespace plot
