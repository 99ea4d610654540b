#include "bind.hpp"

#include <histo_cl/error.hpp>

#include <exception>

namespace histo_cl::python {
namespace {

/// Sets Python's error: ValueError for an invalid argument, histo_cl.errors.Error otherwise.
void raise(const Error& error) {
    if (error.status() == Status::invalid_argument) {
        PyErr_SetString(PyExc_ValueError, error.what());
        return;
    }
    const auto type = py::module_::import("histo_cl.errors").attr("Error");
    PyErr_SetObject(type.ptr(),
                    type(error.what(), py::str(name(error.status()).data()),
                         py::str(error.opencl_name().data(), error.opencl_name().size()), error.build_log())
                        .ptr());
}

} // namespace

void bind_errors(py::module_& /*module*/) {
    // NOLINTNEXTLINE(performance-unnecessary-value-param): pybind11's type of such a function
    py::register_exception_translator([](std::exception_ptr thrown) {
        try {
            if (thrown) std::rethrow_exception(thrown);
        } catch (const Error& error) {
            raise(error);
        }
    });
}

} // namespace histo_cl::python
