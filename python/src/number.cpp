#include "number.hpp"

#include <cstdint>

namespace histo_cl::python {

std::optional<Number> integer_from(py::handle value) {
    const auto integer = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
    if (!integer) throw py::error_already_set();
    int overflow = 0;
    const auto narrow = PyLong_AsLongLongAndOverflow(integer.ptr(), &overflow);
    if (overflow == 0) return static_cast<std::int64_t>(narrow);
    const auto wide = PyLong_AsUnsignedLongLong(integer.ptr());
    if (PyErr_Occurred() == nullptr) return static_cast<std::uint64_t>(wide);
    PyErr_Clear();
    return std::nullopt;
}

Number number_from(py::handle value) {
    if (PyBool_Check(value.ptr())) throw py::type_error("a bound or an edge is a number, not a bool");
    if (PyIndex_Check(value.ptr()) != 0) {
        if (const auto integer = integer_from(value)) return *integer;
        PyErr_Format(PyExc_OverflowError, "%S is beyond 64 bits: bounds and edges of such size are floats",
                     value.ptr());
        throw py::error_already_set();
    }
    const auto real = PyFloat_AsDouble(value.ptr());
    if (PyErr_Occurred() != nullptr) throw py::error_already_set();
    return real;
}

py::object to_python(const Number& number) {
    switch (number.kind()) {
    case Number::Kind::i64: return py::int_(number.i64());
    case Number::Kind::u64: return py::int_(number.u64());
    case Number::Kind::f64: break;
    }
    return py::float_(number.f64());
}

std::string text_from(const py::str& text) {
    py::ssize_t size = 0;
    const char* const bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (bytes == nullptr) throw py::error_already_set();
    return {bytes, static_cast<std::size_t>(size)};
}

} // namespace histo_cl::python
