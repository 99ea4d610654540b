#include "core/integers.hpp"
#include "core/text.hpp"
#include "problem/checked.hpp"
#include "problem/image_traits.hpp"

#include <algorithm>
#include <limits>
#include <string>

namespace histo_cl::detail {
namespace {

/// Throws unless the members that the problem does not use have their defaults.
void check_unused(const Problem& problem, const Shape& shape) {
    const auto check = [](const char* member, std::uint64_t value, bool used, const char* use) {
        if (value != 0 && !used) invalid(member, " ", value, ": only ", use);
    };
    const bool rows = problem.layout.rows;
    constexpr auto in_rows = "layouts in rows have one";
    constexpr auto in_slices = "image3d and arrays of 2-D images have one";
    check("count", shape.count.value_or(0), !rows, "flat layouts have one, rows are counted by the region");
    check("source_count", shape.source_count, problem.layout.indices.has_value(),
          "problems with indices have one");
    check("region.x", shape.region.x, rows, in_rows);
    check("region.y", shape.region.y, rows, in_rows);
    check("region.width", shape.region.width, rows, in_rows);
    check("region.height", shape.region.height, rows, in_rows);
    const auto& image = problem.layout.image;
    const bool slices = image && traits_of(image->kind).slices;
    check("region.z", shape.region.z, slices, in_slices);
    if (shape.region.depth != 1 && !slices)
        invalid("region.depth ", shape.region.depth, ": it is 1 except where ", in_slices);
    check("pitch", shape.pitch, rows, in_rows);
    check("pitch", shape.pitch, !image, "buffers have one");
    check("mask_pitch", shape.mask_pitch, rows && problem.layout.mask,
          "layouts in rows with a mask have one");
    check("weight_pitch", shape.weight_pitch, rows && problem.weights.type,
          "layouts in rows of problems with weights have one");
    check("weight_pitch", shape.weight_pitch, problem.weights.per != WeightPer::column,
          "weights of elements and rows have one, all rows share the weights of columns");
    check("plane_pitch", shape.plane_pitch, problem.layout.order == Order::planar, "planar layouts have one");
    check("segment", shape.segment, problem.batch == Batch::segments, "batches of segments have one");
    check("tile_width", shape.tile_width, problem.batch == Batch::tiles, "batches of tiles have one");
    check("tile_height", shape.tile_height, problem.batch == Batch::tiles, "batches of tiles have one");
    if (!shape.offsets.empty() && problem.batch != Batch::ragged)
        invalid(shape.offsets.size(), " offsets: only ragged batches have any");
}

void check_multiple(const char* member, std::uint64_t value, SampleType of, const char* what) {
    if (value % bytes(of) != 0)
        invalid(member, " ", value, " B: it must be a multiple of the ", what, "'s size, ", bytes(of), " B");
}

void check_pitches(const Problem& problem, const Shape& shape) {
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        check_multiple("pitch", shape.pitch, stored_type(problem, axis), "sample");
    check_multiple("plane_pitch", shape.plane_pitch, problem.sample, "sample");
    if (problem.weights.type)
        check_multiple("weight_pitch", shape.weight_pitch, *problem.weights.type, "weight");
}

void check_ragged(const Shape& shape, std::uint64_t count) {
    const auto& offsets = shape.offsets;
    if (offsets.empty()) invalid("no offsets: a ragged batch needs one more than it has histograms");
    for (std::size_t i = 1; i < offsets.size(); ++i)
        if (offsets[i] < offsets[i - 1])
            invalid("offset ", i, " (", offsets[i], ") falls below offset ", i - 1, " (", offsets[i - 1],
                    "): offsets must not fall");
    if (offsets.back() > count)
        invalid("offset ", offsets.size() - 1, " (", offsets.back(), ") is beyond the count of ", count,
                " elements");
}

void check_batch_shape(const Problem& problem, const Shape& shape, std::uint64_t count) {
    switch (problem.batch) {
    case Batch::one: break;
    case Batch::segments:
        if (shape.segment == 0) invalid("segment 0: a batch needs segments of at least 1 element");
        if (count % shape.segment != 0)
            invalid("count ", count, ": it must be a multiple of the segment, ", shape.segment, " elements");
        break;
    case Batch::ragged: check_ragged(shape, count); break;
    case Batch::tiles:
        if (shape.tile_width == 0 || shape.tile_height == 0)
            invalid("tiles of ", shape.tile_width, " x ", shape.tile_height,
                    " elements: both must be at least 1");
        break;
    }
}

void check_histograms(std::uint64_t histograms) {
    if (histograms > max_histograms)
        invalid(histograms, " histograms: allowed are at most ", max_histograms, " (2^31)");
}

/// Checks the number of elements of one enqueue.
void check_elements(const CheckedProblem& checked, std::uint64_t count) {
    const auto& problem = *checked;
    if (count == largest_u64) invalid("a shape of 2^64 or more elements");
    const auto given = concat(problem.layout.rows ? "a region of " : "count ", count);
    if (problem.max_samples != 0 && count > problem.max_samples)
        invalid(given, ": the problem allows at most ", problem.max_samples, " samples (max_samples)");
    if (problem.weights.bound && count > problem.weights.bound->elements)
        invalid(given, ": the weights' bound allows at most ", problem.weights.bound->elements,
                " elements (weights.bound.elements)");
    if (checked.counter() == CounterType::u32 && count > std::numeric_limits<std::uint32_t>::max())
        invalid(given, " could overflow a u32 counter: at most 4294967295, or use u64 counters");
}

/// Number of bytes from the first part of a layout to the end of its last part. The layout has `height` rows,
/// which are `pitch` bytes apart. A row has `width` parts, which are `step` bytes apart. A part has `size`
/// bytes.
std::uint64_t extent_of(std::uint64_t width, std::uint64_t height, std::uint64_t step, std::uint64_t pitch,
                        std::uint64_t size) noexcept {
    const auto row = saturating_add(saturating_multiply(width - 1, step), size);
    return saturating_add(saturating_multiply(height - 1, pitch), row);
}

/// Number of bytes from the first sample of an element to the end of the last sample that is read. Packed
/// interleaved elements are read as a whole, by wide loads. Other elements are read up to their last counted
/// channel.
std::uint64_t end_of_samples(const Problem& problem, const Pitches& pitch) noexcept {
    if (problem.layout.order == Order::interleaved && is_packed(problem)) return pitch.stride;
    std::uint64_t last = 0;
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        last = std::max<std::uint64_t>(last, problem.channel(axis));
    return saturating_add(saturating_multiply(last, pitch.channel), bytes(problem.sample));
}

/// Number of bytes from the first sample to the end of the last sample that is read, for flat elements whose
/// samples are at the positions that SampleSteps describes.
std::uint64_t bytes_by_steps(const Problem& problem, const SampleSteps& steps,
                             std::uint64_t elements) noexcept {
    // Position within an element, in samples, of its last sample that is read.
    std::uint64_t of_element = 0;
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis) {
        const auto channel = problem.channel(axis);
        const auto plane = saturating_multiply(channel / steps.beside, steps.plane);
        const bool whole = problem.layout.stride == 0; // packed elements are read as a whole
        of_element =
            std::max(of_element, saturating_add(plane, whole ? steps.beside - 1 : channel % steps.beside));
    }
    const auto last = saturating_add(saturating_multiply(elements - 1, steps.element), of_element);
    if (last == largest_u64) return last;
    return has_nibbles(problem) ? last / 2 + 1 : saturating_multiply(last + 1, bytes(problem.sample));
}

/// The footprint of a shape with at least one element. Throws if it reaches 2^64 bytes.
Footprint footprint_of(const Problem& problem, const CheckedShape& shape) {
    const bool rows = problem.layout.rows;
    const auto& pitch = shape.pitches;
    const auto flat = problem.layout.indices ? shape.source_count : shape.elements;
    const auto width = rows ? saturating_add(shape.region.x, shape.region.width) : flat;
    const auto region_rows = saturating_multiply(shape.region.height, shape.region.depth);
    const auto height = rows ? saturating_add(shape.region.y, region_rows) : 1;
    Footprint footprint;
    if (is_separate(problem))
        for (std::size_t axis = 0; axis < problem.axes.size(); ++axis) {
            const auto& [stride, row] = pitch.arrays.at(problem.channel(axis));
            footprint.arrays.at(problem.channel(axis)) =
                extent_of(width, height, stride, row, bytes(stored_type(problem, axis)));
        }
    else if (!has_plain_samples(problem))
        footprint.samples = bytes_by_steps(problem, pitch.steps, width);
    else if (!problem.layout.image)
        footprint.samples = extent_of(width, height, pitch.stride, pitch.row, end_of_samples(problem, pitch));
    if (problem.layout.mask) footprint.mask = extent_of(width, height, 1, pitch.mask, 1);
    if (problem.weights.type) {
        const auto size = bytes(*problem.weights.type);
        const auto weights = problem.weights.listed ? shape.elements : width;
        footprint.weights = extent_of(weights, height, pitch.weight_stride, pitch.weight, size);
    }
    if (problem.layout.indices)
        footprint.indices = saturating_multiply(shape.elements, bytes(*problem.layout.indices));
    for (const auto bytes : {width, height, largest(footprint)})
        if (bytes == largest_u64)
            invalid(rows ? concat("a region that ends at element ", width, " of row ", height)
                         : concat("count ", shape.elements),
                    " reaches over 2^64 B or more");
    return footprint;
}

/// Number of elements of flat samples. If channels are interleaved and samples are not nibbles, the last
/// element may end after its samples, before its stride is complete. Throws if the last element is
/// incomplete, and for planes with a plane_pitch.
std::uint64_t whole_elements(const Problem& problem, const HostData& data) {
    const bool planar = problem.layout.order == Order::planar;
    if (planar && data.shape.plane_pitch != 0)
        invalid("plane_pitch ", data.shape.plane_pitch,
                " without a count: set shape.count to the elements of a plane");
    const auto size = data.samples.bytes.size();
    const auto pitch = pitches(problem, {});
    const std::uint64_t beside = channels_beside(problem);
    const auto element = saturating_multiply(pitch.stride, (problem.channels() + beside - 1) / beside);
    if (has_halves(problem) && size % element == 0) return 2 * (size / element);
    const auto count = size / element;
    const auto rest = size % element;
    if (rest == 0) return count;
    if (!planar && !has_nibbles(problem) && rest >= end_of_samples(problem, pitch)) return count + 1;
    invalid(size, " bytes are not whole elements of ", element, " bytes");
}

/// Number of samples of one array. The array may end after its last sample, before the stride is complete.
/// Throws if the last sample is incomplete.
std::uint64_t whole_samples(const Problem& problem, std::uint32_t channel, std::uint64_t size) {
    const auto [sample, stride] = array_of(problem, channel);
    const auto rest = size % stride;
    if (rest != 0 && rest < bytes(sample))
        invalid(size, " bytes of array ", channel, " are not whole samples of ", bytes(sample), " bytes");
    return size / stride + (rest != 0 ? 1 : 0);
}

/// The number of elements of flat arrays. Throws unless all counted arrays have the same number of samples.
std::uint64_t elements_of_arrays(const Problem& problem, const HostData& data) {
    const auto samples_of_axis = [&](std::size_t axis) {
        const auto channel = problem.channel(axis);
        return whole_samples(problem, channel, data.arrays[channel].bytes.size());
    };
    const auto count = samples_of_axis(0);
    for (std::size_t axis = 1; axis < problem.axes.size(); ++axis)
        if (const auto other = samples_of_axis(axis); other != count)
            invalid("array ", problem.channel(0), " holds ", counted(count, "sample"), " and array ",
                    problem.channel(axis), " holds ", other,
                    ": they must hold equally many, or shape.count says how many are counted");
    return count;
}

void check_span(const char* what, std::span<const std::byte> given, std::uint64_t needed, bool used) {
    if (!used && !given.empty()) invalid(given.size(), " bytes of ", what, ": the problem does not use them");
    if (given.size() < needed) invalid(given.size(), " bytes of ", what, ": the shape needs ", needed);
}

/// Returns the counted arrays. Throws if one is too short for the shape.
std::array<std::span<const std::byte>, max_arrays>
check_host_arrays(const Problem& problem, const HostData& data, const Footprint& needed) {
    std::array<std::span<const std::byte>, max_arrays> arrays;
    if (!is_separate(problem)) return arrays;
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis) {
        const auto channel = problem.channel(axis);
        arrays.at(channel) = data.arrays[channel].bytes;
        check_span(concat("array ", channel).c_str(), arrays.at(channel), needed.arrays.at(channel), true);
    }
    return arrays;
}

