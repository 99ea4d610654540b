#include "common/text.hpp"
#include "plot/axes.hpp"
#include "plot/figure.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

namespace plot {

namespace {

constexpr double panel_gap = 14;
constexpr double min_height_of_bar = 2; // half a pixel is hidden by the axis line
constexpr std::size_t max_hints = 512;
constexpr double name_width = 100; ///< maximum width of a series' name; larger in wide pictures
constexpr double name_gap = 8;
constexpr double min_panel_height = 40;

/// The properties that all panels share.
struct Plan {
    Axis x = {}, y = {};
    std::vector<std::vector<double>> values; ///< the values of each series
    std::vector<Band> columns;
    std::vector<std::string> names; ///< the names of the series as they are drawn
    Box area{};                     ///< the area of all panels
    bool errors = false;            ///< whether error bars are drawn
};

std::string y_title(const Figure& figure, const Look& look) {
    if (look.density) return look.cumulative ? "share up to here" : "density";
    return figure.unit + (look.cumulative ? " up to here" : " per bin");
}

/// Returns the values and the ends of their error bars.
std::vector<std::vector<double>> with_errors(std::vector<std::vector<double>> all, const Figure& figure) {
    for (std::size_t i = 0; i < figure.series.size(); ++i)
        for (std::size_t bin = 0; bin < figure.series[i].errors.size(); ++bin)
            if (const double error = figure.series[i].errors[bin]; error > 0) {
                all[i].push_back(all[i][bin] - error);
                all[i].push_back(all[i][bin] + error);
            }
    return all;
}

/// The scale of all values. A linear axis begins at 0, or below it if there are negative values.
Scale y_scale(const std::vector<std::vector<double>>& all, bool log) {
    const auto [min, max, smallest_positive] = extent_of(all);
    if (log && max > 0) return {smallest_positive / 2, max * 1.3, true};
    return {min * 1.06, max == 0 && min == 0 ? 1.06 : max * 1.06};
}

/// Returns the value of a column, which is the value of its bins that is farthest from 0.
double shown(const std::vector<double>& values, const Band& column) {
    double result = 0;
    for (auto bin = column.first; bin <= column.last; ++bin)
        if (std::abs(values[bin]) > std::abs(result)) result = values[bin];
    return result;
}

std::string bin_name(const Figure& figure, const Band& column) {
    if (column.first == column.last && !figure.labels.empty()) return figure.labels[column.first];
    auto text = range_text(figure.edges, figure.edge_texts, column.first, column.last);
    if (figure.closed && column.last + 2 == figure.edges.size()) text.back() = ']';
    return text;
}

std::string error_text(const Series& series, const Plan& plan, const Band& column) {
    const bool has_error = plan.errors && !series.errors.empty() && column.first == column.last &&
                           !std::isnan(series.errors[column.first]);
    return has_error ? " ± " + value_text(series.errors[column.first]) : "";
}

Boxes bars(const Figure& figure, const Plan& plan, std::size_t series, const Box& panel) {
    const auto& values = plan.values[series];
    Boxes result{.paint = {Paint::Role::series, figure.series[series].hue}, .boxes = {}};
    const bool hints = plan.columns.size() <= max_hints;
    const auto y_of = [&](double value) {
        return panel.y + panel.height * (1 - plan.y.scale.clamped(value));
    };
    const double base = plan.y.scale.log ? panel.y + panel.height : y_of(0);
    for (const auto& column : plan.columns) {
        const double value = shown(values, column);
        if (value == 0 || (plan.y.scale.log && value < 0)) continue;
        const double left = plan.area.x + plan.area.width * column.from;
        const double width = plan.area.width * (column.to - column.from);
        const double gap = width >= 5 ? 1 : 0;
        const double height = std::max(std::abs(base - y_of(value)), min_height_of_bar);
        Box box{left + gap / 2, value > 0 ? base - height : base, width - gap, height};
        if (hints)
            box.hint = bin_name(figure, column) + ": " + value_text(value) +
                       error_text(figure.series[series], plan, column);
        result.boxes.push_back(std::move(box));
    }
    return result;
}

/// A line along the tops of the bars, for several series in one panel.
Curve outline(const Figure& figure, const Plan& plan, std::size_t series, const Box& panel) {
    Curve result{.paint = {Paint::Role::series, figure.series[series].hue}, .points = {}, .width = 1.5};
    for (const auto& column : plan.columns) {
        const double value = shown(plan.values[series], column);
        const double y = panel.y + panel.height * (1 - plan.y.scale.clamped(value));
        result.points.push_back({plan.area.x + plan.area.width * column.from, y});
        result.points.push_back({plan.area.x + plan.area.width * column.to, y});
    }
    return result;
}

/// An error bar: a line from value - error to value + error, with short ends.
Curve error_bar(const Plan& plan, const Box& panel, const Band& column, double value, double error) {
    const auto y_of = [&](double at) { return panel.y + panel.height * (1 - plan.y.scale.clamped(at)); };
    const double middle = plan.area.x + plan.area.width * (column.from + column.to) / 2;
    const double half = std::min(3.0, plan.area.width * (column.to - column.from) / 3);
    const double low = y_of(value - error);
    const double high = y_of(value + error);
    return {{Paint::Role::ink},
            {{middle - half, low},
             {middle + half, low},
             {middle, low},
             {middle, high},
             {middle - half, high},
             {middle + half, high}}};
}

/// The error bars of a series; columns of several bins have none.
std::vector<Curve> error_bars(const Figure& figure, const Plan& plan, std::size_t series, const Box& panel) {
    std::vector<Curve> result;
    const auto& errors = figure.series[series].errors;
    for (const auto& column : plan.columns)
        if (plan.errors && !errors.empty() && column.first == column.last && errors[column.first] > 0)
            result.push_back(
                error_bar(plan, panel, column, plan.values[series][column.first], errors[column.first]));
    return result;
}

/// Adds lines at the reference values within the axis, with their texts where there is room. `line`: distance
/// of the texts from the top of the panel.
void add_references(Layer& layer, const Series& series, Paint paint, const Plan& plan, const Box& panel,
                    double line) {
    double free_from = panel.x;
    for (const auto& [at, text] : series.references) {
        const double position = plan.x.scale.position(at);
        if (!(position >= 0 && position <= 1)) continue;
        const double x = panel.x + panel.width * position;
        layer.marks.emplace_back(Curve{paint, {{x, panel.y}, {x, panel.y + panel.height}}});
        const double width = text_width(text, text_size, false);
        const double middle = std::max(std::min(x, panel.x + panel.width - width / 2), free_from + width / 2);
        if (middle > x + width / 2 || middle + width / 2 > panel.x + panel.width) continue;
        layer.marks.emplace_back(Label{.paint = paint,
                                       .at = {middle, panel.y - 3 + line},
                                       .text = text,
                                       .anchor = Label::Anchor::middle});
        free_from = middle + width / 2 + name_gap;
    }
}

Label series_name(std::string name, unsigned hue, Point at) {
    return {.paint = {Paint::Role::series, hue}, .at = at, .text = std::move(name), .bold = true};
}

/// The number of characters at the beginning that all names share.
std::size_t common_length(const std::vector<Series>& series) {
    const auto first = common::characters(series.front().name);
    std::size_t same = first.size();
    for (const auto& one : series) {
        const auto other = common::characters(one.name);
        const auto end = std::min(same, other.size());
        same = 0;
        while (same < end && first[same] == other[same])
            ++same;
    }
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < same; ++i)
        bytes += first[i].size();
    return bytes;
}

/// The names as they are drawn. If names are too wide, their middles are left out. If their ends suffice to
/// tell them apart, the beginning that they share is left out instead.
std::vector<std::string> drawn_names(const std::vector<Series>& series, double max_width) {
    const auto drawn = [&](std::size_t from, const std::string& before) {
        std::vector<std::string> names;
        for (const auto& one : series)
            names.push_back(fitted(before + one.name.substr(from), max_width, text_size, true));
        return names;
    };
    const auto different = [](std::vector<std::string> names) {
        std::ranges::sort(names);
        return std::ranges::adjacent_find(names) == names.end();
    };
    auto names = drawn(0, "");
    if (different(names)) return names;
    const auto shared = common_length(series);
    auto ends = drawn(shared, "…");
    return shared > 0 && different(ends) ? ends : names;
}

/// The width of the names right of the panels, with the gap before them; 0 if there are none.
double names_width(const std::vector<std::string>& names) {
    double widest = 0;
    for (const auto& name : names)
        widest = std::max(widest, text_width(name, text_size, true));
    return widest > 0 ? widest + name_gap : 0;
}

/// The distance of a series' name from the panel's top. In a panel for all series, the names are one below
/// the other.
double place_of_name(std::size_t index, std::size_t count, double height, bool together) {
    const double line = std::min(1.35 * text_size, height / static_cast<double>(count));
    return together ? static_cast<double>(index) * line : 0;
}

std::string described(const Figure& figure) {
    const auto bins = figure.edges.size() - 1;
    std::string text = "Histogram of " + common::plural(bins, "bin") + " over " +
                       range_text(figure.edges, figure.edge_texts, 0, bins - 1) + ".";
    for (const auto& series : figure.series)
        if (figure.adds_up)
            text += " " + (series.name.empty() ? "" : series.name + ": ") +
                    value_text(std::accumulate(series.values.begin(), series.values.end(), 0.0)) + " " +
                    figure.unit + ".";
    return text;
}

Axis y_axis(const Figure& figure, const Look& look, const std::vector<std::vector<double>>& values,
            double height) {
    const auto scale = y_scale(values, look.log_y);
    const bool whole = std::ranges::all_of(values, [](const auto& of) {
        return std::ranges::all_of(of, [](double v) { return v == std::trunc(v); });
    });
    return {scale, fitting_ticks(scale, height, Direction::upright, whole && !look.density),
            y_title(figure, look)};
}

/// The edges along the axis: bins with names are equally wide.
std::vector<double> axis_edges(const Figure& figure) {
    if (figure.labels.empty()) return finite_edges(figure.edges);
    std::vector<double> edges(figure.edges.size());
    std::iota(edges.begin(), edges.end(), 0.0);
    return edges;
}

/// The room for turned names of bins: a quarter of the picture or about ten characters, whichever is more,
/// but at most what the panels leave.
double max_turned(const Figure& figure, const Look& look, double top) {
    const double others = top + margin + x_axis_height({.scale = {}, .ticks = {}, .title = figure.x_title});
    return std::min(std::max(look.height / 4, 6 * text_size), look.height - others - min_panel_height);
}

Axis x_axis(const Figure& figure, const Look& look, double top, double length) {
    if (!figure.labels.empty())
        return named_axis(figure.labels, figure.x_title, length, max_turned(figure, look, top));
    const auto kind = figure.dates ? AxisKind::dates : look.log_x ? AxisKind::log : AxisKind::linear;
    return bin_axis(figure.edges, figure.x_title, kind, length, Direction::across);
}

Plan planned(const Figure& figure, const Look& look, double top, double panels, double zoom) {
    Plan plan;
    plan.values = all_heights(figure, look);
    plan.errors = !look.density && !look.cumulative;
    plan.x.title = figure.x_title;
    plan.names = drawn_names(figure.series, std::max(name_width, look.width / 4));
    for (int pass = 0; pass < 2; ++pass) { // the second pass knows the room that the texts of the x axis take
        const double height = std::max(look.height - top - margin - x_axis_height(plan.x), min_panel_height);
        plan.y = y_axis(figure, look, plan.errors ? with_errors(plan.values, figure) : plan.values,
                        (height - panel_gap * (panels - 1)) / panels);
        if (text_width(plan.y.title) > height) plan.y.title.clear();
        const auto [before, after] = overhang_of(plan.x, plan.area.width);
        const double left = margin + std::max(y_axis_width(plan.y), before - margin / 2);
        const double right = margin + std::max({margin, names_width(plan.names), after - margin / 2});
        plan.area = {left, top, std::max(look.width - left - right, 40.0), height};
        plan.x = x_axis(figure, look, top, plan.area.width);
    }
    plan.columns = bands(plan.x.scale, axis_edges(figure), plan.area.width * zoom);
    return plan;
}

/// Whether all values are 0, as they are if every sample is out of range.
bool is_empty(const Plan& plan) {
    return std::ranges::all_of(plan.values, [](const auto& values) {
        return std::ranges::all_of(values, [](double value) { return value == 0; });
    });
}

} // namespace

