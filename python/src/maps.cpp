#include "bind.hpp"
#include "handles.hpp"
#include "names.hpp"

#include <histo_cl/equalization_plan.hpp>
#include <histo_cl/map_plan.hpp>
#include <histo_cl/summary_plan.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <pybind11/stl.h>
#include <string>
#include <utility>
#include <vector>

namespace histo_cl::python {
namespace {

std::intptr_t enqueue_maps(const EqualizationPlan& plan, std::intptr_t queue, std::intptr_t counts,
                           std::uint32_t bins, std::uint64_t histograms, std::intptr_t maps,
                           const std::string& rule, double clip_limit, std::intptr_t reference,
                           const std::vector<std::intptr_t>& wait_for) {
    const EqualizationJob job{.counts = handle<cl_mem>(counts),
                              .bins = bins,
                              .histograms = histograms,
                              .maps = handle<cl_mem>(maps),
                              .rule = named<MapRule::clahe>("rule", rule),
                              .levels = rule == "equalize" ? bins : 256,
                              .clip_limit = clip_limit,
                              .reference = handle<cl_mem>(reference),
                              .reference_bins = reference == 0 ? 256 : bins};
    cl_event done = nullptr;
    plan.enqueue(handle<cl_command_queue>(queue), job, events_from(wait_for), &done);
    return reinterpret_cast<std::intptr_t>(done);
}

std::intptr_t apply_maps(const MapPlan& plan, std::intptr_t queue, std::intptr_t source,
                         std::uint64_t source_offset, std::intptr_t destination, std::uint64_t width,
                         std::uint64_t height, std::intptr_t maps, std::uint32_t values,
                         std::uint64_t tile_width, std::uint64_t tile_height,
                         const std::vector<std::intptr_t>& wait_for) {
    const MapJob job{.source = handle<cl_mem>(source),
                     .source_offset = source_offset,
                     .destination = handle<cl_mem>(destination),
                     .width = width,
                     .height = height,
                     .maps = handle<cl_mem>(maps),
                     .values = values,
                     .tile_width = tile_width,
                     .tile_height = tile_height};
    cl_event done = nullptr;
    plan.enqueue(handle<cl_command_queue>(queue), job, events_from(wait_for), &done);
    return reinterpret_cast<std::intptr_t>(done);
}

/// Finds the smallest and the largest finite sample, and waits for the result; empty if no sample is finite.
std::optional<std::pair<double, double>> extremes_of(const SummaryPlan& plan, std::intptr_t queue,
                                                     std::intptr_t samples, std::uint64_t sample_offset,
                                                     std::uint64_t count,
                                                     const std::vector<std::intptr_t>& wait_for) {
    const SummaryJob job{.samples = handle<cl_mem>(samples), .sample_offset = sample_offset, .count = count};
    const auto found = plan.summarize(handle<cl_command_queue>(queue), job, events_from(wait_for));
    if (found.count == 0) return {};
    return std::pair(found.minimum, found.maximum);
}

} // namespace

void bind_maps(py::module_& module) {
    using py::arg;
    const py::call_guard<Unlocked> unlocked;
    bind_class<EqualizationPlan>(module, "EqualizationPlan", "Computes maps from counts of u32.")
        .def(py::init([](std::intptr_t context, std::intptr_t device) {
                 return std::make_unique<EqualizationPlan>(handle<cl_context>(context),
                                                           handle<cl_device_id>(device));
             }),
             arg("context"), arg("device"), unlocked)
        .def("enqueue", &enqueue_maps, arg("queue"), py::kw_only(), arg("counts"), arg("bins"),
             arg("histograms"), arg("maps"), arg("rule"), arg("clip_limit") = 0, arg("reference") = 0,
             arg("wait_for"), unlocked);
    bind_class<SummaryPlan>(module, "SummaryPlan", "Finds the extremes of samples on a device.")
        .def(py::init([](std::intptr_t context, std::intptr_t device, const std::string& sample) {
                 return std::make_unique<SummaryPlan>(handle<cl_context>(context),
                                                      handle<cl_device_id>(device),
                                                      named<all_sample_types.back()>("type", sample));
             }),
             arg("context"), arg("device"), arg("sample"), unlocked)
        .def("extremes", &extremes_of, arg("queue"), arg("samples"), arg("sample_offset"), arg("count"),
             arg("wait_for"), unlocked);
    bind_class<MapPlan>(module, "MapPlan", "Applies maps to samples of u8 or u16.")
        .def(py::init([](std::intptr_t context, std::intptr_t device, const std::string& sample) {
                 const auto type = named<all_sample_types.back()>("type", sample);
                 return std::make_unique<MapPlan>(handle<cl_context>(context), handle<cl_device_id>(device),
                                                  type, type);
             }),
             arg("context"), arg("device"), arg("sample"), unlocked)
        .def("enqueue", &apply_maps, arg("queue"), py::kw_only(), arg("source"), arg("source_offset"),
             arg("destination"), arg("width"), arg("height"), arg("maps"), arg("values"),
             arg("tile_width") = 0, arg("tile_height") = 0, arg("wait_for"), unlocked);
}

} // namespace histo_cl::python