void check_type(std::string_view what, const HostArray& given, SampleType needed) {
    if (given.type && *given.type != needed)
        invalid(what, " of type ", *given.type, ": the problem's are ", needed,
                ", so either the problem has the wrong type, or they must be converted");
}

/// Throws if the type of an array differs from the type that the problem has for it. Ignores arrays that the
/// problem does not use.
void check_types(const Problem& problem, const HostData& data) {
    for (std::size_t axis = 0; is_separate(problem) && axis < problem.axes.size(); ++axis) {
        const auto channel = problem.channel(axis);
        check_type(concat("samples in array ", channel), data.arrays[channel],
                   array_of(problem, channel).sample);
    }
    if (!is_separate(problem)) check_type("samples", data.samples, problem.sample);
    if (problem.layout.mask && data.mask.type && bytes(*data.mask.type) != 1)
        invalid("a mask of type ", *data.mask.type, ": a mask has one byte for each element");
    if (problem.layout.indices) check_type("indices", data.indices, *problem.layout.indices);
    if (!problem.weights.type) return;
    check_type("weights", data.weights, *problem.weights.type);
    for (const auto& weights : data.weight_vectors)
        check_type("weights", weights, *problem.weights.type);
}

/// Sets the counts that the shape leaves out: Shape::count to the number of all indices, and source_count to
/// the number of all elements.
void set_list(const Problem& problem, const HostData& data, Shape& shape) {
    const auto size = bytes(*problem.layout.indices);
    if (!shape.count) {
        if (data.indices.bytes.size() % size != 0)
            invalid(data.indices.bytes.size(), " bytes of indices are not whole indices of ", size, " bytes");
        shape.count = data.indices.bytes.size() / size;
    }
    if (shape.source_count == 0) shape.source_count = whole_elements(problem, data);
}

