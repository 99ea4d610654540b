#pragma once

#include <histo_cl/opencl.h>

#include <cstdint>
#include <vector>

// OpenCL objects are passed as integers, as PyOpenCL's int_ptr returns them.

namespace histo_cl::python {

template <class Object>
Object handle(std::intptr_t pointer) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the form of PyOpenCL's int_ptr.
    return reinterpret_cast<Object>(pointer);
}

inline std::vector<cl_event> events_from(const std::vector<std::intptr_t>& pointers) {
    std::vector<cl_event> events;
    for (const auto pointer : pointers)
        events.push_back(handle<cl_event>(pointer));
    return events;
}

} // namespace histo_cl::python
