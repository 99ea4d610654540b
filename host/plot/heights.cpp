#include "common/text.hpp"
#include "plot/axes.hpp"
#include "plot/figure.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

namespace plot {

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