/// Throws unless each index is below the number of elements.
void check_list(const Problem& problem, const CheckedShape& shape, std::span<const std::byte> indices) {
    for (std::uint64_t i = 0; i < shape.elements; ++i)
        if (const auto index = index_at(*problem.layout.indices, indices, i); index >= shape.source_count)
            invalid("index ", i, " is ", index, ": there are ", counted(shape.source_count, "element"),
                    ", counted from 0");
}

/// Returns the weights. Throws if they are too short for the shape.
std::array<std::span<const std::byte>, max_weight_vectors>
check_host_weights(const Problem& problem, const HostData& data, const Footprint& needed) {
    check_weight_count(problem, data.weight_vectors.size());
    const bool several = problem.weights.vectors > 1;
    check_span("weights", data.weights.bytes, several ? 0 : needed.weights, problem.weights.type && !several);
    if (!several) return {data.weights.bytes};
    std::array<std::span<const std::byte>, max_weight_vectors> weights;
    for (std::size_t vector = 0; vector < problem.weights.vectors; ++vector) {
        weights.at(vector) = data.weight_vectors[vector].bytes;
        check_span(concat("weights ", vector).c_str(), weights.at(vector), needed.weights, true);
    }
    return weights;
}

} // namespace

std::uint64_t largest(const Footprint& used) noexcept {
    return std::max({used.samples, used.mask, used.weights, used.indices, std::ranges::max(used.arrays)});
}

