#pragma once

#include "plot/scene.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace plot {

/// One axis with its ticks and labels.
struct Axis {
    Scale scale;
    std::vector<Tick> ticks;
    std::string title;
};

inline constexpr double text_size = 12;
inline constexpr double title_size = 16;
inline constexpr double margin = 16;

/// About how wide a text is: fonts differ.
[[nodiscard]] double text_width(std::string_view text, double size = text_size, bool bold = false);
/// The width of the widest text.
[[nodiscard]] double text_width(const std::vector<Tick>& ticks);
/// Shortened in the middle, with an ellipsis, to about that width.
[[nodiscard]] std::string fitted(std::string_view text, double width, double size, bool bold = false);

/// Edges with ends to draw: an infinite one moves to the width of the next bin.
[[nodiscard]] std::vector<double> finite_edges(std::vector<double> edges);
/// Neighbouring bins that are drawn together, and where they are along an axis, from 0 to 1.
struct Band {
    std::size_t first, last;
    double from, to;
};

/// The bins of an axis that is so many pixels long: those narrower than a pixel are drawn together. The edges
/// are finite.
[[nodiscard]] std::vector<Band> bands(const Scale& scale, const std::vector<double>& edges, double length);

/// The bins from one to another as a range, "[0, 0.25)", with the texts that the edges have, if any.
[[nodiscard]] std::string range_text(const std::vector<double>& edges, const std::vector<std::string>& texts,
                                     std::size_t first, std::size_t last);

/// The axis of bins that is `length` long, with as many ticks as have room side by side; an infinite end is
/// written as such. `upright`: one above the other.
[[nodiscard]] Axis bin_axis(const std::vector<double>& edges, std::string title, bool log, double length,
                            bool upright);
/// An axis with as many of the bins' names as have room.
[[nodiscard]] Axis named_axis(const std::vector<std::string>& names, std::string title, double length);

/// Writes title and subtitle across the top; gives the height that they take.
double add_titles(Layer& layer, const std::string& title, const std::string& subtitle, double width);

/// Grid lines across the frame, drawn below the data.
void add_grid(Layer& layer, const Box& frame, const Axis& y);
/// Ticks, their texts and the title, below and left of the frame.
void add_x_axis(Layer& layer, const Box& frame, const Axis& x, bool texts);
void add_y_axis(Layer& layer, const Box& frame, const Axis& y);
/// The title of a y axis, which may be that of several panels one above the other, centred at `middle`.
void add_y_title(Layer& layer, const std::string& title, double middle);

/// Writes that no bin contains any of that unit, centred at a point.
void add_emptiness(Layer& layer, const std::string& unit, Point at);

/// The height of an x axis and the width of a y axis with these texts.
[[nodiscard]] double x_axis_height(const Axis& x);
[[nodiscard]] double y_axis_width(const Axis& y);

} // namespace plot
