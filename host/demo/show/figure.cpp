#include "demo/show/figure.hpp"

#include "common/file.hpp"
#include "common/format.hpp"
#include "demo/show/rows.hpp"
#include "plot/chart.hpp"
#include "plot/page.hpp"
#include "plot/png.hpp"
#include "plot/svg.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>
#include <variant>

namespace demo {

using common::grouped;
using common::plural;

namespace {

/// Custom bins have numbers.
std::vector<double> edges_of(const histo_cl::Problem& problem) {
    std::vector<double> edges;
    if (histo_cl::has_custom_bins(problem)) {
        edges.resize(std::size_t{histo_cl::bin_count(problem.axes[0])} + 1);
        std::iota(edges.begin(), edges.end(), 0.0);
        return edges;
    }
    std::ranges::transform(edge_numbers(problem), std::back_inserter(edges),
                           [](const histo_cl::Number& edge) { return edge.to_double(); });
    return edges;
}

std::string x_title(const histo_cl::Problem& problem, bool letters) {
    if (letters) return "letters";
    if (histo_cl::has_custom_bins(problem)) return "bin";
    return "value (" + std::string(name(problem.sample)) + ")";
}

} // namespace

plot::Figure figure_of(const Source& source, const Result& result, bool letters, const PictureArgs& args) {
    const auto& problem = result.problem;
    const auto counts = bin_counts(result);
    const auto names = source.names.empty() ? source.added_names : source.names;
    plot::Figure figure{.title = args.title.value_or(names_text(names)),
                        .subtitle = plural(source.samples + source.added_samples,
                                           std::string(name(problem.sample)) + " sample") +
                                    " in " + plural(counts.size(), "bin") + ", " +
                                    grouped(not_counted(source, result)) + " out of range",
                        .x_title = x_title(problem, letters),
                        .edges = edges_of(problem),
                        .series = {{.name = {}, .values = {counts.begin(), counts.end()}}},
                        .closed = is_closed(problem)};
    if (letters)
        for (auto& row : rows(problem, counts, Labels::letters, static_cast<std::uint32_t>(counts.size())))
            figure.labels.push_back(std::move(row.label));
    return figure;
}

void write_pictures(const Source& source, const Result& result, bool letters, const PictureArgs& args) {
    if (!writes_files(args)) return;
    const auto figure = figure_of(source, result, letters, args);
    auto look = args.look;
    look.log_x = std::holds_alternative<histo_cl::LogBins>(result.problem.axes[0]);
    if (args.svg) common::write_file(*args.svg, plot::svg(plot::chart(figure, look)));
    if (args.png) common::write_file(*args.png, plot::png(plot::chart(figure, look)));
    if (args.html) common::write_file(*args.html, plot::page(figure, look));
}

} // namespace demo
