#include "plot/figure.hpp"

#include "common/errors.hpp"
#include "common/file.hpp"
#include "common/number.hpp"
#include "common/text.hpp"
#include "count/binning_args.hpp"
#include "count/show/picture.hpp"
#include "count/show/show.hpp"
#include "plot/page.hpp"
#include "plot/scene.hpp"
#include "plot/svg.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <string_view>
#include <utility>
#include <variant>

namespace count {

namespace {

/// The edges of an axis as they are drawn.
struct DrawnEdges {
    std::vector<double> at;
    std::vector<std::string> texts = {}; ///< the edges as texts, if value_text() does not tell them apart
    std::string origin = {};             ///< what was subtracted from the edges: " - 1152921504606846976"
};

/// Whether an edge is an integer that a double may not represent exactly.
bool is_large(const histo_cl::Number& edge) {
    return edge.kind() != histo_cl::Number::Kind::f64 && std::abs(edge.to_double()) > 0x1p53;
}

/// Returns large integers as doubles, or as their distances from the first if they are too close for doubles.
DrawnEdges drawn_integers(const std::vector<histo_cl::Number>& edges) {
    DrawnEdges drawn;
    for (const auto& edge : edges)
        drawn.texts.push_back(edge.to_string());
    const auto finite = [](const histo_cl::Number& edge) { return edge.is_finite(); };
    const auto first = *std::ranges::find_if(edges, finite);
    const auto last = *std::find_if(edges.rbegin(), edges.rend(), finite);
    const auto largest = std::max(std::abs(first.to_double()), std::abs(last.to_double()));
    const bool is_near = histo_cl::distance(first, last) < largest * 0x1p-20;
    for (const auto& edge : edges)
        drawn.at.push_back(is_near ? histo_cl::distance(first, edge) : edge.to_double());
    if (is_near) drawn.origin = first < 0 ? " + " + first.to_string().substr(1) : " - " + first.to_string();
    return drawn;
}

/// The edges of an axis as drawn; custom bins are numbered instead.
DrawnEdges drawn_edges(const histo_cl::Problem& problem, std::size_t axis) {
    DrawnEdges drawn;
    if (std::holds_alternative<histo_cl::CustomBins>(problem.axes[axis])) {
        drawn.at.resize(std::size_t{histo_cl::bin_count(problem.axes[axis])} + 1);
        std::iota(drawn.at.begin(), drawn.at.end(), 0.0);
        return drawn;
    }
    const auto edges = edge_numbers(problem, axis);
    if (std::ranges::any_of(edges, is_large)) return drawn_integers(edges);
    std::ranges::transform(edges, std::back_inserter(drawn.at), &histo_cl::Number::to_double);
    const auto look_alike = [](double a, double b) {
        return b - a < 1e-5 * std::max(std::abs(a), std::abs(b)) &&
               plot::value_text(a) == plot::value_text(b);
    };
    if (std::ranges::adjacent_find(drawn.at, look_alike) != drawn.at.end())
        drawn.texts = distinct_texts(edges);
    return drawn;
}

/// The title of an axis. `name`: the name of the column or channel, or empty.
std::string x_title(const Source& source, const histo_cl::Problem& problem, std::size_t axis,
                    const std::string& name, const std::string& letters) {
    if (!letters.empty()) return "letters";
    if (std::holds_alternative<histo_cl::CustomBins>(problem.axes[axis])) return "bin";
    const auto unit =
        name.empty() && source.unit.empty() ? std::string(histo_cl::name(problem.sample)) : source.unit;
    return (name.empty() ? "value" : name) + (unit.empty() ? "" : " (" + unit + ")");
}

std::string title_of(const Source& source) {
    return names_text(source.names.empty() ? source.added_names : source.names);
}

std::string subtitle_of(const Source& source, const Result& result, std::span<const Histogram> histograms) {
    std::string bins;
    for (const auto length : extents(histograms.front(), result.problem))
        bins += (bins.empty() ? "" : " x ") + common::grouped(length);
    const auto outside = out_of_range_text(source, result, histograms.front());
    const auto all = source.elements + source.added_elements;
    return (source.columns.empty() ? elements_text(all, result.problem) : common::plural(all, "row")) +
           " in " + bins + (bins == "1" ? " bin" : " bins") +
           (histograms.size() == 1 && !outside.empty() ? ", " + outside : "");
}

/// Returns the values of groups of `depth` neighbouring bins; 0 for a group without a value.
std::vector<double> values_of(const Histogram& histogram, std::size_t depth = 1) {
    std::vector<double> values;
    for (std::size_t bin = 0; bin < histogram.bits.size(); bin += depth) {
        const auto one = value(histogram, bin, depth);
        values.push_back(one ? one->number.to_double() : 0);
    }
    return values;
}

/// The standard errors of the bins, NaN for those without one; empty if there are none.
std::vector<double> errors_of(const Histogram& histogram) {
    std::vector<double> errors;
    for (std::size_t bin = 0; bin < histogram.bits.size() && !histogram.errors.empty(); ++bin) {
        const auto one = value(histogram, bin);
        errors.push_back(one ? one->error : std::numeric_limits<double>::quiet_NaN());
    }
    return errors;
}

/// The hue of a series. If there are several, a series named after a colour, alpha or luma has a fixed hue.
/// Any other series has the hue whose number is its index.
unsigned hue_of(const Histogram& histogram, std::size_t index, std::size_t all) {
    constexpr std::array<std::pair<std::string_view, unsigned>, 5> named{{{"red", plot::red_hue},
                                                                          {"green", plot::green_hue},
                                                                          {"blue", plot::blue_hue},
                                                                          {"alpha", plot::grey_hue},
                                                                          {"luma", plot::grey_hue}}};
    for (const auto& [name, hue] : named)
        if (all > 1 && histogram.name == name) return hue;
    return static_cast<unsigned>(index % plot::distinct_hues);
}

/// A figure of the most frequent texts, and of all others together.
plot::Figure text_figure(const Source& source, const Result& result, const Histogram& histogram) {
    constexpr std::uint32_t max_drawn = 24;
    plot::Figure figure{.title = title_of(source),
                        .subtitle = subtitle_of(source, result, std::span(&histogram, 1)),
                        .x_title = histogram.name,
                        .unit = unit_of(histogram.of),
                        .edges = {0},
                        .series = {{.name = {}, .values = {}}}}; // the name is on the axis
    for (auto& row : text_rows(histogram, max_drawn)) {
        figure.series.front().values.push_back(row.count ? row.count->to_double() : 0);
        figure.edges.push_back(static_cast<double>(figure.edges.size()));
        figure.labels.push_back(std::move(row.label));
    }
    return figure;
}

/// Writes the picture files. `draw` draws the picture; `page` returns it as HTML.
void write(const PictureArgs& args, const std::function<plot::Scene()>& draw,
           const std::function<std::string()>& page) {
    const auto drawn = [&](PictureKind kind) {
        switch (kind) {
        case PictureKind::svg: break;
        case PictureKind::png: return plot::png(draw(), args.theme.value_or(plot::Theme::light));
        case PictureKind::pdf: return plot::pdf(draw(), args.theme.value_or(plot::Theme::light));
        case PictureKind::html: return page();
        }
        return plot::svg(draw(), args.theme);
    };
    for (const auto& [kind, path] : args.files)
        common::write_file(path, drawn(kind));
}

} // namespace

plot::Figure figure_of(const Source& source, const Result& result, std::span<const Histogram> histograms,
                       std::span<const Histogram> others, const std::string& letters) {
    const auto& problem = result.problem;
    const auto& first = histograms.front();
    const auto axis = first.axes.front();
    if (!first.texts.empty()) return text_figure(source, result, first);
    auto drawn = drawn_edges(problem, axis);
    const bool dates = is_date(source, first);
    if (dates) drawn.texts = edge_texts(source, result, axis);
    const auto* column = column_of(source, first);
    const auto name = column != nullptr ? column->name : source.axes.size() == 1 ? source.axes.front() : "";
    plot::Figure figure{.title = title_of(source),
                        .subtitle = subtitle_of(source, result, histograms),
                        .x_title = x_title(source, problem, axis, name, letters) + drawn.origin,
                        .unit = unit_of(first.of) + (adds_up(first.of) ? "" : " of " + source.weights),
                        .edges = std::move(drawn.at),
                        .edge_texts = std::move(drawn.texts),
                        .series = {},
                        .dates = dates,
                        .closed = is_closed(problem, axis),
                        .adds_up = adds_up(first.of)};
    const auto count = histograms.size() + others.size();
    const auto add = [&](const Histogram& one, std::string name) {
        figure.series.push_back({.name = std::move(name),
                                 .values = values_of(one),
                                 .hue = hue_of(one, figure.series.size(), histograms.size()),
                                 .errors = errors_of(one)});
    };
    for (const auto& one : histograms) // the name of a single histogram is on the axis
        add(one, count == 1                      ? ""
                 : count == 2 && !others.empty() ? figure.title + (one.name.empty() ? "" : " " + one.name)
                                                 : one.name);
    for (const auto& one : others)
        add(one, one.name);
    figure.difference = others.size() == 1;
    if (figure.difference) {
        auto last = figure.series.back();
        std::ranges::transform(last.values, figure.series.front().values, last.values.begin(), std::minus{});
        figure.series.push_back(
            {.name = "difference", .values = std::move(last.values), .hue = plot::grey_hue});
    }
    if (!letters.empty())
        for (auto& row : letter_rows(problem, first, letters))
            figure.labels.push_back(std::move(row.label));
    return figure;
}

plot::JointFigure joint_figure_of(const Source& source, const Result& result, const Histogram& histogram) {
    const auto& problem = result.problem;
    const auto lengths = extents(histogram, problem);
    const bool deep = lengths.size() > 2;
    const std::string over = adds_up(histogram.of) ? ", summed over " : ", over all ";
    const std::string summed = deep ? over + source.axes[2] : "";
    const auto edges_of = [&](std::size_t axis) {
        auto drawn = drawn_edges(problem, axis);
        if (has_dates(source, axis)) drawn.texts = edge_texts(source, result, axis);
        return drawn;
    };
    auto x = edges_of(0);
    auto y = edges_of(1);
    plot::JointFigure figure{.title = title_of(source),
                             .subtitle = subtitle_of(source, result, std::span(&histogram, 1)) + summed,
                             .x_title = source.axes[0] + x.origin,
                             .y_title = source.axes[1] + y.origin,
                             .unit = unit_of(histogram.of),
                             .x_edges = std::move(x.at),
                             .y_edges = std::move(y.at),
                             .x_edge_texts = std::move(x.texts),
                             .y_edge_texts = std::move(y.texts),
                             .x_dates = has_dates(source, 0),
                             .y_dates = has_dates(source, 1),
                             .values = values_of(histogram, deep ? lengths[2] : 1)};
    return figure;
}

namespace {

/// The percentiles among the statistics of a histogram, on the figure's axis.
std::vector<plot::Reference> references(const histo_cl::Problem& problem, const Histogram& histogram,
                                        std::span<const Statistic> statistics, const plot::Figure& figure) {
    std::vector<plot::Reference> found;
    const auto edges = edge_numbers(problem, histogram.axes.front());
    for (const auto& [name, value, bounds, text] : statistics) {
        if (!bounds || !value.is_finite()) continue;
        const bool is_moved = figure.edges.front() != edges.front().to_double(); // see drawn_integers()
        found.push_back({is_moved ? histo_cl::distance(edges.front(), value) : value.to_double(),
                         name + " " + (text.empty() ? plot::value_text(value.to_double()) : text)});
    }
    std::ranges::sort(found, {}, &plot::Reference::at);
    return found;
}

} // namespace

std::vector<plot::Figure> figures_of(const Source& source, const Result& result,
                                     std::span<const Histogram> histograms, std::span<const Histogram> others,
                                     const Statistics& statistics, const std::string& letters) {
    const auto& problem = result.problem;
    std::vector<std::vector<std::size_t>> charts; // indices of the histograms in each chart
    const auto share_chart = [&](const Histogram& one, const Histogram& first) {
        const bool same_bins = problem.axes[one.axes.front()] == problem.axes[first.axes.front()] &&
                               is_date(source, one) == is_date(source, first);
        return one.texts.empty() && first.texts.empty() && same_bins;
    };
    const bool is_one = std::ranges::all_of(
        histograms.subspan(1), [&](const auto& one) { return share_chart(one, histograms.front()); });
    for (std::size_t i = 0; i < histograms.size(); ++i) {
        const auto chart = std::ranges::find_if(charts, [&](const auto& chart) {
            const auto& first = histograms[chart.front()];
            return is_one || (histograms[i].axes == first.axes && share_chart(histograms[i], first));
        });
        if (chart != charts.end())
            chart->push_back(i);
        else
            charts.push_back({i});
    }
    std::vector<plot::Figure> figures;
    for (const auto& chart : charts) {
        std::vector<Histogram> own;
        std::vector<Histogram> compared;
        for (const auto i : chart) {
            own.push_back(histograms[i]);
            if (!others.empty()) compared.push_back(others[i]);
        }
        figures.push_back(figure_of(source, result, own, compared, letters));
        for (std::size_t i = 0; i < chart.size() && !statistics.empty(); ++i)
            figures.back().series[i].references =
                references(problem, own[i], statistics[chart[i]], figures.back());
    }
    return figures;
}

namespace {

/// Removes the column's name from the names of its groups, because the title of the axis is that name.
void name_by_groups(plot::Figure& figure) {
    for (const auto end : {figure.x_title.size(), figure.x_title.rfind(" (")}) {
        if (end == std::string::npos || figure.series.size() < 2) return;
        const auto column = figure.x_title.substr(0, end) + " ";
        if (!std::ranges::all_of(figure.series,
                                 [&](const auto& one) { return one.name.starts_with(column); }))
            continue;
        for (auto& one : figure.series)
            one.name.erase(0, column.size());
        return;
    }
}

/// Returns the figure with fewer bins, so that few samples can fill them. The maximum number of bins is a
/// power of two: at least 8, and otherwise at most the square root of the mean number of samples per series.
plot::Figure with_bins_for(plot::Figure figure) {
    double all = 0;
    for (const auto& series : figure.series)
        all = std::accumulate(series.values.begin(), series.values.end(), all);
    const double bins = std::sqrt(std::max(all, 0.0) / static_cast<double>(figure.series.size()));
    return plot::coarser(std::move(figure),
                         std::bit_floor(static_cast<std::size_t>(std::clamp(bins, 8.0, 1e9))));
}

} // namespace

void write_pictures(const Source& source, const Result& result, std::span<const Histogram> histograms,
                    std::span<const Histogram> others, const Statistics& statistics,
                    const std::string& letters, const PictureArgs& args) {
    if (args.files.empty()) return;
    auto look = args.look;
    const auto set_texts = [&](auto& figure) {
        figure.title = args.title.value_or(figure.title);
        figure.x_title = args.x_label.value_or(figure.x_title);
    };
    if (result.problem.joint) {
        auto figure = joint_figure_of(source, result, histograms.front());
        set_texts(figure);
        return write(
            args, [&] { return plot::heat_map(figure, look); },
            [&] { return plot::page(figure, look, args.theme); });
    }
    auto figures = figures_of(source, result, histograms, others, statistics, letters);
    for (auto& figure : figures) {
        if (figure.series.size() > max_series)
            throw common::UsageError("--picture draws up to " + std::to_string(max_series) +
                                     " histograms in a chart, not " + common::grouped(figure.series.size()));
        if (args.merges && histo_cl::is_float(result.problem.sample) && histograms.front().of == Of::count &&
            figure.edges.size() == default_bins + 1)
            figure = with_bins_for(std::move(figure));
        name_by_groups(figure);
        set_texts(figure);
    }
    look.log_x = std::holds_alternative<histo_cl::LogBins>(result.problem.axes[0]);
    if (figures.size() == 1)
        return write(
            args, [&] { return plot::chart(figures.front(), look); },
            [&] { return plot::page(figures.front(), look, args.theme); });
    if (figures.size() > max_charts)
        throw common::UsageError("--picture draws up to " + std::to_string(max_charts) + " charts, not " +
                                 common::grouped(figures.size()) + ": --column says which are counted");
    if (args.x_label)
        throw common::UsageError("--x-label names one axis, and the picture has " +
                                 common::grouped(figures.size()) + " axes: --column says which are counted");
    constexpr double height_of_chart = 230;
    if (!args.sized)
        look.height = std::max(look.height, height_of_chart * static_cast<double>(figures.size()));
    write(
        args, [&] { return plot::stacked(figures, look); },
        [&] { return plot::page(figures, look, args.theme); });
}

} // namespace count