Scene chart(const Figure& figure, const Look& given) {
    const double zoom = zoom_of(given);
    const auto look = in_units(given, zoom);
    const auto count = figure.series.size();
    const double panels = look.together ? 1 : static_cast<double>(count);
    Layer grid{"axes", {}};
    Layer axes{"axes", {}};
    // Always keeps room for a subtitle, because the note below may be added after the layout.
    auto subtitle = figure.subtitle;
    Layer unused;
    const double top = add_titles(unused, figure.title, with_note(subtitle, " "), look.width);
    const auto plan = planned(figure, look, top, panels, zoom);
    const auto bins = figure.edges.size() - 1;
    if (plan.columns.size() < bins)
        subtitle = with_note(subtitle, "each column is as high as the highest of its bins");
    add_titles(grid, figure.title, subtitle, look.width);

    Scene scene{look.width, look.height, figure.title, described(figure), {}, {}, zoom};
    std::vector<Layer> series;
    const double height = (plan.area.height - panel_gap * (panels - 1)) / panels;
    for (std::size_t i = 0; i < count; ++i) {
        const double place = look.together ? 0 : static_cast<double>(i);
        const Box panel{plan.area.x, plan.area.y + place * (height + panel_gap), plan.area.width, height};
        Layer layer{"series" + std::to_string(i), {}};
        layer.marks.emplace_back(bars(figure, plan, i, panel));
        if (look.together && count > 1) {
            std::get<Boxes>(layer.marks.back()).opacity = 0.25;
            layer.marks.emplace_back(outline(figure, plan, i, panel));
        }
        std::ranges::move(error_bars(figure, plan, i, panel), std::back_inserter(layer.marks));
        const double line = place_of_name(i, count, height, look.together);
        const bool shares = look.together && count > 1;
        if (figure.labels.empty())
            add_references(layer, figure.series[i],
                           shares ? Paint{Paint::Role::series, figure.series[i].hue} : Paint{}, plan, panel,
                           line);
        if (!figure.series[i].name.empty())
            layer.marks.emplace_back(
                series_name(plan.names[i], figure.series[i].hue,
                            {panel.x + panel.width + name_gap, panel.y + text_size + line}));
        series.push_back(std::move(layer));
        if (look.together && i > 0) continue;
        const bool lowest = look.together || i + 1 == count;
        add_grid(grid, panel, plan.y);
        add_y_axis(grid, panel, plan.y);
        add_x_axis(axes, panel, plan.x, lowest);
        scene.panels.push_back({panel, plan.x.scale, plan.y.scale});
    }
    add_y_title(grid, plan.y.title, plan.area.y + plan.area.height / 2);
    if (is_empty(plan))
        add_emptiness(axes, figure.unit, {plan.area.x + plan.area.width / 2, plan.area.y + height / 2 - 6});
    scene.layers.push_back(std::move(grid));
    std::ranges::move(series, std::back_inserter(scene.layers));
    scene.layers.push_back(std::move(axes));
    return scene;
}

} // namespace plot
