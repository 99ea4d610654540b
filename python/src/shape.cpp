#include "bind.hpp"

#include <histo_cl/layout.hpp>

#include <cstdint>
#include <optional>
#include <pybind11/stl.h>

namespace histo_cl::python {

void bind_shape(py::module_& module) {
    using py::arg;
    bind_class<Shape>(module, "Shape", "Which elements are counted, and how far apart their rows are.")
        .def(py::init([](std::optional<std::uint64_t> count, std::uint64_t width, std::uint64_t height,
                         std::uint64_t depth, std::uint64_t pitch, std::uint64_t plane_pitch,
                         std::uint64_t segment, std::uint64_t source_count) {
                 return Shape{.count = count,
                              .source_count = source_count,
                              .region = {.width = width, .height = height, .depth = depth},
                              .pitch = pitch,
                              .plane_pitch = plane_pitch,
                              .segment = segment};
             }),
             py::kw_only(), arg("count") = py::none(), arg("width") = 0, arg("height") = 0, arg("depth") = 1,
             arg("pitch") = 0, arg("plane_pitch") = 0, arg("segment") = 0, arg("source_count") = 0);
}

} // namespace histo_cl::python
