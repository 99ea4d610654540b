#include "bind.hpp"

#include <histo_cl/histo_cl.hpp>

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

void translate_errors() {
    // NOLINTNEXTLINE(performance-unnecessary-value-param): pybind11's type of such a function
    py::register_exception_translator([](std::exception_ptr thrown) {
        try {
            if (thrown) std::rethrow_exception(thrown);
        } catch (const Error& error) {
            raise(error);
        }
    });
}

} // namespace
} // namespace histo_cl::python

PYBIND11_MODULE(_core, module) {
    using namespace histo_cl::python;
    module.doc() =
        "The C++ library as Python calls it: plain arguments, which histo_cl's modules have checked.";
    module.attr("version") = HISTO_CL_VERSION;
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
}
