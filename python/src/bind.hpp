#pragma once

#include <histo_cl/binning.hpp>

#include <pybind11/pybind11.h>
#include <vector>

// The parts of the module _core: each function adds the classes and functions of one file.

namespace histo_cl::python {

namespace py = pybind11;

/// Releases the GIL while a thread is in the library, like pybind11's gil_scoped_release, but is also safe
/// when the interpreter ends. The interpreter waits for calls in flight before it ends. If a daemon thread
/// later begins a call or returns from one, it sleeps until the process ends.
class Unlocked {
  public:
    Unlocked();
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;
    Unlocked(Unlocked&&) = delete;
    Unlocked& operator=(Unlocked&&) = delete;
    ~Unlocked();

  private:
    PyThreadState* state_;
};

/// A class of the module. Using an object that `__new__` has made without `__init__` raises TypeError; by
/// default, pybind11 would allocate uninitialized memory for the object's value.
template <class T>
py::class_<T> bind_class(py::module_& module, const char* name, const char* documentation) {
    py::class_<T> bound(module, name, documentation);
    py::detail::get_type_info(typeid(T), true)->operator_new = [](std::size_t /*size*/) -> void* {
        throw py::type_error("the object has no value: __init__ was not called");
    };
    return bound;
}

/// The binnings in a sequence of EvenBins, EdgeBins ... Raises TypeError for other types.
[[nodiscard]] std::vector<Binning> binnings_from(const py::sequence& axes);

void bind_exit(py::module_& module);
void bind_binnings(py::module_& module);
void bind_options(py::module_& module);
void bind_devices(py::module_& module);
void bind_problem(py::module_& module);
void bind_shape(py::module_& module);
void bind_count(py::module_& module);
void bind_plan(py::module_& module);
void bind_maps(py::module_& module);
void bind_stream(py::module_& module);
void bind_statistics(py::module_& module);

} // namespace histo_cl::python
