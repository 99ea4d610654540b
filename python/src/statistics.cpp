#include "bind.hpp"
#include "names.hpp"

#include <histo_cl/statistics.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <span>
#include <string>
#include <vector>

// Statistics of counts. The package's module `statistics` passes packed arrays: counts of int64, uint64 or
// float64 (for CLAHE, uint64), and edges of these types.

namespace histo_cl::python {
namespace {

template <class T>
std::span<const T> span_of(const py::array& array) {
    return {static_cast<const T*>(array.data()), static_cast<std::size_t>(array.size())};
}

/// Calls a function with the span of an array.
template <class Function>
auto with_span(const py::array& array, const Function& function) {
    const auto kind = array.dtype().kind();
    if (kind == 'f') return function(span_of<double>(array));
    return kind == 'u' ? function(span_of<std::uint64_t>(array)) : function(span_of<std::int64_t>(array));
}

/// Calls a function with the spans of counts and of edges. Integer edges become Numbers.
template <class Function>
auto with_edges(const py::array& counts, const py::array& edges, const Function& function) {
    if (edges.dtype().kind() == 'f')
        return with_span(counts, [&](auto bins) { return function(bins, span_of<double>(edges)); });
    std::vector<Number> numbers;
    with_span(edges, [&](auto values) { numbers.assign(values.begin(), values.end()); });
    return with_span(counts, [&](auto bins) { return function(bins, std::span<const Number>(numbers)); });
}

std::optional<std::size_t> threshold(const py::array& counts, const std::string& method) {
    return with_span(counts, [&](auto bins) {
        if (method == "otsu") return otsu_threshold(bins);
        if (method == "triangle") return triangle_threshold(bins);
        if (method == "li") return li_threshold(bins);
        if (method == "isodata") return isodata_threshold(bins);
        if (method == "minimum_error") return minimum_error_threshold(bins);
        throw Error(Status::invalid_argument, "method '" + method +
                                                  "' is not one of 'otsu', 'triangle', 'li', 'isodata', "
                                                  "'minimum_error'");
    });
}

/// An array with three rows: the percentiles, their lower bounds, and their upper bounds.
py::array_t<double> percentiles_of(const py::array& counts, const py::array& edges,
                                   const std::vector<double>& percents) {
    const auto found = with_edges(
        counts, edges, [&](auto bins, auto numbers) { return percentiles(bins, numbers, percents); });
    py::array_t<double> result({py::ssize_t{3}, static_cast<py::ssize_t>(found.size())});
    for (std::size_t i = 0; i < found.size(); ++i) {
        const auto column = static_cast<py::ssize_t>(i);
        result.mutable_at(0, column) = found[i].value;
        result.mutable_at(1, column) = found[i].lower;
        result.mutable_at(2, column) = found[i].upper;
    }
    return result;
}

py::array_t<std::uint32_t> levels_of(const std::vector<std::uint32_t>& levels) {
    return py::array_t<std::uint32_t>(static_cast<py::ssize_t>(levels.size()), levels.data());
}

} // namespace

void bind_statistics(py::module_& module) {
    module.def("threshold", threshold, "The last bin of the lower class; None if there is no threshold.");
    module.def(
        "otsu_thresholds",
        [](const py::array& counts, std::size_t classes) {
            return with_span(counts, [&](auto bins) { return otsu_thresholds(bins, classes); });
        },
        "The last bin of each class but the last.");
    module.def("percentiles", percentiles_of, "Values, lower and upper edges of the bins of percentiles.");
    module.def(
        "moments",
        [](const py::array& counts, const py::array& edges) {
            const auto all =
                with_edges(counts, edges, [](auto bins, auto numbers) { return moments(bins, numbers); });
            return py::make_tuple(all.mean, all.variance, all.skewness, all.kurtosis);
        },
        "Mean, variance, skewness and excess kurtosis.");
    module.def(
        "entropy",
        [](const py::array& counts) { return with_span(counts, [](auto bins) { return entropy(bins); }); },
        "The entropy in bits.");
    module.def(
        "compare",
        [](const py::array& a, const py::array& b, const std::string& metric) {
            const auto value = named<Metric::earth_movers>("metric", metric);
            return with_span(
                a, [&](auto x) { return with_span(b, [&](auto y) { return compare(x, y, value); }); });
        },
        "The similarity or distance of two histograms.");
    module.def(
        "earth_movers_distance",
        [](const py::array& a, const py::array& b, const py::array_t<double>& edges) {
            return with_span(a, [&](auto x) {
                return with_span(b,
                                 [&](auto y) { return earth_movers_distance(x, y, span_of<double>(edges)); });
            });
        },
        "The distance in the unit of the edges.");
    module.def(
        "equalization_map",
        [](const py::array& counts, std::uint32_t levels) {
            return levels_of(with_span(counts, [&](auto bins) { return equalization_map(bins, levels); }));
        },
        "The level of each bin.");
    module.def(
        "matching_map",
        [](const py::array& counts, const py::array& reference) {
            return levels_of(with_span(counts, [&](auto bins) {
                return with_span(reference, [&](auto others) { return matching_map(bins, others); });
            }));
        },
        "The bin of the reference of each bin.");
    module.def(
        "clahe_maps",
        [](const py::array& counts, std::size_t bins, double clip_limit) {
            return levels_of(clahe_maps(span_of<std::uint64_t>(counts), bins, clip_limit));
        },
        "The level of each bin of each tile.");
}

} // namespace histo_cl::python
