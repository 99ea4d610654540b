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
#include <vector>

namespace histo_cl::python {
namespace {

/// The bytes from an array's first element to the end of its last element. Raises ValueError for negative
/// strides.
std::span<const std::byte> extent_of(const py::array& array) {
    if (array.size() == 0) return {};
    auto bytes = array.itemsize();
    for (py::ssize_t axis = 0; axis < array.ndim(); ++axis) {
        if (array.strides(axis) < 0 && array.shape(axis) > 1)
            throw py::value_error("a stride is negative: " + std::to_string(array.strides(axis)));
        bytes += (array.shape(axis) - 1) * array.strides(axis);
    }
    return {static_cast<const std::byte*>(array.data()), static_cast<std::size_t>(bytes)};
}

/// The parts of a result one after the other in a 1-D array, converted to T.
template <class T, class... Part>
py::array array_of(const std::vector<Part>&... parts) {
    py::array_t<T> array(static_cast<py::ssize_t>((parts.size() + ...)));
    auto* to = array.mutable_data();
    ((to = std::ranges::transform(parts, to, [](Part each) { return static_cast<T>(each); }).out), ...);
    return array;
}

/// The counts as int64, or in the type of counters that saturate; or, in the type of the sums, the counts as
/// far as the problem has them, then the sums, then the sums of squares.
py::array array_of(const Histogram& of) {
    const auto& problem = of.problem;
    if (problem.counter == CounterType::u8) return array_of<std::uint8_t>(of.counts);
    if (problem.counter == CounterType::u16) return array_of<std::uint16_t>(of.counts);
    if (of.sums.empty()) return array_of<std::int64_t>(of.counts);
    if (problem.counter == CounterType::f32) return array_of<float>(of.counts, of.sums, of.squares);
    if (of.integer_sums.empty()) return array_of<double>(of.counts, of.sums, of.squares);
    if (is_signed(*problem.weights.type))
        return array_of<std::int64_t>(of.counts, of.integer_sums, of.integer_squares);
    return array_of<std::uint64_t>(of.counts, of.integer_sums, of.integer_squares);
}

/// The spans of one array, or of each array in a tuple; empty for None.
struct Spans {
    explicit Spans(const py::object& arrays) {
        if (arrays.is_none()) return;
        if (!py::isinstance<py::tuple>(arrays)) {
            one = extent_of(py::cast<py::array>(arrays));
            return;
        }
        for (const auto array : arrays)
            each.push_back(extent_of(py::cast<py::array>(array)));
    }

    std::span<const std::byte> one;
    std::vector<HostArray> each;
};

/// The host data of a call, whose spans must outlive it.
HostData data_of(const Spans& samples, const Shape& shape, const py::object& mask, const Spans& weights,
                 const py::object& indices) {
    return {.samples = samples.one,
            .shape = shape,
            .mask = Spans(mask).one,
            .weights = weights.one,
            .weight_vectors = weights.each,
            .indices = Spans(indices).one,
            .arrays = samples.each};
}

/// Counts, and returns all counts or sums as a 1-D array. Releases the GIL while counting.
py::array count(const Problem& problem, const py::object& samples, const Shape& shape, const py::object& mask,
                const py::object& weights, const Options& options, const Device* device,
                const py::object& indices) {
    const Spans spans(samples);
    const Spans of_weights(weights);
    const auto data = data_of(spans, shape, mask, of_weights, indices);
    const auto counted = [&] {
        const Unlocked unlocked;
        return device == nullptr ? histogram(problem, data, options)
                                 : histogram(problem, data, options, *device);
    }();
    return array_of(counted);
}

std::span<const double> doubles(const py::array& array) {
    return {static_cast<const double*>(array.data()), static_cast<std::size_t>(array.size())};
}

/// Counts, and returns the counts, means and variances of the weights in each cell. With `factors`, a weight
/// of each weight, these are effective counts and weighted statistics; both arrays are then packed float64.
/// Releases the GIL while counting.
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
        // Like the sums' unit, the unit of the values comes only from elements that are counted.
        const int exponent = std::min(std::ilogb(weight_bound(problem, data).greatest) + 1, 1023);
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
        variance = variances(partial, ddof);
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
