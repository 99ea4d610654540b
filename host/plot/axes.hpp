#pragma once

#include "plot/figure.hpp"
#include "plot/scene.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace plot {

struct Axis {
    Scale scale;
    std::vector<Tick> ticks;
    std::string title;
    bool turned = false; ///< the texts of an x axis are read from bottom to top
};

inline constexpr double title_size = 16;
inline constexpr double margin = 16;

/// Returns the factor by which the picture is larger than the default: the smaller one of its factors in
/// width and height, but at least 1. The picture is drawn in the default's units, so its texts grow by that
/// factor.
[[nodiscard]] double zoom_of(const Look& look);
/// The look with sizes in units of `zoom` pixels.
[[nodiscard]] Look in_units(Look look, double zoom);

/// The width of a text, which is approximate because fonts differ.
[[nodiscard]] double text_width(std::string_view text, double size = text_size, bool bold = false);
/// The width of the widest text.
[[nodiscard]] double text_width(const std::vector<Tick>& ticks);
/// Returns the text; if it is wider than about `width`, an ellipsis replaces its middle.
[[nodiscard]] std::string fitted(std::string_view text, double width, double size, bool bold = false);

/// The edges with finite ends, for drawing: an infinite bin is drawn as wide as the bin next to it.
[[nodiscard]] std::vector<double> finite_edges(std::vector<double> edges);
/// Neighbouring bins that are drawn together, and where they are along an axis, from 0 to 1.
struct Band {
    std::size_t first, last;
    double from, to;
};

/// The bins of an axis with a length of `length` pixels. Neighbouring bins narrower than a pixel are drawn
/// together. The edges must be finite.
[[nodiscard]] std::vector<Band> bands(const Scale& scale, const std::vector<double>& edges, double length);

/// Bins `first` to `last` as a range such as "[0, 0.25)". `texts`: the texts of the edges, or empty.
[[nodiscard]] std::string range_text(const std::vector<double>& edges, const std::vector<std::string>& texts,
                                     std::size_t first, std::size_t last);

/// Whether an axis is horizontal or vertical.
enum class Direction : std::uint8_t { across, upright };

/// The kind of an axis of bins: numbers on a linear or a logarithmic scale, or dates.
enum class AxisKind : std::uint8_t { linear, log, dates };

/// Returns as many ticks as fit along an axis of the given length. `whole` and `origin`: see ticks().
[[nodiscard]] std::vector<Tick> fitting_ticks(const Scale& scale, double length, Direction direction,
                                              bool whole = false, double origin = 0);

/// The axis of bins, with a length of `length` and as many ticks as fit; an infinite end has its own tick. If
/// the edges are integers, so are the ticks between them. Digits that all values have in common are in the
/// title.
[[nodiscard]] Axis bin_axis(const std::vector<double>& edges, const std::string& title, AxisKind kind,
                            double length, Direction direction);
/// The x axis of named bins, each 1 wide. The names are turned if more of them fit that way; turned names
/// longer than `max_turned` are shortened.
[[nodiscard]] Axis named_axis(const std::vector<std::string>& names, std::string title, double length,
                              double max_turned);

/// How far the texts of an x axis of length `length` extend beyond its left and right ends.
struct Overhang {
    double left, right;
};
[[nodiscard]] Overhang overhang_of(const Axis& x, double length);

/// The subtitle with one more part.
[[nodiscard]] std::string with_note(std::string subtitle, const std::string& note);

/// Writes title and subtitle across the top; returns their height. A subtitle that is too wide loses its last
/// parts.
double add_titles(Layer& layer, const std::string& title, const std::string& subtitle, double width);

/// Adds grid lines across the frame, which are drawn below the data.
void add_grid(Layer& layer, const Box& frame, const Axis& y);
/// Adds the line and the ticks of an x axis. If `texts`, also adds the ticks' texts and the title below it.
void add_x_axis(Layer& layer, const Box& frame, const Axis& x, bool texts);
/// Adds the texts of the ticks of a y axis, left of the frame.
void add_y_axis(Layer& layer, const Box& frame, const Axis& y);
/// Adds the title of a y axis, if it has one, centred at `middle`. Several panels, one above the other, may
/// share it.
void add_y_title(Layer& layer, const std::string& title, double middle);

/// Writes "no UNIT in any bin", centred at a point.
void add_emptiness(Layer& layer, const std::string& unit, Point at);

/// The height of an x axis with its texts, and the width of a y axis with its texts.
[[nodiscard]] double x_axis_height(const Axis& x);
[[nodiscard]] double y_axis_width(const Axis& y);

} // namespace plot
