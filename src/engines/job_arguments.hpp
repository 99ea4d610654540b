#pragma once

#include "engines/engine.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <utility>

namespace histo_cl::detail {

/// What a kernel does with a work-group's counts, see kernels/merge/delivery.cl.
enum class Delivery : std::uint8_t { overwrite, add, atomic };

/// A job's shape, in the form of the kernels' parameters (load_parameters() in
/// program/define_parameters.cpp): where the job's elements are, and how they are divided among the
/// histograms. Positions and distances are in samples, mask bytes or weights.
struct Geometry {
    std::uint64_t sample_first = 0;
    std::uint64_t sample_row = 0;
    std::uint64_t sample_plane = 0;
    /// The array of an axis, if the channels are separate: the position of its first sample and the distance
    /// of its rows, in samples of the array.
    struct Array {
        std::uint64_t first = 0;
        std::uint64_t row = 0;
    };
    std::array<Array, max_arrays> arrays = {};
    /// Images only: the pixel of the job's first element, and the number of rows per slice.
    std::uint32_t image_x = 0;
    std::uint32_t image_y = 0;
    std::uint32_t image_z = 0;
    std::uint32_t slice_rows = 1;
    std::uint64_t mask_first = 0;
    std::uint64_t mask_row = 0;
    std::array<std::uint64_t, max_weight_vectors> first_weights = {};
    std::uint64_t weight_row = 0;
    std::uint64_t width = 0; ///< elements per row; all elements if the job has no rows
    std::uint64_t height = 1;
    std::uint64_t part_width = 0; ///< width of a segment or a tile
    std::uint64_t part_height = 1;
    std::uint64_t parts_across = 1;

    std::uint64_t first_histogram = 0;
    std::uint64_t histograms = 1;
    /// Maximum number of elements of one histogram in x and y.
    std::uint64_t max_width = 0;
    std::uint64_t max_height = 1;
};

/// Returns the geometry of a job with a checked shape.
[[nodiscard]] Geometry geometry(const Problem& problem, const Job& job, const CheckedShape& shape);

/// The rectangle of elements of each histogram that one launch counts.
struct Slice {
    std::uint64_t x = 0;
    std::uint64_t y = 0;
    std::uint64_t width = 0;
    std::uint64_t height = 1;
};

[[nodiscard]] inline bool is_empty(const Geometry& geometry) noexcept {
    return geometry.max_width == 0 || geometry.max_height == 0;
}

/// Returns the first slice, with at most `max_elements` elements of each histogram; empty if there is nothing
/// to count.
[[nodiscard]] std::optional<Slice> first_slice(const Geometry& geometry, std::uint64_t max_elements) noexcept;

/// Returns the next slice, of the same size; empty after the last.
[[nodiscard]] std::optional<Slice> next_slice(const Geometry& geometry, const Slice& slice) noexcept;

/// The memory that one enqueue reads and writes. Null memory is never accessed.
struct LaunchBuffers {
    KernelMemory samples;
    KernelMemory mask;
    std::array<KernelMemory, max_weight_vectors> weights = {};
    KernelMemory offsets;                             ///< the offsets of ragged segments, as ulongs
    KernelMemory counts;                              ///< Job::counts
    KernelMemory workspace;                           ///< see workspace_parts()
    std::array<KernelMemory, max_arrays> arrays = {}; ///< the arrays of separate channels
    /// For each weight vector, the greatest exponent field of the weights that any pass counts, found by
    /// enqueue_weight_range(). Null unless several passes sum float weights without a bound.
    cl_mem ranges = nullptr;
};

/// Returns the memory of a job without its workspace. `offsets`: the offsets of ragged segments.
[[nodiscard]] LaunchBuffers buffers_of(const PlanDevice& device, const Job& job, const KernelMemory& offsets);

/// Returns a new buffer with a copy of the offsets of ragged segments; null for other batches.
[[nodiscard]] Buffer upload_offsets(const Engine& engine, const CheckedShape& shape);

/// Histograms [first, end) of a job.
using HistogramRange = std::pair<std::uint32_t, std::uint32_t>;

/// Sets the arguments for LOAD_PARAMETERS, which load_parameters() in program/define_parameters.cpp defines.
void set_load(Arguments& arguments, const Problem& problem, const LaunchBuffers& buffers, const Geometry& g,
              const Slice& slice, const HistogramRange& histograms);

/// A weight vector of a job: from Job::weight_vectors, or Job::weights if there is only one.
[[nodiscard]] inline WeightBuffer weights_of(const Job& job, std::size_t vector) {
    return job.weight_vectors.empty() ? WeightBuffer{job.weights, job.weight_offset}
                                      : job.weight_vectors[vector];
}

} // namespace histo_cl::detail
