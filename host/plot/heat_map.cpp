#include "common/text.hpp"
#include "plot/axes.hpp"
#include "plot/figure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace plot {

namespace {

constexpr double key_width = 14;
constexpr double key_title_gap = 1.5 * text_size; ///< distance from the key's texts to its title's baseline
constexpr std::size_t max_cell_hints = 1024;

std::string named(const std::string& title, const std::string& range) {
    return title.empty() ? range : title + " " + range;
}

/// The cells of the map, grouped by level. Adjacent cells of a row that have the same level form one box,
/// unless they have hints.
std::vector<Boxes> cells(const JointFigure& figure, const std::vector<Band>& xs, const std::vector<Band>& ys,
                         const Box& frame, const Scale& scale) {
    std::vector<Boxes> levels(heat_levels);
    for (unsigned level = 0; level < heat_levels; ++level)
        levels[level].paint = {Paint::Role::heat, level};
    const bool hints = xs.size() * ys.size() <= max_cell_hints;
    for (const auto& y : ys) {
        const Boxes* previous = nullptr;
        for (const auto& x : xs) {
            const double value = largest_of(figure, {x.first, x.last}, {y.first, y.last});
            if (!(value > 0)) {
                previous = nullptr;
                continue;
            }
            auto& level = levels[heat_level(value, scale)];
            const double right = frame.x + frame.width * x.to;
            if (&level == previous && !hints) {
                auto& box = level.boxes.back();
                box.width = right - box.x;
                continue;
            }
            const double left = frame.x + frame.width * x.from;
            Box box{left, frame.y + frame.height * (1 - y.to), right - left, frame.height * (y.to - y.from)};
            if (hints)
                box.hint =
                    named(figure.x_title, range_text(figure.x_edges, figure.x_edge_texts, x.first, x.last)) +
                    ", " +
                    named(figure.y_title, range_text(figure.y_edges, figure.y_edge_texts, y.first, y.last)) +
                    ": " + value_text(value);
            level.boxes.push_back(std::move(box));
            previous = &level;
        }
    }
    std::erase_if(levels, [](const Boxes& level) { return level.boxes.empty(); });
    return levels;
}

/// Adds the key: the colours from low to high, with their values.
void add_key(Layer& layer, const Box& frame, const Axis& key, const std::string& unit) {
    const double step = frame.height / heat_levels;
    for (unsigned level = 0; level < heat_levels; ++level)
        layer.marks.emplace_back(
            Boxes{{Paint::Role::heat, level},
                  {{frame.x, frame.y + frame.height - step * (level + 1), key_width, step}}});
    for (const auto& tick : key.ticks)
        layer.marks.emplace_back(Label{
            .paint = {Paint::Role::muted},
            .at = {frame.x + key_width + 6, frame.y + frame.height * (1 - key.scale.clamped(tick.value)) + 4},
            .text = tick.text});
    layer.marks.emplace_back(Label{
        .paint = {Paint::Role::ink},
        .at = {frame.x + key_width + 6 + text_width(key.ticks) + key_title_gap, frame.y + frame.height / 2},
        .text = fitted(unit, frame.height, text_size),
        .anchor = Label::Anchor::middle,
        .upwards = true});
}

std::string described(const JointFigure& figure) {
    const double total = std::accumulate(figure.values.begin(), figure.values.end(), 0.0);
    return "Joint histogram of " + std::to_string(figure.x_edges.size() - 1) + " x " +
           common::plural(figure.y_edges.size() - 1, "bin") + ", " + value_text(total) + " " + figure.unit +
           ".";
}

} // namespace

Scale heat_scale(const std::vector<double>& values, bool log) {
    double min = std::numeric_limits<double>::infinity();
    double largest = 0;
    for (const double value : values) {
        if (value > 0) min = std::min(min, value);
        largest = std::max(largest, value);
    }
    const bool spread = log && min < largest;
    return {spread ? min : 0, largest, spread};
}

double largest_of(const JointFigure& figure, BinSpan x, BinSpan y) {
    const auto y_bins = figure.y_edges.size() - 1;
    double result = 0;
    for (auto i = x.first; i <= x.last; ++i)
        for (auto j = y.first; j <= y.last; ++j)
            result = std::max(result, figure.values[i * y_bins + j]);
    return result;
}

unsigned heat_level(double value, const Scale& scale) {
    const double level = scale.clamped(value) * heat_levels;
    return std::min(static_cast<unsigned>(level), heat_levels - 1);
}

Scene heat_map(const JointFigure& figure, const Look& given) {
    const double zoom = zoom_of(given);
    const auto look = in_units(given, zoom);
    Layer below{"axes", {}};
    Layer above{"axes", {}};
    const double top = add_titles(below, figure.title, figure.subtitle, look.width);
    const double bottom = margin + x_axis_height({.scale = {}, .ticks = {}, .title = figure.x_title});
    const double height = std::max(look.height - top - bottom, 40.0);
    const auto kind = [&](bool dates) {
        return dates ? AxisKind::dates : look.log_x ? AxisKind::log : AxisKind::linear;
    };
    const auto y = bin_axis(figure.y_edges, figure.y_title, kind(figure.y_dates), height, Direction::upright);
    const auto scale = heat_scale(figure.values, look.log_y);
    const bool is_empty = scale.upper == 0;
    const Axis key{
        scale, is_empty ? std::vector<Tick>() : fitting_ticks(scale, height, Direction::upright), {}};
    const double left = margin + y_axis_width(y);
    const double right = margin + key_width + 6 + text_width(key.ticks) + key_title_gap + margin;
    const Box frame{left, top, std::max(look.width - left - right, 40.0), height};
    const auto x =
        bin_axis(figure.x_edges, figure.x_title, kind(figure.x_dates), frame.width, Direction::across);

    Layer data{"series0", {}};
    for (auto& level : cells(figure, bands(x.scale, finite_edges(figure.x_edges), frame.width * zoom),
                             bands(y.scale, finite_edges(figure.y_edges), height * zoom), frame, scale))
        data.marks.emplace_back(std::move(level));
    add_y_axis(below, frame, y);
    add_y_title(below, fitted(y.title, height, text_size), top + height / 2);
    add_x_axis(above, frame, x, true);
    above.marks.emplace_back(Curve{{Paint::Role::muted}, {{left, top}, {left, top + height}}});
    if (!is_empty)
        add_key(above, {left + frame.width + margin, top, key_width, height}, key, figure.unit);
    else
        add_emptiness(above, figure.unit, {left + frame.width / 2, top + height / 2});
    Scene scene{look.width, look.height, figure.title, described(figure), {}, {}, zoom};
    scene.panels.push_back({frame, x.scale, y.scale});
    scene.layers = {std::move(below), std::move(data), std::move(above)};
    return scene;
}

} // namespace plot
