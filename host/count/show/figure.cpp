#include "plot/figure.hpp"

#include "common/errors.hpp"
#include "common/file.hpp"
#include "common/number.hpp"
#include "common/text.hpp"
#include "count/show/picture.hpp"
#include "count/show/show.hpp"
#include "plot/page.hpp"
#include "plot/scene.hpp"
#include "plot/svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numeric>
#include <string_view>
#include <utility>
#include <variant>

namespace count {

namespace {

/// The edges of an axis as they are drawn.
struct DrawnEdges {
    std::vector<double> at;
    std::vector<std::string> texts = {}; ///< the edges as texts, for integers that doubles do not hold
    std::string origin = {};             ///< what was subtracted from the edges: " - 1152921504606846976"
};

/// Whether an edge is an integer that a double may not represent exactly.
bool is_large(const histo_cl::Number& edge) {
    return edge.kind() != histo_cl::Number::Kind::f64 && std::abs(edge.to_double()) > 0x1p53;
}

/// Large integers are drawn as doubles, or by their distances from the first if they are too close for
/// doubles.
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
    return drawn;
}

std::string x_title(const histo_cl::Problem& problem, std::size_t axis, bool letters) {
    if (letters) return "letters";
    if (std::holds_alternative<histo_cl::CustomBins>(problem.axes[axis])) return "bin";
    return "value (" + std::string(name(problem.sample)) + ")";
}

std::string title_of(const Source& source) {
    return names_text(source.names.empty() ? source.added_names : source.names);
}

std::string subtitle_of(const Source& source, const Result& result, std::span<const Histogram> histograms) {
    std::string bins;
    for (const auto length : extents(histograms.front(), result.problem))
        bins += (bins.empty() ? "" : " x ") + common::grouped(length);
    const auto outside = out_of_range_text(source, result, histograms.front());
    return elements_text(source.elements + source.added_elements, result.problem) + " in " + bins +
           (bins == "1" ? " bin" : " bins") +
           (histograms.size() == 1 && !outside.empty() ? ", " + outside : "");
}

/// The values of the bins, `depth` neighbouring ones together; 0 for those that hold none.
std::vector<double> values_of(const Histogram& histogram, std::size_t depth = 1) {
    std::vector<double> values;
    for (std::size_t bin = 0; bin < histogram.bits.size(); bin += depth) {
        const auto one = value(histogram, bin, depth);
        values.push_back(one ? one->number.to_double() : 0);
    }
    return values;
}

/// The hue of a series. Of several series, those named after a colour, alpha or luma have a fixed hue. All
/// others have the hue with their index.
unsigned hue_of(const Histogram& histogram, std::size_t index, std::size_t all) {
    constexpr std::array<std::pair<std::string_view, unsigned>, 5> named{{{"red", plot::red_hue},
                                                                          {"green", plot::green_hue},
                                                                          {"blue", plot::blue_hue},
                                                                          {"alpha", plot::grey_hue},
                                                                          {"luma", plot::grey_hue}}};
    for (const auto& [name, hue] : named)
        if (all > 1 && histogram.name == name) return hue;
    return static_cast<unsigned>(index);
}

/// The most frequent texts, and all others together.
plot::Figure text_figure(const Source& source, const Result& result, const Histogram& histogram) {
    constexpr std::uint32_t max_drawn = 24;
    plot::Figure figure{.title = title_of(source),
                        .subtitle = subtitle_of(source, result, std::span(&histogram, 1)),
                        .x_title = histogram.name,
                        .unit = unit_of(histogram.of),
                        .edges = {0},
                        .series = {{.name = histogram.name, .values = {}}}};
    for (auto& row : rows(result.problem, histogram, Labels::texts, max_drawn)) {
        figure.series.front().values.push_back(row.count ? row.count->to_double() : 0);
        figure.edges.push_back(static_cast<double>(figure.edges.size()));
        figure.labels.push_back(std::move(row.label));
    }
    return figure;
}

template <class Figure>
void write(const Figure& figure, const plot::Scene& scene, const plot::Look& look, const PictureArgs& args) {
    if (args.svg) common::write_file(*args.svg, plot::svg(scene));
    if (args.png) common::write_file(*args.png, plot::png(scene));
    if (args.html) common::write_file(*args.html, plot::page(figure, look));
}

} // namespace

