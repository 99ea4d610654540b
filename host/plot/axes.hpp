#pragma once

#include "plot/figure.hpp"
#include "plot/scene.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace plot {

struct Axis {
    Scale scale;
    std::vector<Tick> ticks;
    std::string title;
};

inline constexpr double title_size = 16;
inline constexpr double margin = 16;

/// How much larger than the default a picture is along its shorter side, at least 1; it is drawn in the
/// default's units, and so its texts are as much larger.
[[nodiscard]] double zoom_of(const Look& look);
/// The look in units that are `zoom` pixels.
[[nodiscard]] Look in_units(Look look, double zoom);

/// The width of a text, which is approximate because fonts differ.
[[nodiscard]] double text_width(std::string_view text, double size = text_size, bool bold = false);
/// The width of the widest text.
[[nodiscard]] double text_width(const std::vector<Tick>& ticks);
/// A text; if it is wider than about that width, an ellipsis replaces its middle.
[[nodiscard]] std::string fitted(std::string_view text, double width, double size, bool bold = false);

/// The edges with finite ends, for drawing: an infinite bin is drawn as wide as the bin next to it.
[[nodiscard]] std::vector<double> finite_edges(std::vector<double> edges);
/// Neighbouring bins that are drawn together, and where they are along an axis, from 0 to 1.
struct Band {
    std::size_t first, last;
    double from, to;
};

/// The bins of an axis with a length of `length` pixels: those narrower than a pixel are drawn together. The
/// edges must be finite.
[[nodiscard]] std::vector<Band> bands(const Scale& scale, const std::vector<double>& edges, double length);

/// Bins `first` to `last` as a range, "[0, 0.25)", with the texts of the edges, if they have any.
[[nodiscard]] std::string range_text(const std::vector<double>& edges, const std::vector<std::string>& texts,
                                     std::size_t first, std::size_t last);

/// The axis of bins with that length, with as many ticks as fit; an infinite end has its own tick. `upright`:
/// a vertical axis.
[[nodiscard]] Axis bin_axis(const std::vector<double>& edges, std::string title, bool log, double length,
                            bool upright);
/// An axis with as many of the names as fit, each at its value.
[[nodiscard]] Axis named_axis(const std::vector<std::string>& names, const std::vector<double>& at,
                              const Scale& scale, std::string title, double length);

/// Writes title and subtitle across the top; returns their height.
double add_titles(Layer& layer, const std::string& title, const std::string& subtitle, double width);

/// Grid lines across the frame, drawn below the data.
void add_grid(Layer& layer, const Box& frame, const Axis& y);
/// The line and the ticks of an x axis, and below it, with `texts`, the ticks' texts and the title.
void add_x_axis(Layer& layer, const Box& frame, const Axis& x, bool texts);
/// The texts of the ticks of a y axis, left of the frame.
void add_y_axis(Layer& layer, const Box& frame, const Axis& y);
/// The title of a y axis, possibly of several panels one above the other, centred at `middle`.
void add_y_title(Layer& layer, const std::string& title, double middle);

/// Writes "no UNIT in any bin", centred at a point.
void add_emptiness(Layer& layer, const std::string& unit, Point at);

/// The height of an x axis and the width of a y axis with these texts.
[[nodiscard]] double x_axis_height(const Axis& x);
[[nodiscard]] double y_axis_width(const Axis& y);

} // namespace plot
