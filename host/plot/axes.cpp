#include "plot/axes.hpp"

#include "common/text.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace plot {

namespace {

constexpr Paint ink_paint{Paint::Role::ink};
constexpr Paint muted_paint{Paint::Role::muted};
constexpr Paint grid_paint{Paint::Role::grid};
constexpr double tick_length = 4;
constexpr double line_height = 1.35 * text_size;

/// Whether the texts of two ticks have room along an axis of that length.
bool have_room(const Tick& a, const Tick& b, const Scale& scale, double length, bool upright) {
    const double apart = length * std::abs(scale.position(b.value) - scale.position(a.value));
    return apart >= (upright ? text_size : (text_width(a.text) + text_width(b.text)) / 2 + text_size);
}

std::vector<Tick> fewer_until_fitting(const Scale& scale, double length, bool upright) {
    const double room = upright ? 2 * line_height : 48;
    for (int max = std::max(2, static_cast<int>(length / room)); max > 2; --max) {
        auto result = ticks(scale, max);
        const auto crowded = std::ranges::adjacent_find(
            result, [&](const Tick& a, const Tick& b) { return !have_room(a, b, scale, length, upright); });
        if (crowded == result.end()) return result;
    }
    return ticks(scale, 2);
}

} // namespace

double zoom_of(const Look& look) {
    const Look standard;
    return std::max(std::min(look.width / standard.width, look.height / standard.height), 1.0);
}

Look in_units(Look look, double zoom) {
    look.width /= zoom;
    look.height /= zoom;
    return look;
}

double text_width(std::string_view text, double size, bool bold) {
    return (bold ? 0.66 : 0.58) * size * static_cast<double>(common::columns_of(text));
}

double text_width(const std::vector<Tick>& ticks) {
    double widest = 0;
    for (const auto& tick : ticks)
        widest = std::max(widest, text_width(tick.text));
    return widest;
}

std::string fitted(std::string_view text, double width, double size, bool bold) {
    const auto max = static_cast<std::size_t>(std::max(width, 0.0) / text_width("x", size, bold));
    return common::shortened(text, std::max<std::size_t>(max, 3), true);
}

std::vector<double> finite_edges(std::vector<double> edges) {
    const auto last = edges.size() - 1;
    if (last == 1 && std::isinf(edges[0]) && std::isinf(edges[1])) return {-1, 1};
    const auto width = [&](std::size_t bin) {
        const double given = bin < last ? edges[bin + 1] - edges[bin] : 0;
        return std::isfinite(given) && given > 0 ? given : 1;
    };
    if (std::isinf(edges[0])) edges[0] = edges[1] - width(1);
    if (std::isinf(edges[last])) edges[last] = edges[last - 1] + width(last >= 2 ? last - 2 : last);
    return edges;
}

std::vector<Band> bands(const Scale& scale, const std::vector<double>& edges, double length) {
    const auto at = [&](std::size_t edge) { return scale.clamped(edges[edge]); };
    const double min = (1 - 1e-6) / length; // nearly a pixel
    std::vector<Band> result;
    for (std::size_t first = 0; first + 1 < edges.size();) {
        std::size_t last = first;
        while (last + 2 < edges.size() && at(last + 1) - at(first) < min)
            ++last;
        result.push_back({first, last, at(first), at(last + 1)});
        first = last + 1;
    }
    if (result.size() > 1 && result.back().to - result.back().from < min) {
        const auto rest = result.back();
        result.pop_back();
        result.back().last = rest.last;
        result.back().to = rest.to;
    }
    return result;
}

std::string range_text(const std::vector<double>& edges, const std::vector<std::string>& texts,
                       std::size_t first, std::size_t last) {
    const auto text = [&](std::size_t edge) { return texts.empty() ? value_text(edges[edge]) : texts[edge]; };
    return "[" + text(first) + ", " + text(last + 1) + ")";
}

Axis bin_axis(const std::vector<double>& edges, std::string title, bool log, double length, bool upright) {
    const auto drawn = finite_edges(edges);
    const Scale scale{drawn.front(), drawn.back(), log && drawn.front() > 0};
    Axis axis{scale, fewer_until_fitting(scale, length, upright), std::move(title)};
    if (std::isfinite(edges.front()) && std::isfinite(edges.back())) return axis;
    // An infinite end has a tick at its position; positions between it and the next edge have no value.
    std::vector<Tick> ends;
    const double first = std::isfinite(edges.front()) ? edges.front() : edges[1];
    const double last = std::isfinite(edges.back()) ? edges.back() : edges[edges.size() - 2];
    if (std::isinf(edges.front())) ends.push_back({drawn.front(), "-inf"});
    if (std::isinf(edges.back())) ends.push_back({drawn.back(), "inf"});
    std::erase_if(axis.ticks, [&](const Tick& tick) {
        return tick.value < first || tick.value > last || std::ranges::any_of(ends, [&](const Tick& end) {
                   return !have_room(tick, end, scale, length, upright);
               });
    });
    axis.ticks.insert(axis.ticks.end(), ends.begin(), ends.end());
    return axis;
}

