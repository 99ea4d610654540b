#include "arrays.hpp"
#include "bind.hpp"

#include <histo_cl/decision.hpp>
#include <histo_cl/histogram.hpp>
#include <histo_cl/partial.hpp>
#include <histo_cl/statistics/distribution.hpp>
#include <histo_cl/weight_bound.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace histo_cl::python {
namespace {

/// Counts, and returns all counts or sums as a 1-D array. Releases the GIL while counting.
py::array count(const Problem& problem, const py::object& samples, const Shape& shape, const py::object& mask,
                const py::object& weights, const Options& options, const Device* device,
                const py::object& indices) {
    const Spans spans(samples);
    const Spans of_weights(weights);
    const auto data = data_of(spans, shape, mask, of_weights, indices);
    auto counted = [&] {
        const Unlocked unlocked;
        return device == nullptr ? histogram(problem, data, options)
                                 : histogram(problem, data, options, *device);
    }();
    return array_of(std::move(counted));
}

std::span<const double> doubles(const py::array& array) {
    return {static_cast<const double*>(array.data()), static_cast<std::size_t>(array.size())};
}

/// Counts, and returns the counts, means and variances of the weights in each cell. `factors` are weights of
/// these weights; with them, the results are effective counts and weighted statistics, and both arrays must
/// be packed float64. Releases the GIL while counting.
py::tuple profile(Problem problem, const py::object& samples, const Shape& shape, const py::object& mask,
                  const py::array& weights, const std::optional<py::array>& factors, std::uint64_t ddof,
                  const Options& options, const Device* device) {
    const Spans spans(samples);
    const Spans of_weights(weights);
    auto data = data_of(spans, shape, mask, of_weights, py::none());
    std::vector<double> mean;
    std::vector<double> variance;
    std::vector<std::uint64_t> counts;
    std::vector<double> effective;
    const auto y = factors ? doubles(weights) : std::span<const double>();
    const auto w = factors ? doubles(*factors) : std::span<const double>();
    const auto counted = [&] {
        if (is_float(*problem.weights.type)) problem.weights.bound = weight_bound(problem, data);
        return partial_histogram(problem, data, options, device);
    };
    if (factors) {
        const Unlocked unlocked;
        // Only counted elements determine the unit of the values, as they do for the unit of the sums.
        const int exponent = std::min(std::ilogb(weight_bound(problem, data).maximum) + 1, 1023);
        const auto vectors = weighted_values(y, w, exponent);
        const std::vector<HostArray> each(vectors.begin(), vectors.end());
        problem.weights.vectors = 4;
        data.weights = {};
        data.weight_vectors = each;
        for (const auto& bin : weighted_profile(counted(), exponent, ddof)) {
            mean.push_back(bin.mean);
            variance.push_back(bin.variance);
            effective.push_back(bin.count);
        }
    } else {
        const Unlocked unlocked;
        const auto partial = counted();
        mean = means(partial);
        variance = variances(partial, 0, ddof);
        const auto words = partial.words().first(mean.size());
        counts.assign(words.begin(), words.end());
    }
    return py::make_tuple(factors ? array_of<double>(effective) : array_of<std::int64_t>(counts),
                          py::array_t<double>(py::ssize_t_cast(mean.size()), mean.data()),
                          py::array_t<double>(py::ssize_t_cast(variance.size()), variance.data()));
}

std::string explain(const Problem& problem, const Shape& shape, const Options& options,
                    const Device& device) {
    return to_string(problem) + "\n" + to_string(device.profile) + "\n" +
           to_string(choose_for_host_data(device.profile, problem, shape, options));
}

} // namespace

void bind_count(py::module_& module) {
    using py::arg;
    module.def("count", &count, arg("problem"), arg("samples"), arg("shape") = Shape(),
               arg("mask") = py::none(), arg("weights") = py::none(), arg("options") = Options(),
               arg("device") = py::none(), arg("indices") = py::none());
    module.def("profile", &profile, arg("problem"), arg("samples"), arg("shape"), arg("mask"), arg("weights"),
               arg("factors"), arg("ddof"), arg("options"), arg("device"));
    module.def("explain", &explain, arg("problem"), arg("shape"), arg("options"), arg("device"));
}

} // namespace histo_cl::python
