#pragma once

#include "bind.hpp"

#include <histo_cl/number.hpp>

#include <optional>
#include <string>

namespace histo_cl::python {

/// Converts an int or an object with __index__. Empty beyond 64 bits. Raises TypeError for other types.
[[nodiscard]] std::optional<Number> integer_from(py::handle value);

/// Converts an int (or an object with __index__) or a float (or an object with __float__), exactly. Raises
/// TypeError for a bool and for other types, and OverflowError for an int beyond 64 bits.
[[nodiscard]] Number number_from(py::handle value);

/// An int or a float.
[[nodiscard]] py::object to_python(const Number& number);

/// Returns the text in UTF-8. Raises MemoryError if memory is exhausted, and UnicodeEncodeError for lone
/// surrogates; pybind11's own conversion would raise TypeError in both cases.
[[nodiscard]] std::string text_from(const py::str& text);

} // namespace histo_cl::python
