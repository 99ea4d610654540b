#include "bind.hpp"
#include "number.hpp"

#include <histo_cl/device.hpp>
#include <histo_cl/error.hpp>
#include <histo_cl/histogram.hpp>

#include <cstdint>
#include <string>

namespace histo_cl::python {
namespace {

std::string index_of(const Device& device) {
    return std::to_string(device.platform_index) + ":" + std::to_string(device.device_index);
}

/// Returns the device with this handle, e.g. the handle of a pyopencl.Device. Raises Error if no platform
/// lists it.
Device device_of(std::intptr_t handle) {
    for (auto& device : devices())
        if (reinterpret_cast<std::intptr_t>(device.id) == handle) return device;
    throw Error(Status::no_device, "no platform has the device of that handle: it is a sub-device, or of "
                                   "another OpenCL loader (import pyopencl first)");
}

} // namespace

void bind_devices(py::module_& module) {
    const auto property = [](auto member) {
        return [member](const Device& device) { return device.profile.*member; };
    };
    bind_class<Device>(module, "Device", "An OpenCL device.")
        .def_property_readonly("name", property(&DeviceProfile::name))
        .def_property_readonly("platform", property(&DeviceProfile::platform))
        .def_property_readonly("version", property(&DeviceProfile::version))
        .def_property_readonly("driver", property(&DeviceProfile::driver))
        .def_property_readonly("compute_units", property(&DeviceProfile::compute_units))
        .def_property_readonly("type",
                               [](const Device& device) { return std::string(name(device.profile.type)); })
        .def_property_readonly("index", &index_of, "Platform and device, as \"0:0\".")
        .def_property_readonly(
            "int_ptr", [](const Device& device) { return reinterpret_cast<std::intptr_t>(device.id); },
            "The cl_device_id.")
        .def("__eq__",
             [](const Device& device, const py::object& other) {
                 return py::isinstance<Device>(other) && device.id == other.cast<const Device&>().id;
             })
        .def("__hash__", [](const Device& device) { return reinterpret_cast<std::intptr_t>(device.id); })
        .def("__str__", [](const Device& device) { return to_string(device.profile); })
        .def("__repr__", [](const Device& device) {
            return "<Device " + index_of(device) + " " + device.profile.name + ">";
        });
    const py::call_guard<Unlocked> unlocked;
    module.def(
        "devices",
        [] {
            auto all = [] {
                const Unlocked here;
                return devices();
            }();
            py::list list;
            for (auto& device : all)
                list.append(std::move(device));
            return list;
        },
        "All devices.");
    module.def("default_device", &default_device, unlocked);
    module.def(
        "find_device",
        [](const py::str& text) {
            const std::string name = text_from(text);
            const Unlocked here;
            return find_device(name);
        },
        py::arg("text"));
    module.def("device_of", &device_of, py::arg("int_ptr"), unlocked);
    module.def("release_kept_plans", &release_kept_plans, unlocked);
}

} // namespace histo_cl::python