Axis named_axis(const std::vector<std::string>& names, const std::vector<double>& at, const Scale& scale,
                std::string title, double length) {
    Axis axis{scale, {}, std::move(title)};
    for (std::size_t i = 0; i < names.size(); ++i)
        axis.ticks.push_back({at[i], names[i]});
    const double each = length / static_cast<double>(names.size());
    const auto every = static_cast<std::size_t>(std::ceil((text_width(axis.ticks) + text_size) / each));
    std::size_t index = 0;
    std::erase_if(axis.ticks, [&](const Tick& /*tick*/) { return index++ % every != 0; });
    return axis;
}

double add_titles(Layer& layer, const std::string& title, const std::string& subtitle, double width) {
    double height = margin;
    const double room = width - 2 * margin;
    if (!title.empty()) {
        height += title_size;
        layer.marks.emplace_back(Label{.paint = ink_paint,
                                       .at = {margin, height - 2},
                                       .text = fitted(title, room, title_size, true),
                                       .size = title_size,
                                       .bold = true});
    }
    if (!subtitle.empty()) {
        height += line_height + 2;
        layer.marks.emplace_back(Label{
            .paint = muted_paint, .at = {margin, height - 3}, .text = fitted(subtitle, room, text_size)});
    }
    return height + (height > margin ? 10 : 0);
}

void add_grid(Layer& layer, const Box& frame, const Axis& y) {
    for (const auto& tick : y.ticks) {
        const double at = frame.y + frame.height * (1 - y.scale.clamped(tick.value));
        layer.marks.emplace_back(Curve{grid_paint, {{frame.x, at}, {frame.x + frame.width, at}}});
    }
}

void add_x_axis(Layer& layer, const Box& frame, const Axis& x, bool texts) {
    const double bottom = frame.y + frame.height;
    layer.marks.emplace_back(Curve{muted_paint, {{frame.x, bottom}, {frame.x + frame.width, bottom}}});
    for (const auto& tick : x.ticks) {
        const double at = frame.x + frame.width * x.scale.clamped(tick.value);
        layer.marks.emplace_back(Curve{muted_paint, {{at, bottom}, {at, bottom + tick_length}}});
        if (texts)
            layer.marks.emplace_back(Label{.paint = muted_paint,
                                           .at = {at, bottom + tick_length + text_size},
                                           .text = tick.text,
                                           .anchor = Label::Anchor::middle});
    }
    if (texts && !x.title.empty())
        layer.marks.emplace_back(
            Label{.paint = ink_paint,
                  .at = {frame.x + frame.width / 2, bottom + 2 * line_height + tick_length},
                  .text = fitted(x.title, frame.width, text_size),
                  .anchor = Label::Anchor::middle});
}

void add_y_axis(Layer& layer, const Box& frame, const Axis& y) {
    for (const auto& tick : y.ticks)
        layer.marks.emplace_back(
            Label{.paint = muted_paint,
                  .at = {frame.x - 6, frame.y + frame.height * (1 - y.scale.clamped(tick.value)) + 4},
                  .text = tick.text,
                  .anchor = Label::Anchor::end});
}

void add_y_title(Layer& layer, const std::string& title, double middle) {
    layer.marks.emplace_back(Label{.paint = ink_paint,
                                   .at = {margin + text_size - 4, middle},
                                   .text = title,
                                   .anchor = Label::Anchor::middle,
                                   .upwards = true});
}

void add_emptiness(Layer& layer, const std::string& unit, Point at) {
    layer.marks.emplace_back(Label{.paint = muted_paint,
                                   .at = at,
                                   .text = "no " + unit + " in any bin",
                                   .anchor = Label::Anchor::middle});
}

double x_axis_height(const Axis& x) {
    return tick_length + line_height * (x.title.empty() ? 1 : 2) + 6;
}

double y_axis_width(const Axis& y) {
    return text_width(y.ticks) + 8 + (y.title.empty() ? 0 : line_height + 4);
}

} // namespace plot
