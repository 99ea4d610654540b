#pragma once

#include "plot/palette.hpp"

#include <string>
#include <variant>
#include <vector>

namespace plot {

struct Point {
    double x, y;
};

struct Box {
    double x, y, width, height;
    std::string hint = {}; ///< what a viewer shows under the pointer; may be empty
};

/// Filled boxes of one colour.
struct Boxes {
    Paint paint;
    std::vector<Box> boxes;
    double opacity = 1;
};

/// A line through points.
struct Curve {
    Paint paint;
    std::vector<Point> points;
    double width = 1;
};

struct Label {
    enum class Anchor { start, middle, end };
    Paint paint;
    Point at; ///< of the text's baseline
    std::string text;
    double size = 12;
    Anchor anchor = Anchor::start;
    bool bold = false;
    bool upwards = false; ///< turned by 90 degrees, read from below
};

using Mark = std::variant<Boxes, Curve, Label>;

/// Marks that belong together: the axes, or one series, which a page can hide.
struct Layer {
    std::string name; ///< of its class: "axes" or "seriesN"
    std::vector<Mark> marks;
};

/// A scale as a script needs it to find what is under the pointer.
struct Mapping {
    double lower, upper;
    bool log;
};

/// Where data are drawn.
struct Panel {
    Box frame;
    Mapping x, y;
};

/// A picture as primitives, in the order in which they are painted; x grows to the right, y downwards.
struct Scene {
    double width, height;
    std::string title;
    std::string description; ///< for those who do not see it
    std::vector<Panel> panels;
    std::vector<Layer> layers;
};

} // namespace plot