void check_array_count(const Problem& problem, std::size_t given) {
    if (!is_separate(problem) && given != 0)
        invalid(counted(given, "array"), ": only separate channels have arrays, the problem's are ",
                problem.layout.order);
    if (is_separate(problem) && given != problem.channels())
        invalid(counted(given, "array"), " for ", counted(problem.channels(), "separate channel"),
                ": each needs one");
}

void check_weight_count(const Problem& problem, std::size_t given) {
    const std::size_t needed = problem.weights.vectors > 1 ? problem.weights.vectors : 0;
    if (given == needed) return;
    if (needed == 0)
        invalid(counted(given, "vector"), " of weights: the problem has ",
                problem.weights.type ? "one weight of an element, which `weights` takes" : "no weights");
    invalid(counted(given, "vector"), " of weights in weight_vectors: the problem has ", needed,
            " weights of an element");
}

ChannelSamples samples_of(const Problem& problem, const CheckedData& data, std::uint32_t channel) noexcept {
    const auto& pitch = data.shape.pitches;
    if (!is_separate(problem)) // avoids an offset to a null pointer, which empty data may have
        return {data.samples.empty() ? nullptr : data.samples.data() + channel * pitch.channel, pitch.stride,
                pitch.row};
    const auto& [stride, row] = pitch.arrays.at(channel);
    return {data.arrays.at(channel).data(), stride, row};
}

