#pragma once

#include <histo_cl/host_data.hpp>
#include <histo_cl/result.hpp>

#include <algorithm>
#include <cstddef>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <span>
#include <vector>

// numpy's arrays as the library's spans, and results as numpy's arrays.

namespace histo_cl::python {

namespace py = pybind11;

/// The spans of one array, or of each array in a tuple; empty for None. Raises ValueError for negative
/// strides.
struct Spans {
    explicit Spans(const py::object& arrays);

    std::span<const std::byte> one;
    std::vector<HostArray> each;
};

/// The host data of a call, whose spans must outlive it.
[[nodiscard]] HostData data_of(const Spans& samples, const Shape& shape, const py::object& mask,
                               const Spans& weights, const py::object& indices);

/// The parts of a result one after the other in a 1-D array, converted to T.
template <class T, class... Part>
py::array array_of(const std::vector<Part>&... parts) {
    py::array_t<T> array(static_cast<py::ssize_t>((parts.size() + ...)));
    auto* to = array.mutable_data();
    ((to = std::ranges::transform(parts, to, [](Part each) { return static_cast<T>(each); }).out), ...);
    return array;
}

/// A 1-D array: the counts as int64, or in the type of counters that saturate; or, in the type of the sums,
/// the counts as far as the problem has them, then the sums, then the sums of squares.
[[nodiscard]] py::array array_of(Histogram of);

} // namespace histo_cl::python
