#include "c_api/convert.hpp"
#include "c_api/enums.hpp"
#include "c_api/sized.hpp"
#include "core/text.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace histo_cl::c_api {
namespace {

/// Reads the array of axes. Each element is as large as its struct_size.
std::vector<Binning> to_axes(const histo_cl_problem& given) {
    std::vector<Binning> axes;
    const auto known = array(given.axes, given.axis_count, "problem.axes", max_channels);
    if (known.empty()) return axes;
    const auto size = known.front().struct_size;
    if (size % alignof(histo_cl_binning) != 0)
        invalid("problem.axes[0].struct_size is ", size, ", no multiple of ", alignof(histo_cl_binning));
    for (std::size_t i = 0; i < given.axis_count; ++i) {
        const auto* const axis = axis_at(given, i);
        const auto what = concat("problem.axes[", i, "]");
        if (axis->struct_size != size)
            invalid(what, ".struct_size is ", axis->struct_size, ", that of the axis before is ", size);
        axes.push_back(to_binning(axis, what));
    }
    return axes;
}

/// The image that the samples are in; empty if neither a kind nor a type is set, which means a buffer.
std::optional<ImageLayout> to_image(const histo_cl_problem& given) {
    const auto kind = optional_from_c<ImageKind>(given.image_kind, "problem.image_kind");
    const auto type = optional_from_c<ChannelType>(given.channel_type, "problem.channel_type");
    if (kind.has_value() != type.has_value())
        invalid(kind ? "problem.image_kind without a channel_type"
                     : "problem.channel_type without an image_kind",
                ": an image needs both, a buffer neither");
    if (!kind) return std::nullopt;
    return ImageLayout{*kind, *type};
}

/// The arrays of a problem. `sample`: the problem's sample type, for arrays without a type.
std::vector<Array> to_arrays(const histo_cl_problem& given, SampleType sample) {
    std::vector<Array> arrays;
    for (const auto& each : array(given.arrays, given.array_count, "problem.arrays", max_arrays)) {
        const auto what = concat("problem.arrays[", arrays.size(), "]");
        if (each.reserved != 0) invalid(what, ".reserved is ", each.reserved, "; it must be 0");
        arrays.push_back(
            {optional_from_c<SampleType>(each.sample, what + ".sample").value_or(sample), each.stride});
    }
    return arrays;
}

/// The number of weights per element. Returns 1 if the caller's number is 0.
std::uint32_t to_weight_vectors(const histo_cl_problem& given) {
    if (given.weight_vector_count > max_weight_vectors)
        invalid("problem.weight_vector_count is ", given.weight_vector_count, "; allowed are 0 to ",
                max_weight_vectors);
    return given.weight_vector_count == 0 ? 1 : static_cast<std::uint32_t>(given.weight_vector_count);
}

/// The bound of the weights; empty if neither of its members is set.
std::optional<WeightBound> to_weight_bound(const histo_cl_problem& given) {
    if (given.weight_bound_maximum == 0 && given.weight_bound_elements == 0) return std::nullopt;
    return WeightBound{given.weight_bound_maximum, given.weight_bound_elements};
}

constexpr auto members_of_problem = [](auto& c, auto& problem, const auto& pass) {
    pass(c.joint, problem.joint);
    pass(c.last_edge, problem.last_edge, "problem.last_edge");
    pass(c.out_of_range, problem.out_of_range, "problem.out_of_range");
    pass(c.splitting, problem.splitting, "problem.splitting");
    pass(c.batch, problem.batch, "problem.batch");
    pass(c.weights, problem.weights.type, "problem.weights");
    pass(c.weight_stride, problem.weights.stride);
    pass(c.weights_per, problem.weights.per, "problem.weights_per");
    pass(c.accumulator, problem.weights.accumulator, "problem.accumulator");
    pass(c.squared_weights, problem.weights.squares);
    pass(c.element_counts, problem.weights.counts);
    pass(c.narrow_weights, problem.weights.narrow);
    pass(c.indices, problem.layout.indices, "problem.indices");
    pass(c.listed_weights, problem.weights.listed);
    pass(c.counter, problem.counter, "problem.counter");
    pass(c.counter_order, problem.weights.order, "problem.counter_order");
    pass(c.max_samples, problem.max_samples);
    pass(c.channels, problem.layout.channels);
    pass(c.order, problem.layout.order, "problem.order");
    pass(c.stride, problem.layout.stride);
    pass(c.rows, problem.layout.rows);
    pass(c.mask, problem.layout.mask);
    pass(c.nibbles, problem.layout.nibbles, "problem.nibbles");
};

} // namespace

