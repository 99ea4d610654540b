#include "bind.hpp"

#include <histo_cl/histo_cl.hpp>

#include <exception>
#include <string>

namespace histo_cl::python {
namespace {

/// Sets the Python exception: ValueError for an invalid argument, histo_cl.errors.Error otherwise.
void raise(const Error& error) {
    if (error.status() == Status::invalid_argument) {
        PyErr_SetString(PyExc_ValueError, error.what());
        return;
    }
    const auto type = py::module_::import("histo_cl._internal.errors").attr("Error");
    PyErr_SetObject(type.ptr(),
                    type(error.what(), py::str(name(error.status()).data()),
                         py::str(error.opencl_name().data(), error.opencl_name().size()), error.build_log())
                        .ptr());
}

void translate_errors() {
    // NOLINTNEXTLINE(performance-unnecessary-value-param): pybind11 requires this signature
    py::register_exception_translator([](std::exception_ptr thrown) {
        try {
            if (thrown) std::rethrow_exception(thrown);
        } catch (const Error& error) {
            raise(error);
        }
    });
}

/// NumPy 2 has another layout of types: releases of pybind11 before 2.12 return wrong arrays, without an
/// error.
constexpr bool reads_numpy_2 = PYBIND11_VERSION_HEX >= 0x020C0000;

/// Raises ImportError if this build cannot read arrays of the imported NumPy.
void check_numpy() {
    const auto numpy = py::module_::import("numpy").attr("__version__").cast<std::string>();
    if (!reads_numpy_2 && std::stoi(numpy) >= 2)
        throw py::import_error(
            "histo_cl was built with pybind11 " PYBIND11_TOSTRING(
                PYBIND11_VERSION_MAJOR) "." PYBIND11_TOSTRING(PYBIND11_VERSION_MINOR) ", "
                                                                                      "which reads arrays of "
                                                                                      "NumPy 1 only, and "
                                                                                      "NumPy is " +
            numpy + ": build it with pybind11 2.12 or later, or install NumPy 1");
}

} // namespace
} // namespace histo_cl::python

PYBIND11_MODULE(_core, module) {
    using namespace histo_cl::python;
    check_numpy();
    module.doc() =
        "The C++ library as Python calls it: plain arguments, which histo_cl's modules have checked.";
    module.attr("version") = HISTO_CL_VERSION;
    module.attr("reads_numpy_2") = reads_numpy_2;
    module.attr("max_bins") = histo_cl::max_bins;
    module.attr("max_bins_by_rule") = histo_cl::max_bins_by_rule;
    module.attr("max_arrays") = histo_cl::max_arrays;
    translate_errors();
    bind_exit(module);
    bind_binnings(module);
    bind_options(module);
    bind_devices(module);
    bind_problem(module);
    bind_shape(module);
    bind_count(module);
    bind_plan(module);
    bind_statistics(module);
    bind_maps(module);
    bind_stream(module);
}
