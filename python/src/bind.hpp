#pragma once

#include <pybind11/pybind11.h>

// The parts of the module _core: each function adds the classes and functions of one file.

namespace histo_cl::python {

namespace py = pybind11;

/// Releases the GIL while a thread is in the library, like pybind11's gil_scoped_release, but is also safe
/// when the interpreter ends. The end waits for calls in flight; a daemon thread that returns from a call, or
/// begins one, after that sleeps until the process ends.
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

/// A class of the module. Using an object without a value, created by `__new__` alone, raises TypeError;
/// pybind11 would allocate uninitialized memory for it.
template <class T>
py::class_<T> bind_class(py::module_& module, const char* name, const char* documentation) {
    py::class_<T> bound(module, name, documentation);
    py::detail::get_type_info(typeid(T), true)->operator_new = [](std::size_t /*size*/) -> void* {
        throw py::type_error("the object has no value: __init__ was not called");
    };
    return bound;
}

void bind_errors(py::module_& module);
void bind_exit(py::module_& module);
void bind_binnings(py::module_& module);
void bind_options(py::module_& module);
void bind_devices(py::module_& module);
void bind_problem(py::module_& module);
void bind_shape(py::module_& module);
void bind_count(py::module_& module);
void bind_plan(py::module_& module);

} // namespace histo_cl::python