const histo_cl_binning* axis_at(const histo_cl_problem& given, std::size_t axis) noexcept {
    return reinterpret_cast<const histo_cl_binning*>(reinterpret_cast<const std::byte*>(given.axes) +
                                                     axis * given.axes->struct_size);
}

Problem to_problem(const histo_cl_problem* pointer) {
    const auto given = read(pointer, "problem");
    Problem problem;
    problem.sample = optional_from_c<SampleType>(given.sample, "problem.sample").value_or(problem.sample);
    members_of_problem(given, problem, from_c_member);
    const auto active = array(given.active, given.active_count, "problem.active", max_channels);
    problem.layout.active = {active.begin(), active.end()};
    problem.layout.image = to_image(given);
    problem.layout.arrays = to_arrays(given, problem.sample);
    if (given.plane_channels != 0) problem.layout.plane_channels = given.plane_channels;
    problem.weights.vectors = to_weight_vectors(given);
    problem.weights.bound = to_weight_bound(given);
    problem.axes = to_axes(given);
    return problem;
}

Shape to_shape(const histo_cl_shape* pointer, std::string_view what) {
    const auto given = read(pointer, what);
    return {
        .count = given.count == HISTO_CL_COUNT_UNSET ? std::nullopt : std::optional(given.count),
        .source_count = given.source_count,
        .region = {given.x, given.y, given.width, given.height, given.z,
                   std::max<std::uint64_t>(1, given.depth)},
        .pitch = given.pitch,
        .mask_pitch = given.mask_pitch,
        .weight_pitch = given.weight_pitch,
        .plane_pitch = given.plane_pitch,
        .segment = given.segment,
        .offsets = array(given.offsets, given.offset_count, concat(what, ".offsets"), max_histograms + 1),
        .tile_width = given.tile_width,
        .tile_height = given.tile_height,
    };
}

ProblemView::ProblemView(const Problem& problem) : problem_(histo_cl_problem_init()) {
    // Avoids reallocation, because the C struct points to the elements.
    edges_.reserve(problem.axes.size());
    for (const auto& axis : problem.axes)
        axes_.push_back(to_c(axis, edges_.emplace_back()));
    problem_.axes = axes_.data();
    problem_.axis_count = axes_.size();
    problem_.sample = to_c(problem.sample);
    members_of_problem(problem_, problem, to_c_member);
    problem_.active = problem.layout.active.data();
    problem_.active_count = problem.layout.active.size();
    if (const auto& image = problem.layout.image) {
        problem_.image_kind = to_c(image->kind);
        problem_.channel_type = to_c(image->type);
    }
    for (const auto& [sample, stride] : problem.layout.arrays)
        arrays_.push_back({.sample = to_c(sample), .reserved = 0, .stride = stride});
    problem_.arrays = arrays_.data();
    problem_.array_count = arrays_.size();
    if (const auto& bound = problem.weights.bound) {
        problem_.weight_bound_maximum = bound->maximum;
        problem_.weight_bound_elements = bound->elements;
    }
    problem_.weight_vector_count = problem.weights.vectors;
    problem_.plane_channels = problem.layout.plane_channels;
}

} // namespace histo_cl::c_api
