#pragma once

#include "device/pointer_calls.hpp"
#include "histo_cl/decision.hpp"
#include "problem/image_traits.hpp"
#include "problem/weights.hpp"
#include "variants/blocks.hpp"
#include "variants/counters.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

// The parameters that a kernel has only if its problem needs them. Each list is one function, which names the
// parameters in the order of the kernel, together with their values. Called with DeclaredParameters
// (program/define.hpp), it writes the OpenCL C of the kernel; called with PassedParameters, it sets the
// arguments for a launch. The type of a number in OpenCL C is that of its value, so that both always agree.

namespace histo_cl::detail {

/// The declaration of a parameter, without the type if it is a number. Each # stands for `number`: "row_#"
/// and 2 give row_2.
struct Declaration {
    // NOLINTNEXTLINE(google-explicit-constructor)
    Declaration(const char* declaration, std::uint64_t index = 0) : text(declaration), number(index) {}

    std::string_view text;
    std::uint64_t number;
};

/// Sets the arguments of a kernel to the values of its parameters.
class PassedParameters {
  public:
    explicit PassedParameters(Arguments& arguments) : arguments_(arguments) {}

    template <class T>
    void parameter(const Declaration& /*declaration*/, const T& value, bool present = true,
                   std::string_view /*constant*/ = {}) const {
        if (present) arguments_ << value;
    }
    void constant(std::string_view /*declaration*/, std::string_view /*value*/) const {}

