#include "bind.hpp"

#include <histo_cl/plan.hpp>

#include <cstdint>
#include <memory>
#include <pybind11/stl.h>
#include <string>
#include <vector>

namespace histo_cl::python {
namespace {

template <class Object>
Object handle(std::intptr_t pointer) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the form of PyOpenCL's int_ptr.
    return reinterpret_cast<Object>(pointer);
}

std::unique_ptr<Plan> make(std::intptr_t context, std::intptr_t device, const Problem& problem,
                           const Options& options) {
    return std::make_unique<Plan>(handle<cl_context>(context), handle<cl_device_id>(device), problem,
                                  options);
}

/// Returns an event that completes when the counts are written. The caller must release it.
std::intptr_t enqueue(const Plan& plan, std::intptr_t queue, std::intptr_t samples, const Shape& shape,
                      std::intptr_t counts, std::uint64_t sample_offset, std::intptr_t mask,
                      std::uint64_t mask_offset, std::intptr_t weights, std::uint64_t weight_offset,
                      bool accumulate, const std::vector<std::uint32_t>& axes,
                      const std::vector<std::intptr_t>& wait_for) {
    std::vector<cl_event> wait;
    for (const auto event : wait_for)
        wait.push_back(handle<cl_event>(event));
    const Job job{.samples = handle<cl_mem>(samples),
                  .sample_offset = sample_offset,
                  .shape = shape,
                  .mask = handle<cl_mem>(mask),
                  .mask_offset = mask_offset,
                  .weights = handle<cl_mem>(weights),
                  .weight_offset = weight_offset,
                  .counts = handle<cl_mem>(counts),
                  .accumulate = accumulate,
                  .axes = axes};
    cl_event done = nullptr;
    plan.enqueue(handle<cl_command_queue>(queue), job, wait, &done);
    return reinterpret_cast<std::intptr_t>(done);
}

} // namespace

void bind_plan(py::module_& module) {
    using py::arg;
    const py::call_guard<Unlocked> unlocked;
    bind_class<Plan>(module, "Plan", "A compiled problem, by handles of OpenCL as integers.")
        .def(py::init(&make), arg("context"), arg("device"), arg("problem"), arg("options"), unlocked)
        .def("enqueue", &enqueue, py::kw_only(), arg("queue"), arg("samples"), arg("shape"), arg("counts"),
             arg("sample_offset") = 0, arg("mask") = 0, arg("mask_offset") = 0, arg("weights") = 0,
             arg("weight_offset") = 0, arg("accumulate") = false, arg("axes") = std::vector<std::uint32_t>(),
             arg("wait_for") = std::vector<std::intptr_t>(), unlocked)
        .def("histograms",
             [](const Plan& plan, const Shape& shape) { return histograms(plan.problem(), shape); })
        .def_property_readonly("decision", [](const Plan& plan) { return to_string(plan.decision()); })
        .def_property_readonly("variant",
                               [](const Plan& plan) { return std::string(method_name(plan.decision())); })
        .def("count_bytes", &Plan::count_bytes, arg("histograms") = 1)
        .def("workspace_bytes", &Plan::workspace_bytes, arg("histograms") = 1);
}

} // namespace histo_cl::python
