#include "bind.hpp"
#include "names.hpp"

#include <histo_cl/problem.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <string>
#include <utility>
#include <vector>

namespace histo_cl::python {
namespace {

SampleType type_named(const std::string& text) {
    return named<all_sample_types.back()>("type", text);
}

/// Returns the given counter type; by default, the type that weights or splitting need, else u64.
CounterType counter_for(const std::optional<SampleType>& weights, const std::optional<std::string>& counter,
                        Splitting splitting) {
    if (counter) return named<CounterType::u16>("counter", *counter);
    if (!weights) return splitting == Splitting::none ? CounterType::u64 : CounterType::f64;
    if (is_float(*weights)) return CounterType::f64;
    return is_signed(*weights) ? CounterType::i64 : CounterType::u64;
}

/// Returns the arrays of separate channels, given by their types and strides.
std::vector<Array> arrays_from(const std::vector<std::pair<std::string, std::uint64_t>>& arrays) {
    std::vector<Array> separate;
    for (const auto& [sample, stride] : arrays)
        separate.push_back({type_named(sample), stride});
    return separate;
}

/// Returns the layout of an image from the names of its kind and channel type; empty if these are missing.
std::optional<ImageLayout> image_layout(const std::optional<std::pair<std::string, std::string>>& image) {
    if (!image) return {};
    return ImageLayout{named<ImageKind::image2d_array_depth>("image kind", image->first),
                       named<ChannelType::float32>("channel type", image->second)};
}

} // namespace

void bind_problem(py::module_& module) {
    using py::arg;
    bind_class<Problem>(module, "Problem", "What to count. Validated on construction, and immutable.")
        .def(py::init([](const std::string& sample, const py::sequence& axes, bool joint,
                         const std::string& last_edge, const std::string& out_of_range,
                         std::uint32_t channels, std::vector<std::uint32_t> active, const std::string& order,
                         std::uint64_t stride, bool rows, bool mask, const std::string& batch,
                         const std::optional<std::string>& weights, bool squared_weights,
                         const std::optional<std::string>& counter, std::uint64_t max_samples,
                         const std::optional<std::pair<std::string, std::string>>& image,
                         const std::vector<std::pair<std::string, std::uint64_t>>& arrays,
                         const std::optional<std::pair<double, std::uint64_t>>& weight_bound,
                         std::uint32_t weight_vectors, bool element_counts, bool narrow_weights,
                         const std::optional<std::string>& indices, bool listed_weights,
                         std::uint32_t plane_channels, const std::string& nibbles,
                         std::uint64_t weight_stride, const std::string& weights_per,
                         const std::string& accumulator, const std::string& splitting) {
                 const auto type_if = [](const std::optional<std::string>& name) {
                     return name ? std::optional(type_named(*name)) : std::nullopt;
                 };
                 const auto weight = type_if(weights);
                 const auto split = named<Splitting::interval>("splitting", splitting);
                 Problem problem{
                     .sample = type_named(sample),
                     .axes = binnings_from(axes),
                     .joint = joint,
                     .last_edge = named<LastEdge::inclusive>("last_edge", last_edge),
                     .out_of_range = named<OutOfRange::counted>("out_of_range", out_of_range),
                     .splitting = split,
                     .layout = {.channels = channels,
                                .active = std::move(active),
                                .order = named<Order::separate>("order", order),
                                .stride = stride,
                                .rows = rows,
                                .mask = mask,
                                .image = image_layout(image),
                                .arrays = arrays_from(arrays),
                                .plane_channels = plane_channels,
                                .nibbles = named<Nibbles::high_first>("nibbles", nibbles),
                                .indices = type_if(indices)},
                     .batch = named<Batch::tiles>("batch", batch),
                     .weights = {.type = weight,
                                 .counts = element_counts,
                                 .squares = squared_weights,
                                 .accumulator = named<Accumulator::maximum>("accumulator", accumulator),
                                 .vectors = weight_vectors,
                                 .stride = weight_stride,
                                 .per = named<WeightPer::column>("weights_per", weights_per),
                                 .listed = listed_weights,
                                 .narrow = narrow_weights},
                     .counter = counter_for(weight, counter, split),
                     .max_samples = max_samples};
                 if (weight_bound) problem.weights.bound = {weight_bound->first, weight_bound->second};
                 problem.validate();
                 return problem;
             }),
             arg("sample"), arg("axes"), py::kw_only(), arg("joint") = false, arg("last_edge") = "exclusive",
             arg("out_of_range") = "dropped", arg("channels") = 0,
             arg("active") = std::vector<std::uint32_t>(), arg("order") = "interleaved", arg("stride") = 0,
             arg("rows") = false, arg("mask") = false, arg("batch") = "one", arg("weights") = py::none(),
             arg("squared_weights") = false, arg("counter") = py::none(), arg("max_samples") = 0,
             arg("image") = py::none(), arg("arrays") = std::vector<std::pair<std::string, std::uint64_t>>(),
             arg("weight_bound") = py::none(), arg("weight_vectors") = 1, arg("element_counts") = false,
             arg("narrow_weights") = false, arg("indices") = py::none(), arg("listed_weights") = false,
             arg("plane_channels") = 1, arg("nibbles") = "none", arg("weight_stride") = 0,
             arg("weights_per") = "element", arg("accumulator") = "sum", arg("splitting") = "none")
        .def(
            "edges",
            [](const Problem& problem, std::size_t axis) {
                const auto edges = problem.edges(axis);
                return py::array_t<double>(static_cast<py::ssize_t>(edges.size()), edges.data());
            },
            arg("axis") = 0)
        .def(
            "rising_edges",
            [](const Problem& problem) -> py::object {
                const auto edges = problem.edges();
                if (std::ranges::adjacent_find(edges, std::greater_equal<>()) != edges.end())
                    return py::none();
                return py::array_t<double>(static_cast<py::ssize_t>(edges.size()), edges.data());
            },
            "The edges of the first axis, or None if neighbours are equal.")
        .def("extent", &Problem::extent, arg("axis"))
        .def_property_readonly("cells", &Problem::cells)
        .def_property_readonly("counters", &Problem::counters)
        .def_property_readonly(
            "counter", [](const Problem& problem) { return std::string(name(problem.counter)); },
            R"("u32", "u64", "i64", "f64", "f32", "u8" or "u16".)")
        .def("__str__", [](const Problem& problem) { return to_string(problem); });
    module.def(
        "stored_sample",
        [](const std::string& channel_type) {
            return std::string(
                name(stored_sample(named<ChannelType::float32>("channel type", channel_type))));
        },
        arg("channel_type"), "The type of the samples that an image of that channel type stores.");
}

void bind_shape(py::module_& module) {
    using py::arg;
    bind_class<Shape>(module, "Shape", "Which elements are counted, and how far apart their rows are.")
        .def(py::init([](std::optional<std::uint64_t> count, std::uint64_t width, std::uint64_t height,
                         std::uint64_t depth, std::uint64_t pitch, std::uint64_t plane_pitch,
                         std::uint64_t segment, std::uint64_t source_count, std::uint64_t weight_pitch,
                         std::uint64_t tile_width, std::uint64_t tile_height) {
                 return Shape{.count = count,
                              .source_count = source_count,
                              .region = {.width = width, .height = height, .depth = depth},
                              .pitch = pitch,
                              .weight_pitch = weight_pitch,
                              .plane_pitch = plane_pitch,
                              .segment = segment,
                              .tile_width = tile_width,
                              .tile_height = tile_height};
             }),
             py::kw_only(), arg("count") = py::none(), arg("width") = 0, arg("height") = 0, arg("depth") = 1,
             arg("pitch") = 0, arg("plane_pitch") = 0, arg("segment") = 0, arg("source_count") = 0,
             arg("weight_pitch") = 0, arg("tile_width") = 0, arg("tile_height") = 0);
}

} // namespace histo_cl::python
