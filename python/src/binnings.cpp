#include "bind.hpp"
#include "number.hpp"

#include <cstdint>
#include <optional>
#include <pybind11/numpy.h>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace histo_cl::python {
namespace {

std::uint32_t count_from(py::handle value) {
    const auto count = integer_from(value);
    if (!count || *count < 1 || *count > max_bins)
        throw py::value_error("a binning has 1 to " + std::to_string(max_bins) + " bins, not " +
                              std::string(py::str(value)));
    return static_cast<std::uint32_t>(count->i64());
}

template <class T>
std::vector<Number> numbers_of(const py::array& values) {
    const py::array_t<T, py::array::c_style | py::array::forcecast> array(values);
    return {array.data(), array.data() + array.size()};
}

/// Makes edges from an array of integers or floats, or from any sequence of numbers.
EdgeBins edge_bins_from(const py::object& edges) {
    if (!py::isinstance<py::array>(edges)) {
        std::vector<Number> numbers;
        for (const auto edge : edges)
            numbers.push_back(number_from(edge));
        return {std::move(numbers)};
    }
    const auto array = py::reinterpret_borrow<py::array>(edges);
    if (array.ndim() != 1) throw py::value_error("edges are an array of one dimension");
    switch (array.dtype().kind()) {
    case 'i': return {numbers_of<std::int64_t>(array)};
    case 'u': return {numbers_of<std::uint64_t>(array)};
    case 'f': return {numbers_of<double>(array)};
    default: throw py::type_error("edges are integers or floats, not " + std::string(py::str(array.dtype())));
    }
}

py::list list_of(const Edges& numbers) {
    py::list list;
    for (const auto& number : numbers)
        list.append(to_python(number));
    return list;
}

/// The arguments that construct an equal binning, to copy, pickle and print it.
py::tuple arguments(const EvenBins& bins) {
    return py::make_tuple(bins.count, to_python(bins.lower), to_python(bins.upper));
}
py::tuple arguments(const EdgeBins& bins) {
    return py::make_tuple(list_of(bins.edges));
}
py::tuple arguments(const LogBins& bins) {
    return py::make_tuple(bins.count, to_python(bins.lower), to_python(bins.upper));
}
py::tuple arguments(const CircularBins& bins) {
    return py::make_tuple(bins.count, to_python(bins.lower), to_python(bins.period));
}
py::tuple arguments(const CustomBins& bins) {
    return py::make_tuple(bins.count, bins.expression);
}

/// Binds the class of a binning: an immutable value that can be compared, hashed and pickled. `maker` is the
/// function of the package that makes a binning from its arguments.
template <class Bins>
py::class_<Bins> bind(py::module_& module, const char* name, const char* maker, const char* documentation) {
    return bind_class<Bins>(module, name, documentation)
        .def_property_readonly(
            "bins", [](const Bins& bins) { return bin_count(Binning(bins)); }, "How many bins there are.")
        .def("__eq__",
             [](const Bins& bins, const py::object& other) {
                 return py::isinstance<Bins>(other) && bins == other.cast<const Bins&>();
             })
        .def("__hash__", [](const Bins& bins) { return py::hash(py::repr(arguments(bins))); })
        .def("__repr__",
             [maker](const Bins& bins) {
                 const std::string list = py::repr(arguments(bins));
                 return maker + (list.ends_with(",)") ? list.substr(0, list.size() - 2) + ")" : list);
             })
        .def("__str__", [](const Bins& bins) { return to_string(Binning(bins)); })
        .def("__reduce__", [maker](const Bins& bins) {
            return py::make_tuple(py::module_::import("histo_cl").attr(maker), arguments(bins));
        });
}

/// Binds a binning made from a count, a lower bound, and another number, whose name is `second`.
template <class Bins>
void bind_ranged(py::module_& module, const char* name, const char* maker, const char* documentation,
                 const char* second, Number Bins::*member) {
    using py::arg;
    bind<Bins>(module, name, maker, documentation)
        .def(py::init([](const py::object& count, const py::object& lower, const py::object& other) {
                 return Bins{count_from(count), number_from(lower), number_from(other)};
             }),
             arg("count"), arg("lower"), arg(second))
        .def_property_readonly("lower", [](const Bins& bins) { return to_python(bins.lower); })
        .def_property_readonly(second, [member](const Bins& bins) { return to_python(bins.*member); });
}

template <class... Bins>
Binning binning_from(py::handle object, std::type_identity<std::variant<Bins...>> /*binnings*/) {
    std::optional<Binning> binning;
    const auto take = [&]<class B>(std::type_identity<B> /*binning*/) {
        if (py::isinstance<B>(object)) binning = object.cast<const B&>();
    };
    (take(std::type_identity<Bins>()), ...);
    if (!binning) throw py::type_error("a binning is needed, not " + std::string(py::repr(object)));
    return *std::move(binning);
}

} // namespace

std::vector<Binning> binnings_from(const py::sequence& axes) {
    std::vector<Binning> binnings;
    for (const auto axis : axes)
        binnings.push_back(binning_from(axis, std::type_identity<Binning>()));
    return binnings;
}

void bind_binnings(py::module_& module) {
    using py::arg;
    bind_ranged(module, "EvenBins", "even_bins", "Bins of equal width over [lower, upper).", "upper",
                &EvenBins::upper);
    bind<EdgeBins>(module, "EdgeBins", "edge_bins", "Bins between edges, which increase strictly.")
        .def(py::init(&edge_bins_from), arg("edges"))
        .def_property_readonly("edges", [](const EdgeBins& bins) { return list_of(bins.edges); });
    bind_ranged(module, "LogBins", "log_bins",
                "Bins over [lower, upper) whose edges grow by a constant factor.", "upper", &LogBins::upper);
    bind_ranged(module, "CircularBins", "circular_bins",
                "Bins of equal width over [lower, lower + period), to which samples are reduced.", "period",
                &CircularBins::period);
    bind<CustomBins>(module, "CustomBins", "custom_bins", "Bins by the value of an expression of C.")
        .def(py::init([](const py::object& count, const py::str& expression) {
                 return custom_bins(count_from(count), text_from(expression));
             }),
             arg("count"), arg("expression"))
        .def_readonly("expression", &CustomBins::expression);
    bind_class<HalfWidths>(module, "HalfWidths", "No bins: the samples of this axis are half widths.")
        .def(py::init<>());
}

} // namespace histo_cl::python