  private:
    Arguments& arguments_;
};

/// A job's shape: where its elements are, and how they are divided among the histograms. Positions and
/// distances are in samples, mask bytes or weights.
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

/// The rectangle of elements of each histogram that one launch counts.
struct Slice {
    std::uint64_t x = 0;
    std::uint64_t y = 0;
    std::uint64_t width = 0;
    std::uint64_t height = 1;
};

/// Histograms [first, end) of a job.
using HistogramRange = std::pair<std::uint32_t, std::uint32_t>;

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

/// BIN_PARAMETERS: the numbers of the problem, and the thresholds of its bins. These and local memory are the
/// same for all launches of a plan.
template <class List>
void bin_parameters(std::span<const std::uint32_t> numbers, cl_mem thresholds, bool has_thresholds,
                    List&& list) {
    list.parameter("numbers all_numbers", numbers);
    list.parameter("__global const KEY *thresholds", thresholds, has_thresholds);
}

/// The part of LOAD_PARAMETERS that says where samples are.
template <class List>
void sample_parameters(const Problem& problem, const LaunchBuffers& buffers, const Geometry& g, List& list) {
    const bool rows = problem.layout.rows;
    if (is_separate(problem)) {
        for (std::size_t axis = 0; axis < problem.axes.size(); ++axis) {
            const auto& [first, row] = g.arrays.at(axis);
            list.parameter({"__global const STORED_# *samples_#", axis},
                           buffers.arrays.at(problem.channel(axis)));
            list.parameter({"first_#", axis}, first);
            list.parameter({"row_#", axis}, row, rows);
        }
        list.constant("SAMPLES samples", "(SAMPLES)(0, 0)");
    } else if (problem.layout.image) {
        const bool slices = traits_of(problem.layout.image->kind).slices;
        list.parameter("read_only IMAGE_TYPE image", buffers.samples);
        list.parameter("image_x", g.image_x);
        list.parameter("image_y", g.image_y, rows);
        list.parameter("image_z", g.image_z, slices);
        list.parameter("slice_rows", g.slice_rows, slices, "1");
        list.constant("SAMPLES samples", "{0, 0}");
    } else {
        list.parameter("__global const SAMPLE *samples", buffers.samples);
        list.parameter("sample_first", g.sample_first);
        list.parameter("sample_stride", sample_stride(problem), !has_constant_stride(problem), "STRIDE");
        list.parameter("sample_row", g.sample_row, rows);
        list.parameter("sample_plane", g.sample_plane, problem.layout.order == Order::planar);
    }
}

/// The vectors of weights; WEIGHTS_OF_JOB and FIRST_WEIGHTS_OF_JOB list them in the same order.
template <class List>
void weight_parameters(const Problem& problem, const std::array<KernelMemory, max_weight_vectors>& weights,
                       const std::array<std::uint64_t, max_weight_vectors>& first_weights, List& list) {
    for (std::uint32_t vector = 0; vector < summed_vectors(problem); ++vector) {
        list.parameter({"__global const WEIGHT *weights_#", vector}, weights.at(vector));
        list.parameter({"first_weight_#", vector}, first_weights.at(vector));
    }
}

/// LOAD_PARAMETERS: the elements of a job, their division into parts, and the slice of each part that a
/// launch counts.
template <class List>
void load_parameters(const Problem& problem, const LaunchBuffers& buffers, const Geometry& g,
                     const Slice& slice, const HistogramRange& histograms, List&& list) {
    const bool rows = problem.layout.rows, mask = problem.layout.mask;
    const bool batch = problem.batch != Batch::one;
    const bool even = problem.batch == Batch::segments || problem.batch == Batch::tiles;
    sample_parameters(problem, buffers, g, list);
    list.parameter("__global const uchar *mask", buffers.mask, mask);
    list.parameter("mask_first", g.mask_first, mask);
    list.parameter("mask_row", g.mask_row, mask);
    weight_parameters(problem, buffers.weights, g.first_weights, list);
    list.parameter("weight_row", g.weight_row, problem.weights.type.has_value());
    list.parameter("weight_step", weight_step(problem), !has_constant_weight_step(problem));
    list.parameter("width", g.width);
    list.parameter("height", g.height, rows, "1");
    list.parameter("first_histogram", histograms.first, batch);
    list.parameter("end_histogram", histograms.second, batch, "1");
    list.parameter("__global const ulong *offsets", buffers.offsets, problem.batch == Batch::ragged);
    list.parameter("part_width", g.part_width, even);
    list.parameter("part_height", g.part_height, even);
    list.parameter("parts_across", g.parts_across, even);
    list.parameter("slice_x", slice.x);
    list.parameter("slice_width", slice.width);
    list.parameter("slice_y", slice.y, rows);
    list.parameter("slice_height", slice.height, rows, "1");
}

/// What a kernel does with a work-group's counts, see kernels/merge/delivery.cl.
enum class Delivery : std::uint8_t { overwrite, add, atomic };

/// Values of count_parameters().
struct CountValues {
    KernelMemory counts = {};
    KernelMemory workspace = {};
    std::uint64_t partials_at = 0; ///< see workspace_parts()
    std::uint64_t range_at = 0;
    std::uint32_t element_bits = 0; ///< see element_bits()
    Delivery delivery = Delivery::overwrite;
};

/// COUNT_PARAMETERS: the memory that a kernel writes.
template <class List>
void count_parameters(const Problem& problem, const Decision& decision, const CountValues& values,
                      List&& list) {
    const bool wide = has_wide_sums(problem), partials = has_partials(decision);
    list.parameter("__global COUNTER *counts", values.counts);
    list.parameter("__global uint *workspace", values.workspace, partials);
    list.parameter("partials_at", values.partials_at, partials);
    list.parameter("__global const uint *sums_and_range", values.workspace, wide);
    list.parameter("range_at", values.range_at, wide);
    list.parameter("element_bits", values.element_bits, wide);
    list.parameter("delivery", static_cast<std::uint32_t>(values.delivery), has_delivery(problem, decision));
}

/// Values of row_parameters(): the rows of a job that one launch counts, see
/// kernels/columns/columns_of_rows.cl.
struct RowValues {
    KernelMemory samples;
    std::uint64_t first_sample = 0;
    std::uint64_t stride = 0;
    std::uint64_t plane = 0;
    cl_mem channels = nullptr;
    std::uint32_t counted = 0; ///< number of columns
    KernelMemory indices;
    std::uint64_t first_index = 0;
    std::uint64_t elements = 0; ///< number of elements that indices may name
    KernelMemory mask;
    std::uint64_t first_mask = 0;
    std::array<KernelMemory, max_weight_vectors> weights = {};
    std::array<std::uint64_t, max_weight_vectors> first_weights = {};
    std::uint32_t known = 0; ///< see known_exponent_field()
    std::uint32_t room = 0;  ///< see room_of_sums()
    std::uint64_t row_first = 0;
    std::uint32_t rows = 0;
};

/// ROW_PARAMETERS of the kernels that count columns.
template <class List>
void row_parameters(const Problem& problem, const RowValues& values, List&& list) {
    const bool listed = problem.layout.indices.has_value(), mask = problem.layout.mask;
    const bool wide = has_wide_sums(problem);
    list.parameter("__global const uchar *samples", values.samples);
    list.parameter("first_sample", values.first_sample);
    list.parameter("stride", values.stride);
    list.parameter("plane", values.plane);
    list.parameter("__global const uint *channels", values.channels);
    list.parameter("counted", values.counted);
    list.parameter("__global const INDEX *indices", values.indices, listed);
    list.parameter("first_index", values.first_index, listed);
    list.parameter("elements", values.elements, listed);
    list.parameter("__global const uchar *mask", values.mask, mask);
    list.parameter("first_mask", values.first_mask, mask);
    weight_parameters(problem, values.weights, values.first_weights, list);
    list.parameter("weight_step", weight_step(problem), !has_constant_weight_step(problem));
    list.parameter("known", values.known, wide);
    list.parameter("room", values.room, wide);
    list.parameter("row_first", values.row_first);
    list.parameter("rows", values.rows);
}

} // namespace histo_cl::detail
