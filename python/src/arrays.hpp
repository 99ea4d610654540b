#pragma once

#include <histo_cl/host_data.hpp>
#include <histo_cl/result.hpp>

#include <algorithm>
#include <cstddef>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <span>
#include <vector>

// Converts NumPy arrays to the library's spans, and results to NumPy arrays.

namespace histo_cl::python {

namespace py = pybind11;

/// The spans of one array, or of each array in a tuple; empty for None. Raises ValueError for negative
/// strides.
struct Spans {
    explicit Spans(const py::object& arrays);

    std::span<const std::byte> one;
    std::vector<HostArray> each;
};

/// The host data of a call. All arguments must outlive it.
[[nodiscard]] HostData data_of(const Spans& samples, const Shape& shape, const py::object& mask,
                               const Spans& weights, const py::object& indices);

/// The parts of a result, converted to T and concatenated in a 1-D array.
template <class T, class... Part>
py::array array_of(const std::vector<Part>&... parts) {
    py::array_t<T> array(static_cast<py::ssize_t>((parts.size() + ...)));
    auto* to = array.mutable_data();
    ((to = std::ranges::transform(parts, to, [](Part each) { return static_cast<T>(each); }).out), ...);
    return array;
}

/// Returns the counts and sums of a result as a 1-D array. Without sums, the type is int64 or that of
/// saturating counters. Otherwise the counts (if the problem has them), the sums, and the sums of squares are
/// in the type of the sums.
[[nodiscard]] py::array array_of(Histogram of);

} // namespace histo_cl::python
