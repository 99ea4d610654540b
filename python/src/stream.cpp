#include "arrays.hpp"
#include "bind.hpp"

#include <histo_cl/partial.hpp>
#include <histo_cl/stream.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <pybind11/functional.h>
#include <pybind11/stl.h>
#include <span>
#include <string>
#include <vector>

namespace histo_cl::python {
namespace {

/// Ends a stream without the GIL, because its threads may be about to call `progress`.
struct Unlock {
    void operator()(Stream* stream) const {
        const Unlocked unlocked;
        std::default_delete<Stream>()(stream);
    }
};
using Streaming = std::unique_ptr<Stream, Unlock>;
using Progressing = std::function<void(std::uint64_t, double, double)>;

Streaming stream_of(const Problem& problem, const std::vector<Device>& devices, const Options& options,
                    std::uint64_t memory, std::uint64_t chunk_bytes, std::uint32_t threads,
                    const Progressing& progress) {
    StreamOptions all{.options = options,
                      .devices = devices,
                      .memory = memory,
                      .chunk_bytes = chunk_bytes,
                      .threads = threads};
    if (progress)
        all.progress = [progress](const Progress& now) {
            progress(now.bytes, now.seconds, now.bytes_per_second);
        };
    const Unlocked unlocked;
    return Streaming(new Stream(problem, all));
}

void push(Stream& stream, const py::object& samples, const Shape& shape, const py::object& mask,
          const py::object& weights) {
    const Spans spans(samples);
    const Spans of_weights(weights);
    const auto data = data_of(spans, shape, mask, of_weights, py::none());
    const Unlocked unlocked;
    stream.push(data);
}

template <class Counted>
py::array result_of(Counted& counted) {
    auto histogram = [&] {
        const Unlocked unlocked;
        return counted.histogram();
    }();
    return array_of(std::move(histogram));
}

py::list shares_of(const Stream& stream) {
    py::list list;
    for (const auto& share : stream.shares())
        list.append(
            py::make_tuple(share.device, share.bytes, share.calling_thread_bytes, share.error, share.note));
    return list;
}

Partial partial_of(const Problem& problem, const py::object& samples, const Shape& shape,
                   const py::object& mask, const py::object& weights, const Options& options,
                   const Device* device) {
    const Spans spans(samples);
    const Spans of_weights(weights);
    const auto data = data_of(spans, shape, mask, of_weights, py::none());
    const Unlocked unlocked;
    return partial_histogram(problem, data, options, device);
}

py::bytes bytes_of(const Partial& partial) {
    const auto saved = partial.to_bytes();
    return {reinterpret_cast<const char*>(saved.data()), saved.size()};
}

Partial from_bytes(const Problem& problem, const py::bytes& saved) {
    const std::string text = saved;
    return Partial::from_bytes(problem, std::as_bytes(std::span<const char>(text)));
}

} // namespace

void bind_stream(py::module_& module) {
    using py::arg;
    const py::call_guard<Unlocked> unlocked;
    bind_class<Partial>(module, "Partial", "Counts of a part of the data.")
        .def(py::init<Problem>(), arg("problem"))
        .def(py::init(&partial_of), arg("problem"), arg("samples"), arg("shape"), arg("mask"), arg("weights"),
             arg("options"), arg("device"))
        .def(py::init(&from_bytes), arg("problem"), arg("saved"))
        .def("merge", &Partial::merge, arg("other"))
        .def("histogram", [](const Partial& partial) { return result_of(partial); })
        .def("bytes", &bytes_of)
        .def(
            "save", [](const Partial& partial, const std::string& file) { save(partial, file); }, arg("file"),
            unlocked)
        .def_static(
            "load", [](const Problem& problem, const std::string& file) { return load(problem, file); },
            arg("problem"), arg("file"), unlocked)
        .def_property_readonly("elements", &Partial::elements)
        .def("__eq__", [](const Partial& partial, const py::object& other) {
            return py::isinstance<Partial>(other) && partial == other.cast<const Partial&>();
        });
    py::class_<Stream, Streaming>(module, "Stream", "Counts samples that come a part at a time.")
        .def(py::init(&stream_of), arg("problem"), arg("devices"), arg("options"), arg("memory"),
             arg("chunk_bytes"), arg("threads"), arg("progress"))
        .def("push", &push, arg("samples"), arg("shape"), arg("mask"), arg("weights"))
        .def("histogram", [](Stream& stream) { return result_of(stream); })
        .def("partial", &Stream::partial, unlocked)
        .def("reset", &Stream::reset, unlocked)
        .def_property_readonly("elements", &Stream::elements)
        .def_property_readonly("shares", &shares_of);
}

} // namespace histo_cl::python
