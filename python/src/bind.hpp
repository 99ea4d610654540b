#pragma once

#include <pybind11/pybind11.h>

// What the module _core consists of: each function adds the classes and functions of one file to it.

namespace histo_cl::python {

namespace py = pybind11;

void bind_errors(py::module_& module);
void bind_binnings(py::module_& module);
void bind_options(py::module_& module);
void bind_devices(py::module_& module);
void bind_problem(py::module_& module);
void bind_shape(py::module_& module);
void bind_count(py::module_& module);
void bind_plan(py::module_& module);

} // namespace histo_cl::python
