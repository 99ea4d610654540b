#include "engines/job_arguments.hpp"

#include "device/objects.hpp"
#include "problem/image_traits.hpp"
#include "problem/weights.hpp"
#include "variants/blocks.hpp"

#include <algorithm>

namespace histo_cl::detail {
namespace {

/// Whether the samples of each row directly follow those of the previous row.
bool has_joined_samples(const Problem& problem, const Pitches& pitch, std::uint64_t width) {
    if (!is_separate(problem)) return pitch.row == width * pitch.stride;
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        if (const auto& [stride, row] = pitch.arrays.at(problem.channel(axis)); row != width * stride)
            return false;
    return true;
}

/// Treats rows as one long row if there are no gaps between them, because more loads are wide then.
void join_rows(Geometry& geometry, const Problem& problem, const Pitches& pitch) {
    if (problem.layout.image) return;
    const bool samples = has_joined_samples(problem, pitch, geometry.width);
    const bool mask = !problem.layout.mask || geometry.mask_row == geometry.width;
    const bool weights = !problem.weights.type || pitch.weight == geometry.width * pitch.weight_stride;
    if (!samples || !mask || !weights) return;
    geometry.width *= geometry.height;
    geometry.height = 1;
}

/// Sets the position in the image. check_job() has checked that the image is large enough.
void set_pixel(Geometry& geometry, const Job& job, const Region& region) {
    const auto narrow = [](std::uint64_t value) { return static_cast<std::uint32_t>(value); };
    geometry.image_x = narrow(job.sample_offset + region.x);
    geometry.image_y = narrow(region.y);
    geometry.image_z = narrow(region.z);
    geometry.slice_rows = narrow(std::max<std::uint64_t>(1, region.height));
}

/// Sets the positions in the arrays. check_job() has checked that there is one array per channel.
void set_arrays(Geometry& geometry, const Problem& problem, const Job& job, const CheckedShape& shape) {
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis) {
        const auto channel = problem.channel(axis);
        const auto size = bytes(stored_type(problem, axis));
        const auto& [stride, row] = shape.pitches.arrays.at(channel);
        const auto before = shape.region.y * row + shape.region.x * stride;
        geometry.arrays.at(axis) = {.first = job.arrays[channel].sample_offset + before / size,
                                    .row = row / size};
    }
}

} // namespace

Geometry geometry(const Problem& problem, const Job& job, const CheckedShape& shape) {
    const auto size = bytes(problem.sample);
    const auto weight_size = problem.weights.type ? bytes(*problem.weights.type) : 1;
    const auto& pitch = shape.pitches;
    const auto& region = shape.region;

    Geometry g;
    g.sample_row = pitch.row / size;
    g.sample_plane = pitch.channel / size;
    g.mask_row = pitch.mask;
    g.weight_row = pitch.weight / weight_size;
    g.sample_first = job.sample_offset + region.y * g.sample_row + region.x * (pitch.stride / size);
    g.mask_first = job.mask_offset + region.y * g.mask_row + region.x;
    for (std::uint32_t vector = 0; vector < summed_vectors(problem); ++vector)
        g.first_weights.at(vector) = weights_of(job, vector).weight_offset +
                                     (region.y * pitch.weight + region.x * pitch.weight_stride) / weight_size;
    g.width = problem.layout.rows ? region.width : shape.elements;
    g.height = problem.layout.rows ? region.height * region.depth : 1;
    if (problem.layout.image) set_pixel(g, job, region);
    if (is_separate(problem)) set_arrays(g, problem, job, shape);
    g.histograms = shape.histograms;

    switch (problem.batch) {
    case Batch::one: join_rows(g, problem, pitch); break;
    case Batch::segments: g.part_width = shape.segment; break;
    case Batch::ragged: break;
    case Batch::tiles:
        g.part_width = shape.tile_width;
        g.part_height = shape.tile_height;
        g.parts_across = g.width == 0 ? 1 : (g.width - 1) / shape.tile_width + 1;
        break;
    }

    g.max_width = problem.batch == Batch::one || problem.batch == Batch::ragged
                      ? g.width
                      : std::min(g.part_width, g.width);
    g.max_height = problem.batch == Batch::tiles ? std::min(g.part_height, region.height) : g.height;
    if (problem.batch == Batch::ragged) {
        g.max_width = 0;
        for (std::size_t i = 1; i < shape.offsets.size(); ++i)
            g.max_width = std::max(g.max_width, shape.offsets[i] - shape.offsets[i - 1]);
    }
    return g;
}

std::optional<Slice> first_slice(const Geometry& geometry, std::uint64_t max_elements) noexcept {
    if (is_empty(geometry)) return std::nullopt;
    const auto width = std::min(geometry.max_width, max_elements);
    return Slice{.width = width, .height = std::min(geometry.max_height, max_elements / width)};
}

std::optional<Slice> next_slice(const Geometry& geometry, const Slice& slice) noexcept {
    auto next = slice;
    next.x += slice.width;
    if (next.x >= geometry.max_width) {
        next.x = 0;
        next.y += slice.height;
    }
    return next.y < geometry.max_height ? std::optional(next) : std::nullopt;
}

LaunchBuffers buffers_of(const PlanDevice& device, const Job& job, const KernelMemory& offsets) {
    LaunchBuffers buffers{.samples = device.memory(job.samples),
                          .mask = device.memory(job.mask),
                          .offsets = offsets,
                          .counts = device.memory(job.counts),
                          .workspace = {}};
    for (std::size_t vector = 0; vector < std::max<std::size_t>(1, job.weight_vectors.size()); ++vector)
        buffers.weights.at(vector) = device.memory(weights_of(job, vector).weights);
    for (std::size_t channel = 0; channel < job.arrays.size(); ++channel)
        buffers.arrays.at(channel) = device.memory(job.arrays[channel].samples);
    return buffers;
}

Buffer upload_offsets(const Engine& engine, const CheckedShape& shape) {
    const std::span<const std::uint64_t> offsets = shape.offsets;
    if (engine.problem().batch != Batch::ragged || offsets.empty()) return {};
    return create_buffer(engine.context(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, offsets.size_bytes(),
                         offsets.data());
}

} // namespace histo_cl::detail
