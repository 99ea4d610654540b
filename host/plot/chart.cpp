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
constexpr double max_name = 100; ///< the width of a series' name
constexpr double name_gap = 8;

/// The properties that all panels share.
struct Plan {
    Axis x, y;
    std::vector<std::vector<double>> values; ///< of each series
    std::vector<Band> columns;
    Box area;            ///< of all panels
    bool errors = false; ///< whether error bars are drawn
};

std::string y_title(const Figure& figure, const Look& look) {
    if (look.density) return look.cumulative ? "share up to here" : "density";
    return figure.unit + (look.cumulative ? " up to here" : " per bin");
}

/// The values, with the ends of their error bars.
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

/// The value of a column: the value farthest from 0 among those of its bins.
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

/// The tops of the bars as one line, for series in the same panel.
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

/// The standard errors, as lines from value - error to value + error with short ends.
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

/// Lines at the reference values within the axis, with their texts at the top, `line` below the panel's, as
/// far as there is room.
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

Label series_name(const Series& series, Point at) {
    return {.paint = {Paint::Role::series, series.hue},
            .at = at,
            .text = fitted(series.name, max_name, text_size, true),
            .bold = true};
}

/// The width of the names right of the panels, with the gap before them; 0 if there are none.
double names_width(const Figure& figure) {
    double widest = 0;
    for (const auto& series : figure.series)
        widest = std::max(widest, text_width(series.name, text_size, true));
    return widest > 0 ? std::min(widest, max_name) + name_gap : 0;
}

/// The distance of a series' name from the panel's top; in a panel for all series the names are one below the
/// other.
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
    return {scale, ticks(scale, static_cast<int>(height / 44), whole && !look.density),
            y_title(figure, look)};
}

/// The edges along the axis: bins with names are equally wide.
std::vector<double> axis_edges(const Figure& figure) {
    if (figure.labels.empty()) return finite_edges(figure.edges);
    std::vector<double> edges(figure.edges.size());
    std::iota(edges.begin(), edges.end(), 0.0);
    return edges;
}

Axis x_axis(const Figure& figure, const Look& look, double length) {
    const auto edges = axis_edges(figure);
    const Scale scale{edges.front(), edges.back()};
    if (figure.dates) return named_axis(figure.edge_texts, edges, scale, figure.x_title, length);
    if (figure.labels.empty()) return bin_axis(figure.edges, figure.x_title, look.log_x, length, false);
    std::vector<double> middles(figure.labels.size());
    std::iota(middles.begin(), middles.end(), 0.5);
    return named_axis(figure.labels, middles, scale, figure.x_title, length);
}

Plan planned(const Figure& figure, const Look& look, double top, double panels, double zoom) {
    Plan plan;
    plan.values = all_heights(figure, look);
    plan.errors = !look.density && !look.cumulative;
    const double bottom = margin + x_axis_height({.scale = {}, .ticks = {}, .title = figure.x_title});
    const double height = std::max(look.height - top - bottom, 40.0);
    plan.y = y_axis(figure, look, plan.errors ? with_errors(plan.values, figure) : plan.values,
                    (height - panel_gap * (panels - 1)) / panels);
    if (text_width(plan.y.title) > height) plan.y.title.clear();
    const double left = margin + y_axis_width(plan.y);
    const double right = std::max(2 * margin, names_width(figure) + margin); // at least half of a tick's text
    plan.area = {left, top, std::max(look.width - left - right, 40.0), height};
    plan.x = x_axis(figure, look, plan.area.width);
    plan.columns = bands(plan.x.scale, axis_edges(figure), plan.area.width * zoom);
    return plan;
}

std::string with_note(std::string subtitle, const std::string& note) {
    return subtitle.empty() ? note : std::move(subtitle) + " · " + note;
}

/// Whether all values are 0, as they are if every sample is out of range.
bool is_empty(const Plan& plan) {
    return std::ranges::all_of(plan.values, [](const auto& values) {
        return std::ranges::all_of(values, [](double value) { return value == 0; });
    });
}

} // namespace

std::vector<double> heights(const std::vector<double>& values, const std::vector<double>& edges,
                            const Look& look) {
    auto result = values;
    if (look.cumulative) std::partial_sum(result.begin(), result.end(), result.begin());
    const double total = std::accumulate(values.begin(), values.end(), 0.0);
    if (!look.density || total == 0) return result;
    for (std::size_t bin = 0; bin < result.size(); ++bin)
        result[bin] /= look.cumulative ? total : total * (edges[bin + 1] - edges[bin]);
    return result;
}

std::vector<std::vector<double>> all_heights(const Figure& figure, const Look& look) {
    std::vector<std::vector<double>> all;
    for (const auto& series : figure.series)
        all.push_back(heights(series.values, figure.edges, look));
    if (figure.difference) std::ranges::transform(all[1], all[0], all.back().begin(), std::minus{});
    return all;
}

Extent extent_of(const std::vector<std::vector<double>>& all) {
    Extent extent;
    for (const auto& values : all)
        for (const double value : values) {
            extent.min = std::min(extent.min, value);
            extent.max = std::max(extent.max, value);
            if (value > 0) extent.smallest_positive = std::min(extent.smallest_positive, value);
        }
    return extent;
}

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
            layer.marks.emplace_back(series_name(
                figure.series[i], {panel.x + panel.width + name_gap, panel.y + text_size + line}));
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

Figure coarser(Figure figure, std::size_t max_bins) {
    const auto bins = figure.edges.size() - 1;
    const auto each = (bins + max_bins - 1) / max_bins;
    if (each <= 1) return figure;
    const auto thin = [&](auto& all) {
        if (all.empty()) return;
        auto last = std::move(all.back());
        std::size_t kept = 0;
        for (std::size_t bin = 0; bin < bins; bin += each)
            all[kept++] = std::move(all[bin]);
        all.resize(kept);
        all.push_back(std::move(last));
    };
    thin(figure.edges);
    thin(figure.edge_texts);
    figure.labels.clear();
    for (auto& series : figure.series) {
        std::vector<double> sums((bins + each - 1) / each);
        for (std::size_t bin = 0; bin < bins; ++bin)
            if (figure.adds_up)
                sums[bin / each] += series.values[bin];
            else if (std::abs(series.values[bin]) > std::abs(sums[bin / each]))
                sums[bin / each] = series.values[bin];
        series.values = std::move(sums);
        series.errors.clear();
    }
    figure.subtitle =
        with_note(figure.subtitle, (figure.adds_up ? "" : "the highest of ") + common::plural(each, "bin") +
                                       (figure.adds_up ? " added up in each" : " in each"));
    return figure;
}

} // namespace plot
