#include "bind.hpp"
#include "handles.hpp"

#include <histo_cl/plan.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <pybind11/stl.h>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace histo_cl::python {
namespace {

std::unique_ptr<Plan> make(std::intptr_t context, std::intptr_t device, const Problem& problem,
                           const Options& options) {
    return std::make_unique<Plan>(handle<cl_context>(context), handle<cl_device_id>(device), problem,
                                  options);
}

/// Memory, and the offset of its first element, as in Job.
using Placed = std::pair<Memory, std::uint64_t>;

/// A job, and the lists to which its spans refer.
struct OwnedJob {
    OwnedJob(const Problem& problem, const std::vector<Placed>& samples, const Shape& shape,
             const Memory& counts, const std::optional<Placed>& mask, const std::vector<Placed>& weights,
             const std::optional<Placed>& indices, bool accumulate, std::vector<std::uint32_t> axes_)
        : axes(std::move(axes_)) {
        job.shape = shape;
        job.counts = counts;
        job.accumulate = accumulate;
        job.axes = axes;
        if (problem.layout.order == Order::separate) {
            for (const auto& [memory, offset] : samples)
                arrays.push_back({memory, offset});
            job.arrays = arrays;
        } else {
            std::tie(job.samples, job.sample_offset) = samples.at(0);
        }
        if (weights.size() == 1) {
            std::tie(job.weights, job.weight_offset) = weights[0];
        } else {
            for (const auto& [memory, offset] : weights)
                vectors.push_back({memory, offset});
            job.weight_vectors = vectors;
        }
        if (mask) std::tie(job.mask, job.mask_offset) = *mask;
        if (indices) std::tie(job.indices, job.index_offset) = *indices;
    }

    std::vector<std::uint32_t> axes;
    std::vector<ArrayBuffer> arrays;
    std::vector<WeightBuffer> vectors;
    Job job;
};

/// Returns an event that completes when the counts are written. The caller must release it.
std::intptr_t enqueue(const Plan& plan, std::intptr_t queue, const std::vector<Placed>& samples,
                      const Shape& shape, const Memory& counts, const std::optional<Placed>& mask,
                      const std::vector<Placed>& weights, const std::optional<Placed>& indices,
                      bool accumulate, const std::vector<std::uint32_t>& axes,
                      const std::vector<std::intptr_t>& wait_for) {
    const auto wait = events_from(wait_for);
    const OwnedJob owned(plan.problem(), samples, shape, counts, mask, weights, indices, accumulate, axes);
    cl_event done = nullptr;
    plan.enqueue(handle<cl_command_queue>(queue), owned.job, wait, &done);
    return reinterpret_cast<std::intptr_t>(done);
}

/// Returns the sync point at which the counts are complete.
cl_sync_point_khr record(const Plan& plan, std::intptr_t buffer, std::intptr_t queue,
                         const std::vector<Placed>& samples, const Shape& shape, const Memory& counts,
                         const std::optional<Placed>& mask, const std::vector<Placed>& weights,
                         const std::optional<Placed>& indices, bool accumulate,
                         const std::vector<std::uint32_t>& axes,
                         const std::vector<cl_sync_point_khr>& wait_for) {
    const OwnedJob owned(plan.problem(), samples, shape, counts, mask, weights, indices, accumulate, axes);
    cl_sync_point_khr done = 0;
    plan.record(handle<cl_command_buffer_khr>(buffer), handle<cl_command_queue>(queue), owned.job, wait_for,
                &done);
    return done;
}

} // namespace

void bind_plan(py::module_& module) {
    using py::arg;
    const py::call_guard<Unlocked> unlocked;
    bind_class<Memory>(module, "Memory", "Memory that a device reads or writes, by its handle or address.")
        .def_static("object", [](std::intptr_t object) { return Memory(handle<cl_mem>(object)); })
        .def_static("svm", [](std::intptr_t address) { return svm_pointer(handle<void*>(address)); });
    bind_class<Plan>(module, "Plan", "A compiled problem, by handles of OpenCL as integers.")
        .def(py::init(&make), arg("context"), arg("device"), arg("problem"), arg("options"), unlocked)
        .def("enqueue", &enqueue, arg("queue"), py::kw_only(), arg("samples"), arg("shape"), arg("counts"),
             arg("mask"), arg("weights"), arg("indices"), arg("accumulate"), arg("axes"), arg("wait_for"),
             unlocked)
        .def("record", &record, arg("buffer"), arg("queue"), py::kw_only(), arg("samples"), arg("shape"),
             arg("counts"), arg("mask"), arg("weights"), arg("indices"), arg("accumulate"), arg("axes"),
             arg("wait_for"), unlocked)
        .def("histograms",
             [](const Plan& plan, const Shape& shape) { return histograms(plan.problem(), shape); })
        .def_property_readonly("decision", [](const Plan& plan) { return to_string(plan.decision()); })
        .def_property_readonly("variant",
                               [](const Plan& plan) { return std::string(method_name(plan.decision())); })
        .def("count_bytes", &Plan::count_bytes, arg("histograms") = 1)
        .def("workspace_bytes", &Plan::workspace_bytes, arg("histograms") = 1);
}

} // namespace histo_cl::python
