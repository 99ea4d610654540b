#include "arrays.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace histo_cl::python {
namespace {

/// Returns the bytes from an array's first element to the end of its last element. Raises ValueError for
/// negative strides.
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

/// Returns the counts as int64. If there are many, they are not copied.
py::array array_in_place(std::vector<std::uint64_t> counts) {
    constexpr std::size_t many = 1U << 12U;
    if (counts.size() < many) return array_of<std::int64_t>(counts);
    auto owned = std::make_unique<std::vector<std::uint64_t>>(std::move(counts));
    const auto* const all = owned.get();
    const py::capsule owner(owned.get(),
                            [](void* given) { delete static_cast<std::vector<std::uint64_t>*>(given); });
    (void)owned.release();
    return {py::dtype::of<std::int64_t>(), {static_cast<py::ssize_t>(all->size())}, {}, all->data(), owner};
}

} // namespace

Spans::Spans(const py::object& arrays) {
    if (arrays.is_none()) return;
    if (!py::isinstance<py::tuple>(arrays)) {
        one = extent_of(py::cast<py::array>(arrays));
        return;
    }
    for (const auto array : arrays)
        each.emplace_back(extent_of(py::cast<py::array>(array)));
}

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

py::array array_of(Histogram of) {
    const auto& problem = of.problem;
    if (problem.counter == CounterType::u8) return array_of<std::uint8_t>(of.counts);
    if (problem.counter == CounterType::u16) return array_of<std::uint16_t>(of.counts);
    if (of.sums.empty()) return array_in_place(std::move(of.counts));
    if (problem.counter == CounterType::f32) return array_of<float>(of.counts, of.sums, of.squares);
    if (of.integer_sums.empty()) return array_of<double>(of.counts, of.sums, of.squares);
    if (is_signed(*problem.weights.type))
        return array_of<std::int64_t>(of.counts, of.integer_sums, of.integer_squares);
    return array_of<std::uint64_t>(of.counts, of.integer_sums, of.integer_squares);
}

} // namespace histo_cl::python
