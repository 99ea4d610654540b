#include "count/show/statistics.hpp"

#include "common/text.hpp"
#include "count/show/picture.hpp"

#include <histo_cl/statistics.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace count {

using common::columns_of;
using common::pad_left;
using common::pad_right;
using histo_cl::Number;
using histo_cl::Problem;

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// Converts a whole double to an integer of 64 bits, if it fits.
Number integer(double value) {
    if (std::abs(value) < 0x1p63) return static_cast<std::int64_t>(value);
    return value >= 0 && value < 0x1p64 ? Number(static_cast<std::uint64_t>(value)) : Number(value);
}

/// The smallest integer at or above an edge.
Number integer_from(const Number& edge) {
    return edge.kind() == Number::Kind::f64 ? integer(std::ceil(edge.f64())) : edge;
}

/// The smallest and the largest integer in a bin.
Bounds integers_of(const Problem& problem, std::size_t axis, std::span<const Number> edges, std::size_t bin) {
    const auto before = [](const Number& edge) {
        if (edge.kind() == Number::Kind::i64 && edge.i64() > std::numeric_limits<std::int64_t>::min())
            return Number(edge.i64() - 1);
        if (edge.kind() == Number::Kind::u64 && edge.u64() > 0) return Number(edge.u64() - 1);
        return integer(std::ceil(edge.to_double()) - 1);
    };
    const bool has_last = bin + 2 == edges.size() && is_closed(problem, axis);
    const auto& end = edges[bin + 1];
    if (!has_last) return {integer_from(edges[bin]), before(end)};
    return {integer_from(edges[bin]), end.kind() == Number::Kind::f64 ? integer(std::floor(end.f64())) : end};
}

/// Whether each bin holds a single integer, so that its value is that integer, not the middle of the bin.
bool has_integer_bins(const Problem& problem, std::span<const Number> edges) {
    if (edges.empty() || histo_cl::is_float(problem.sample)) return false;
    return edges.front() == integer_from(edges.front()) &&
           std::ranges::adjacent_find(edges, [](const Number& lower, const Number& upper) {
               return histo_cl::distance(lower, upper) != 1;
           }) == edges.end();
}

/// Returns the value of a bin: its only integer, or else its middle. If the axis has no edges, the number of
/// the bin. NaN if there is no bin.
Number value_of(const Problem& problem, std::span<const Number> edges, std::optional<std::size_t> bin) {
    if (!bin) return unknown;
    if (edges.empty()) return std::uint64_t{*bin};
    const auto& lower = edges[*bin];
    const auto& upper = edges[*bin + 1];
    const bool is_each = !histo_cl::is_float(problem.sample) && lower == integer_from(lower) &&
                         histo_cl::distance(lower, upper) == 1;
    return is_each ? lower : Number(std::midpoint(lower.to_double(), upper.to_double()));
}

template <class Values>
histo_cl::Moments moments_of(const Problem& problem, std::span<const Number> edges, const Values& values) {
    if (!has_integer_bins(problem, edges)) return histo_cl::moments(values, edges);
    const auto first = integer_from(edges.front());
    return first.kind() == Number::Kind::u64 ? histo_cl::integer_moments(values, first.u64())
                                             : histo_cl::integer_moments(values, first.i64());
}

/// Adds the percentiles. They are exact if the samples are known. Otherwise a percentile of integers lies
/// between the smallest and the largest integer of its bin.
template <class Values>
void add_percentiles(std::vector<Statistic>& all, const AnalysisArgs& args, const Problem& problem,
                     std::size_t axis, const Values& values, std::span<const Number> edges,
                     const Exact* exact) {
    if (edges.empty()) return;
    const auto percents = args.percents.empty() ? std::span<const double>(default_percents) : args.percents;
    const auto found = histo_cl::percentiles(values, edges, percents);
    const auto bins = histo_cl::percentile_bins(values, percents);
    for (std::size_t i = 0; i < percents.size(); ++i) {
        Number value = found[i].value;
        Bounds bounds{found[i].lower, found[i].upper};
        if (bins[i] && !histo_cl::is_float(problem.sample)) {
            bounds = integers_of(problem, axis, edges, *bins[i]);
            if (value < bounds.lower || bounds.lower == bounds.upper) value = bounds.lower;
            if (value > bounds.upper) value = bounds.upper;
        }
        if (exact != nullptr && exact->percentiles.at(i)) {
            value = *exact->percentiles[i];
            bounds = {value, value};
        }
        all.push_back({percentile_name(percents[i]), value, bounds});
    }
}

