#pragma once

#include "histo_cl/plan.hpp"
#include "problem/checked_shape.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace histo_cl::detail {

/// A job's shape as the kernels read it (GEOMETRY_PARAMETERS of kernels/load.cl): where its elements lie, and
/// how the histograms share them. Samples, mask bytes and weights are the units.
struct Geometry {
    std::uint64_t sample_first = 0;
    std::uint64_t sample_row = 0;
    std::uint64_t sample_plane = 0;
    /// The same of the array of each axis, where channels are separate; in its samples.
    struct Array {
        std::uint64_t first = 0;
        std::uint64_t row = 0;
    };
    std::array<Array, max_arrays> arrays = {};
    /// Of an image: the pixel of the job's first element, and the rows of a slice.
    std::uint32_t image_x = 0;
    std::uint32_t image_y = 0;
    std::uint32_t image_z = 0;
    std::uint32_t slice_rows = 1;
    std::uint64_t mask_first = 0;
    std::uint64_t mask_row = 0;
    std::uint64_t weight_first = 0;
    std::uint64_t weight_row = 0;
    std::uint64_t width = 0; ///< elements of a row; all of a flat job
    std::uint64_t height = 1;
    std::uint64_t part_width = 0; ///< of a segment or a tile
    std::uint64_t part_height = 1;
    std::uint64_t parts_across = 1;

    std::uint64_t histograms = 1;
    /// The most elements in x and y that one histogram can have.
    std::uint64_t widest = 0;
    std::uint64_t highest = 1;
};

/// Of the job's offsets and its shape.
[[nodiscard]] Geometry geometry(const Problem& problem, const Job& job, const CheckedShape& shape);

/// The part of each histogram that one launch counts.
struct Slice {
    std::uint64_t x = 0;
    std::uint64_t y = 0;
    std::uint64_t width = 0;
    std::uint64_t height = 1;
};

[[nodiscard]] inline bool is_empty(const Geometry& geometry) noexcept {
    return geometry.widest == 0 || geometry.highest == 0;
}

/// The first of the slices, of at most `most` elements, that cover the histograms; none if there is nothing
/// to count.
[[nodiscard]] std::optional<Slice> first_slice(const Geometry& geometry, std::uint64_t most) noexcept;

/// The one after it, of the same size.
[[nodiscard]] std::optional<Slice> next_slice(const Geometry& geometry, const Slice& slice) noexcept;

} // namespace histo_cl::detail
