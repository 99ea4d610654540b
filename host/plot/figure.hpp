#pragma once

#include <string>
#include <vector>

namespace plot {

/// One histogram over the bins of a figure.
struct Series {
    std::string name;           ///< of the channel; may be empty if it is the only one
    std::vector<double> values; ///< of each bin: counts, or sums of weights
    unsigned hue = 0;           ///< see palette.hpp
};

/// Histograms over the same bins. Plain data.
struct Figure {
    std::string title;
    std::string subtitle;
    std::string x_title;
    std::string unit = "samples"; ///< what the values count
    std::vector<double> edges;    ///< ascending, one more than bins; only the ends may be infinite
    std::vector<std::string> edge_texts = {}; ///< what is written for them; none: value_text() of each
    std::vector<std::string> labels = {};     ///< names of the bins that replace their ranges, or none
    std::vector<Series> series;
    bool closed = false; ///< the last bin holds its upper edge
};

/// A histogram of two axes.
struct JointFigure {
    std::string title;
    std::string subtitle;
    std::string x_title;
    std::string y_title;
    std::string unit = "samples";
    std::vector<double> x_edges;
    std::vector<double> y_edges;
    std::vector<std::string> x_edge_texts = {}; ///< as those of a Figure
    std::vector<std::string> y_edge_texts = {};
    std::vector<double> values; ///< that of the bin (x, y) is at x * y_bins + y
};

/// How a figure is drawn. Sizes are in CSS pixels.
struct Look {
    double width = 960;
    double height = 540;
    bool log_x = false;      ///< where all edges are positive
    bool log_y = false;      ///< of bars; of a joint histogram's colours
    bool density = false;    ///< per unit of the axis, with an area of 1; if cumulative, shares of all
    bool cumulative = false; ///< each bin with those below it
    bool together = false;   ///< several series in one panel, rather than one panel each
};

/// The smallest and the largest size that is drawn.
inline constexpr double min_width = 240;
inline constexpr double min_height = 180;
inline constexpr double largest_side = 8192;

} // namespace plot
