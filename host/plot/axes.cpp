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
constexpr const char* note_gap = " · ";

/// Whether the texts of both ticks fit along an axis of length `length`.
bool have_room(const Tick& a, const Tick& b, const Scale& scale, double length, Direction direction) {
    const double apart = length * std::abs(scale.position(b.value) - scale.position(a.value));
    return apart >= (direction == Direction::upright
                         ? text_size
                         : (text_width(a.text) + text_width(b.text)) / 2 + text_size);
}

/// Returns as many ticks as fit. `ticks_of(n)` returns about n ticks.
template <class TicksOf>
std::vector<Tick> ticks_that_fit(const Scale& scale, double length, Direction direction,
                                 const TicksOf& ticks_of) {
    const auto have_all_room = [&](const std::vector<Tick>& all) {
        return std::ranges::adjacent_find(all, [&](const Tick& a, const Tick& b) {
                   return !have_room(a, b, scale, length, direction);
               }) == all.end();
    };
    const double room = direction == Direction::upright ? 44 : 48;
    for (int max = std::max(2, static_cast<int>(length / room)); max > 2; --max)
        if (auto result = ticks_of(max); have_all_room(result)) return result;
    auto few = ticks_of(2);
    while (few.size() > 1 && !have_all_room(few)) {
        std::size_t index = 0;
        std::erase_if(few, [&](const Tick& /*tick*/) { return index++ % 2 != 0; });
    }
    return few;
}

/// Removes the last parts of a subtitle until the rest fits.
std::string first_parts(std::string text, double room) {
    while (text_width(text) > room) {
        const auto after = std::max(text.rfind(", ") + 1, text.rfind(note_gap) + 1); // 0: no separator
        if (after == 0) break;
        text.resize(after - 1);
    }
    return fitted(text, room, text_size);
}

/// Returns the smallest n for which there is room for every n-th name. A name takes `taken`, and there is
/// `each` per name.
std::size_t names_per_text(double taken, double each) {
    return std::max<std::size_t>(static_cast<std::size_t>(std::ceil(taken / each)), 1);
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
    const double min = (1 - 1e-6) / length; // nearly a pixel, as a fraction of the axis
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

std::vector<Tick> fitting_ticks(const Scale& scale, double length, Direction direction, bool whole,
                                double origin) {
    return ticks_that_fit(scale, length, direction,
                          [&](int max) { return ticks(scale, max, whole, origin); });
}

Axis bin_axis(const std::vector<double>& edges, const std::string& title, AxisKind kind, double length,
              Direction direction) {
    const auto drawn = finite_edges(edges);
    const Scale scale{drawn.front(), drawn.back(), kind == AxisKind::log && drawn.front() > 0};
    const bool dates = kind == AxisKind::dates;
    const double origin = dates ? 0 : common_origin(scale);
    const bool whole = std::ranges::all_of(drawn, [](double edge) { return edge == std::trunc(edge); });
    Axis axis{scale,
              dates
                  ? ticks_that_fit(scale, length, direction, [&](int max) { return date_ticks(scale, max); })
                  : fitting_ticks(scale, length, direction, whole, origin),
              with_origin(title, origin)};
    if (std::isfinite(edges.front()) && std::isfinite(edges.back())) return axis;
    // An infinite end has a tick at its position; positions between it and the next edge have no value.
    std::vector<Tick> ends;
    const double first = std::isfinite(edges.front()) ? edges.front() : edges[1];
    const double last = std::isfinite(edges.back()) ? edges.back() : edges[edges.size() - 2];
    if (std::isinf(edges.front())) ends.push_back({drawn.front(), "-inf"});
    if (std::isinf(edges.back())) ends.push_back({drawn.back(), "inf"});
    std::erase_if(axis.ticks, [&](const Tick& tick) {
        return tick.value < first || tick.value > last || std::ranges::any_of(ends, [&](const Tick& end) {
                   return !have_room(tick, end, scale, length, direction);
               });
    });
    axis.ticks.insert(axis.ticks.end(), ends.begin(), ends.end());
    return axis;
}

Axis named_axis(const std::vector<std::string>& names, std::string title, double length, double max_turned) {
    Axis axis{{0, static_cast<double>(names.size())}, {}, std::move(title)};
    for (const auto& name : names)
        axis.ticks.push_back({static_cast<double>(axis.ticks.size()) + 0.5, name});
    const double each = length / static_cast<double>(names.size());
    const auto across = names_per_text(text_width(axis.ticks) + text_size, each);
    const auto upright = names_per_text(text_size, each);
    axis.turned = upright < across;
    for (auto& tick : axis.ticks)
        if (axis.turned) tick.text = fitted(tick.text, max_turned, text_size);
    std::size_t index = 0;
    std::erase_if(axis.ticks, [&](const Tick& /*tick*/) { return index++ % std::min(across, upright) != 0; });
    return axis;
}

Overhang overhang_of(const Axis& x, double length) {
    Overhang overhang{0, 0};
    for (const auto& tick : x.ticks) {
        const double half = (x.turned ? text_size : text_width(tick.text)) / 2;
        const double at = length * x.scale.clamped(tick.value);
        overhang = {std::max(overhang.left, half - at), std::max(overhang.right, half - (length - at))};
    }
    return overhang;
}

std::string with_note(std::string subtitle, const std::string& note) {
    return subtitle.empty() ? note : std::move(subtitle) + note_gap + note;
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
        layer.marks.emplace_back(
            Label{.paint = muted_paint, .at = {margin, height - 3}, .text = first_parts(subtitle, room)});
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
        if (texts && x.turned)
            layer.marks.emplace_back(Label{.paint = muted_paint,
                                           .at = {at + 4, bottom + tick_length + 2},
                                           .text = tick.text,
                                           .anchor = Label::Anchor::end,
                                           .upwards = true});
        else if (texts)
            layer.marks.emplace_back(Label{.paint = muted_paint,
                                           .at = {at, bottom + tick_length + text_size},
                                           .text = tick.text,
                                           .anchor = Label::Anchor::middle});
    }
    if (texts && !x.title.empty())
        layer.marks.emplace_back(Label{.paint = ink_paint,
                                       .at = {frame.x + frame.width / 2, bottom + x_axis_height(x) - 6},
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
    if (title.empty()) return;
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
    const double texts = x.turned ? text_width(x.ticks) + 6 : line_height;
    return tick_length + texts + (x.title.empty() ? 0 : line_height) + 6;
}

double y_axis_width(const Axis& y) {
    return text_width(y.ticks) + 8 + (y.title.empty() ? 0 : line_height + 4);
}

} // namespace plot