plot::Figure figure_of(const Source& source, const Result& result, std::span<const Histogram> histograms,
                       bool letters) {
    const auto& problem = result.problem;
    const auto& first = histograms.front();
    const auto axis = first.axes.front();
    if (!first.texts.empty()) return text_figure(source, result, first);
    auto drawn = drawn_edges(problem, axis);
    if (is_date(source, first)) drawn.texts = edge_texts(source, result, first);
    const auto* column = column_of(source, first);
    plot::Figure figure{.title = title_of(source),
                        .subtitle = subtitle_of(source, result, histograms),
                        .x_title = (column != nullptr ? column->name : x_title(problem, axis, letters)) +
                                   drawn.origin,
                        .unit = unit_of(first.of),
                        .edges = std::move(drawn.at),
                        .edge_texts = std::move(drawn.texts),
                        .series = {},
                        .closed = is_closed(problem, axis)};
    for (const auto& one : histograms)
        figure.series.push_back({.name = one.name,
                                 .values = values_of(one),
                                 .hue = hue_of(one, figure.series.size(), histograms.size())});
    if (letters)
        for (auto& row : rows(problem, first, Labels::letters, static_cast<std::uint32_t>(first.bits.size())))
            figure.labels.push_back(std::move(row.label));
    return figure;
}

plot::JointFigure joint_figure_of(const Source& source, const Result& result, const Histogram& histogram) {
    const auto& problem = result.problem;
    const auto lengths = extents(histogram, problem);
    const bool deep = lengths.size() > 2;
    const std::string over = adds_up(histogram.of) ? ", summed over " : ", over all ";
    const std::string summed = deep ? over + source.axes[2] : "";
    auto x = drawn_edges(problem, 0);
    auto y = drawn_edges(problem, 1);
    plot::JointFigure figure{.title = title_of(source),
                             .subtitle = subtitle_of(source, result, std::span(&histogram, 1)) + summed,
                             .x_title = source.axes[0] + x.origin,
                             .y_title = source.axes[1] + y.origin,
                             .unit = unit_of(histogram.of),
                             .x_edges = std::move(x.at),
                             .y_edges = std::move(y.at),
                             .x_edge_texts = std::move(x.texts),
                             .y_edge_texts = std::move(y.texts),
                             .values = values_of(histogram, deep ? lengths[2] : 1)};
    return figure;
}

void write_pictures(const Source& source, const Result& result, std::span<const Histogram> histograms,
                    bool letters, const PictureArgs& args) {
    if (!writes_files(args)) return;
    auto look = args.look;
    if (result.problem.joint) {
        auto figure = joint_figure_of(source, result, histograms.front());
        figure.title = args.title.value_or(figure.title);
        return write(figure, plot::heat_map(figure, look), look, args);
    }
    if (histograms.size() > max_series)
        throw common::UsageError("--svg, --png and --html draw up to " + std::to_string(max_series) +
                                 " histograms, not " + common::grouped(histograms.size()));
    for (const auto& histogram : histograms)
        if (!(result.problem.axes[histogram.axes.front()] ==
              result.problem.axes[histograms.front().axes.front()]) ||
            (histograms.size() > 1 && !histogram.texts.empty()))
            throw common::UsageError(
                "--svg, --png and --html draw columns over the same bins, and texts alone: "
                "--column says which, --range their bins");
    auto figure = figure_of(source, result, histograms, letters);
    figure.title = args.title.value_or(figure.title);
    look.log_x = std::holds_alternative<histo_cl::LogBins>(result.problem.axes[0]);
    write(figure, plot::chart(figure, look), look, args);
}

} // namespace count