template <class Values>
void add_statistics(std::vector<Statistic>& all, const AnalysisArgs& args, const Problem& problem,
                    std::size_t axis, const Values& values, const Exact* exact) {
    const auto edges = edge_numbers(problem, axis);
    if (exact != nullptr) {
        all.push_back({"min", exact->minimum.value_or(unknown)});
        all.push_back({"max", exact->maximum.value_or(unknown)});
        all.push_back({"sum", exact->sum});
    }
    if (!edges.empty()) {
        const auto moments = exact != nullptr && std::isfinite(exact->central.fourths) // else it overflowed
                                 ? exact->central.moments()
                                 : moments_of(problem, edges, values);
        const auto mean = exact != nullptr ? exact->mean : std::nullopt;
        all.push_back({"mean", mean.value_or(moments.mean)});
        all.push_back({"standard deviation", std::sqrt(moments.variance)});
        all.push_back({"skewness", moments.skewness});
        all.push_back({"excess kurtosis", moments.kurtosis});
        add_percentiles(all, args, problem, axis, values, edges, exact);
    }
    all.push_back({"mode", value_of(problem, edges, histo_cl::mode(values))});
    all.push_back({"entropy (bits)", histo_cl::entropy(values)});
}

template <class Values>
void add_joint_statistics(std::vector<Statistic>& all, const Values& values, const histo_cl::Extents& extents,
                          std::span<const std::string> axes) {
    all.push_back({"joint entropy (bits)", histo_cl::entropy(values)});
    for (std::size_t a = 0; a < extents.size(); ++a)
        for (std::size_t b = a + 1; b < extents.size(); ++b) {
            const auto pair = histo_cl::project(values, extents, {a, b});
            const histo_cl::Extents two{extents[a], extents[b]};
            const std::string of = extents.size() > 2 ? " of " + axes[a] + " and " + axes[b] : "";
            all.push_back({"mutual information" + of + " (bits)", histo_cl::mutual_information(pair, two)});
            all.push_back(
                {"normalized mutual information" + of, histo_cl::normalized_mutual_information(pair, two)});
            if (of.empty()) {
                all.push_back(
                    {"entropy where " + axes[a] + " is known", histo_cl::conditional_entropy(pair, two, 0)});
                all.push_back(
                    {"entropy where " + axes[b] + " is known", histo_cl::conditional_entropy(pair, two, 1)});
            }
        }
}

template <class Values>
std::vector<std::size_t> thresholds(const AnalysisArgs& args, const Values& values) {
    const auto one = [](std::optional<std::size_t> bin) {
        return bin ? std::vector<std::size_t>{*bin} : std::vector<std::size_t>();
    };
    switch (*args.threshold) {
    case ThresholdRule::otsu: return histo_cl::otsu_thresholds(values, args.classes);
    case ThresholdRule::triangle: return one(histo_cl::triangle_threshold(values));
    case ThresholdRule::li: return one(histo_cl::li_threshold(values));
    case ThresholdRule::isodata: return one(histo_cl::isodata_threshold(values));
    case ThresholdRule::minimum_error: return one(histo_cl::minimum_error_threshold(values));
    }
    return {};
}

/// Adds, for each class after the first, the edge at which it begins, or its first bin if the axis has no
/// edges. NaN if the samples have fewer classes.
template <class Values>
void add_thresholds(std::vector<Statistic>& all, const AnalysisArgs& args, const Problem& problem,
                    std::size_t axis, const Values& values) {
    const auto edges = edge_numbers(problem, axis);
    const auto bins = thresholds(args, values);
    for (std::size_t i = 0; i + 1 < args.classes; ++i) {
        const std::string number = args.classes > 2 ? " " + std::to_string(i + 1) : "";
        const Number from = i >= bins.size() ? Number(unknown)
                            : edges.empty()  ? Number(std::uint64_t{bins[i] + 1})
                                             : edges[bins[i] + 1];
        all.push_back({"threshold" + number, from});
    }
}

/// A double is printed with six significant digits, or as a whole number if `is_large`.
std::string number_text(const Number& value, bool is_large = false) {
    if (value.kind() != Number::Kind::f64) return common::with_separators(value.to_string());
    if (value.is_nan()) return "-";
    return common::with_separators(is_large ? common::fixed(value.f64(), 0)
                                            : common::significant(value.f64(), 6));
}

