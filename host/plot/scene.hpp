#pragma once

#include "plot/scale.hpp"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace plot {

/// The role of a mark; a theme maps it to a colour.
struct Paint {
    enum class Role { paper, ink, muted, grid, series, heat } role = Role::ink;
    unsigned index = 0; ///< the hue of a series, or the level of heat, 0 to heat_levels - 1
};

enum class Theme { light, dark };

struct Rgb {
    std::uint8_t red, green, blue;
};

/// The number of hues. Series get them in order; the hues of colour channels have names below.
inline constexpr unsigned hues = 12;
/// The first hues can be told apart even by readers who do not tell red from green.
inline constexpr unsigned distinct_hues = 8;
inline constexpr unsigned red_hue = 8;
inline constexpr unsigned green_hue = 9;
inline constexpr unsigned blue_hue = 10;
inline constexpr unsigned grey_hue = 11;

inline constexpr unsigned heat_levels = 32;

/// The colour of a paint. Hues are taken modulo `hues`, and levels of heat are clamped.
[[nodiscard]] Rgb colour(Paint paint, Theme theme);

/// The colours of a series and of a level of heat for a background that may be light or dark, such as a
/// terminal's.
[[nodiscard]] Rgb series_on_any_paper(unsigned hue);
[[nodiscard]] Rgb heat_on_any_paper(unsigned level);

struct Point {
    double x, y;
};

struct Box {
    double x, y, width, height;
    std::string hint = {}; ///< what a viewer shows under the pointer; may be empty
};

struct Boxes {
    Paint paint;
    std::vector<Box> boxes;
    double opacity = 1;
};

struct Curve {
    Paint paint;
    std::vector<Point> points;
    double width = 1;
};

inline constexpr double text_size = 12;

struct Label {
    enum class Anchor { start, middle, end };
    Paint paint;
    Point at; ///< the anchor on the text's baseline
    std::string text;
    double size = text_size;
    Anchor anchor = Anchor::start;
    bool bold = false;
    bool upwards = false; ///< turned by 90 degrees, read from bottom to top
};

using Mark = std::variant<Boxes, Curve, Label>;

/// Marks that belong together: the axes, or one series, which a page can hide.
struct Layer {
    std::string name; ///< its class in SVG: "axes" or "seriesN"
    std::vector<Mark> marks;
};

/// The area in which data are drawn.
struct Panel {
    Box frame;
    Scale x, y; ///< scales with which a script finds what is under the pointer
};

/// A picture as primitives, in the order in which they are painted; x grows to the right, y downwards.
struct Scene {
    double width, height;
    std::string title;
    std::string description; ///< a text for readers who cannot see the picture
    std::vector<Panel> panels;
    std::vector<Layer> layers;
    double zoom = 1; ///< pixels per unit
};

/// Whether this build draws PNG and PDF: they need cairo (Debian package libcairo2-dev).
[[nodiscard]] bool has_cairo();

/// The bytes of a PNG file, and of a PDF file of one page with 96 pixels per inch. Both functions throw
/// common::UsageError where has_cairo() is false, and for a picture that is too large for memory.
[[nodiscard]] std::string png(const Scene& scene, Theme theme = Theme::light);
[[nodiscard]] std::string pdf(const Scene& scene, Theme theme = Theme::light);

} // namespace plot