CheckedShape check_shape(const CheckedProblem& checked, const Shape& given) {
    const auto& problem = *checked;
    check_unused(problem, given);
    check_pitches(problem, given);
    if (!problem.layout.rows && !given.count)
        invalid("shape.count is not set: ", problem.layout.indices
                                                ? "it is the number of indices"
                                                : "a flat layout needs the number of elements");
    if (problem.layout.indices && given.source_count == 0 && given.count.value_or(0) != 0)
        invalid("source_count 0: ", *given.count, " indices need the number of elements that they name");
    CheckedShape shape{given};
    shape.elements = elements(problem, given);
    shape.histograms = histograms(problem, given);
    check_histograms(shape.histograms);
    check_batch_shape(problem, given, shape.elements);
    check_elements(checked, shape.elements);
    shape.pitches = pitches(problem, given);
    if (shape.elements != 0) shape.footprint = footprint_of(problem, shape);
    return shape;
}

CheckedData check_data(const CheckedProblem& problem, const HostData& data) {
    if (problem->layout.image) invalid("host data for a problem whose samples are those of an image");
    check_array_count(*problem, data.arrays.size());
    check_types(*problem, data);
    const bool separate = is_separate(*problem);
    auto given = data.shape;
    if (problem->layout.indices)
        set_list(*problem, data, given);
    else if (!problem->layout.rows && !given.count)
        given.count = separate ? elements_of_arrays(*problem, data) : whole_elements(*problem, data);
    auto shape = check_shape(problem, given);
    const auto& needed = shape.footprint;
    check_span("samples", data.samples.bytes, needed.samples, !separate);
    check_span("the mask", data.mask.bytes, needed.mask, problem->layout.mask);
    check_span("indices", data.indices.bytes, needed.indices, problem->layout.indices.has_value());
    if (problem->layout.indices) check_list(*problem, shape, data.indices.bytes);
    return {shape,
            data.samples.bytes,
            data.mask.bytes,
            check_host_weights(*problem, data, needed),
            check_host_arrays(*problem, data, needed),
            data.indices.bytes,
            data.pinned};
}

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

Footprint footprint(const Problem& problem, const Shape& shape) {
    return detail::check_shape(detail::CheckedProblem(problem), shape).footprint;
}

} // namespace histo_cl::inline HISTO_CL_ABI