/// The distance of a statistic from its farther bound, rounded up to two significant digits.
double bound_of(const Statistic& statistic) {
    const double bound = std::fmax(histo_cl::distance(statistic.bounds->lower, statistic.value),
                                   histo_cl::distance(statistic.value, statistic.bounds->upper));
    if (!(bound > 0 && std::isfinite(bound))) return bound;
    const double unit = std::pow(10, std::floor(std::log10(bound)) - 1);
    return unit > 0 ? std::ceil(bound / unit * (1 - 1e-12)) * unit : bound;
}

std::string value_text(const Statistic& statistic, const common::Terminal& terminal) {
    const auto& value = statistic.value;
    if (!statistic.text.empty()) return statistic.text;
    if (!statistic.bounds || statistic.bounds->lower == statistic.bounds->upper || value.is_nan())
        return number_text(value);
    const double bound = bound_of(statistic);
    const double magnitude = std::abs(value.to_double());
    // Six digits of a large number could be less precise than the bound that follows ±.
    const bool is_large = magnitude >= 1e6 && magnitude < 0x1p64 && bound < magnitude;
    return number_text(value, is_large) + (terminal.unicode ? " ± " : " +/- ") + number_text(bound);
}

} // namespace

std::vector<Statistic> statistics_of(const AnalysisArgs& args, const Problem& problem,
                                     const Histogram& histogram, const Histogram* other,
                                     std::span<const std::string> axes, const Exact* exact) {
    std::vector<Statistic> all;
    const bool joint = histogram.axes.size() > 1;
    with_values(histogram, [&](const auto& values) {
        if (args.statistics && joint) add_joint_statistics(all, values, extents(histogram, problem), axes);
        const auto axis = histogram.axes.front();
        if (args.statistics && !joint)
            add_statistics(all, args, problem, axis, values, exact);
        else if (!args.percents.empty() && !joint)
            add_percentiles(all, args, problem, axis, values, edge_numbers(problem, axis), exact);
        if (args.threshold && !joint) add_thresholds(all, args, problem, histogram.axes.front(), values);
        if (other == nullptr) return;
        with_values(*other, [&](const auto& compared) {
            for (const auto metric : args.metrics)
                all.push_back({std::string(name(metric)), histo_cl::compare(values, compared, metric)});
        });
    });
    for (auto& one : all) // texts have no numeric values
        if (!histogram.texts.empty()) one = {.name = one.name, .value = unknown};
    return all;
}

std::string key_of(std::string_view name) {
    std::string key;
    for (const char symbol : name)
        if (symbol != '(' && symbol != ')') key += symbol == ' ' ? '_' : symbol;
    return key;
}

std::string percentile_name(double percent) {
    return "p" + common::significant(percent, 15);
}

std::string statistics_text(std::span<const Histogram> histograms, const Statistics& statistics,
                            const common::Terminal& terminal) {
    if (statistics.empty() || statistics.front().empty()) return {};
    std::size_t name_columns = 0;
    for (const auto& one : statistics.front())
        name_columns = std::max(name_columns, one.name.size());
    std::size_t value_columns = std::string_view("-1.23457e-308").size();
    for (const auto& histogram : histograms)
        value_columns = std::max(value_columns, columns_of(histogram.name));
    for (const auto& of_one : statistics)
        for (const auto& one : of_one)
            value_columns = std::max(value_columns, columns_of(value_text(one, terminal)));
    const auto room = std::max(terminal.columns, name_columns + 2 + value_columns) - name_columns;
    const auto side_by_side = room / (value_columns + 2);

    std::string text;
    for (std::size_t first = 0; first < histograms.size(); first += side_by_side) {
        const auto end = std::min(first + side_by_side, histograms.size());
        const auto add = [&](const std::string& name, const auto& value_of) {
            text += pad_right(name, name_columns);
            for (auto i = first; i < end; ++i)
                text += "  " + pad_left(value_of(i), value_columns);
            text += "\n";
        };
        text += "\n";
        if (histograms.size() > 1) add("", [&](std::size_t i) { return histograms[i].name; });
        for (std::size_t row = 0; row < statistics.front().size(); ++row)
            add(statistics.front()[row].name,
                [&](std::size_t i) { return value_text(statistics[i][row], terminal); });
    }
    return text;
}

} // namespace count
