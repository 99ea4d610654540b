// Shapes. A footprint has room for all samples, masks, weights and indices, and not for more elements.

#include "fuzz/harness.hpp"
#include "fuzz/problems.hpp"
#include "histo_cl/decision.hpp"
#include "histo_cl/reference.hpp"

namespace histo_cl::fuzz {
namespace {

__extension__ using UInt128 = unsigned __int128;

/// A distance in a shape (docs/layouts.md). 0 stands for `packed`, the distance without gaps.
UInt128 or_packed(std::uint64_t given, UInt128 packed) {
    return given != 0 ? UInt128{given} : packed;
}

/// The offset at which the last part ends. The part of element (x, y) has `size` bytes, and begins at y · row
/// + x · step + offset.
UInt128 end_of(const Region& region, UInt128 row, UInt128 step, UInt128 offset, UInt128 size) {
    UInt128 end = 0;
    for (const UInt128 y : {UInt128{region.y}, UInt128{region.y} + region.height - 1})
        for (const UInt128 x : {UInt128{region.x}, UInt128{region.x} + region.width - 1})
            end = std::max(end, y * row + x * step + offset + size);
    return end;
}

/// Checks that the array of each axis ends with the sample of the last element.
void check_arrays(const Problem& problem, const Shape& shape, const Region& region, const Footprint& read) {
    const auto& arrays = problem.layout.arrays;
    std::array<UInt128, max_arrays> needed{};
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis) {
        const auto channel = problem.channel(axis);
        const auto [type, given] = arrays.empty() ? Array{.sample = problem.sample} : arrays[channel];
        const auto stride = or_packed(given, bytes(type));
        const auto row = or_packed(shape.pitch, (UInt128{region.x} + region.width) * stride);
        needed.at(channel) = end_of(region, row, stride, 0, bytes(type));
    }
    require(read.samples == 0, "separate channels are in arrays");
    require(std::ranges::equal(read.arrays, needed), "all samples of each array, and no more");
}

void check_samples(const Problem& problem, const Shape& shape, const Region& region, const Footprint& read) {
    const auto& layout = problem.layout;
    const bool planar = layout.order == Order::planar;
    const UInt128 size = bytes(problem.sample);
    const auto stride = or_packed(layout.stride, planar ? size : size * problem.channels());
    const auto width = UInt128{region.x} + region.width;
    const auto height = UInt128{region.y} + region.height;
    const auto pitch = or_packed(shape.pitch, width * stride);
    const auto plane = or_packed(shape.plane_pitch, layout.rows ? height * pitch : width * stride);
    UInt128 needed = 0;
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        needed = std::max(
            needed, end_of(region, pitch, stride, problem.channel(axis) * (planar ? plane : size), size));
    require(read.samples >= needed, "all samples are within the footprint");
    const auto whole =
        end_of(region, pitch, stride, (problem.channels() - 1) * (planar ? plane : size), size);
    require(read.samples <= whole, "the footprint ends with the last element");
    require(std::ranges::max(read.arrays) == 0, "only separate channels have arrays");
}

/// Checks layouts of nibbles, and of planes of several channels. Both are flat.
void check_places(const Problem& problem, const Shape& shape, UInt128 elements, const Footprint& read) {
    const auto& layout = problem.layout;
    const bool planar = layout.order == Order::planar;
    const bool nibbles = layout.nibbles != Nibbles::none;
    const UInt128 beside = planar ? layout.plane_channels : problem.channels();
    const UInt128 bits = nibbles ? 4 : 8 * bytes(problem.sample);
    const bool halves = nibbles && beside == 1 && layout.stride == 0;
    const UInt128 step = halves ? 4 : 8 * or_packed(layout.stride, (beside * bits + 7) / 8);
    const auto plane = planar ? 8 * or_packed(shape.plane_pitch, (elements * step + 7) / 8) : 0;
    UInt128 needed = 0;
    UInt128 whole = 0;
    for (std::size_t axis = 0; elements != 0 && axis < problem.axes.size(); ++axis) {
        const auto channel = problem.channel(axis);
        const auto last = (elements - 1) * step + channel / beside * plane;
        needed = std::max(needed, (last + (channel % beside + 1) * bits + 7) / 8);
        whole = std::max(whole, (last + beside * bits + 7) / 8);
    }
    require(read.samples >= needed, "all samples are within the footprint");
    require(read.samples <= whole, "the footprint ends with the last plane's last element");
}

/// The offset at which the last weight ends.
UInt128 end_of_weights(const Problem& problem, const Shape& shape, const Region& region, UInt128 width) {
    const UInt128 size = bytes(*problem.weights.type), apart = or_packed(problem.weights.stride, size);
    switch (problem.weights.per) {
    case WeightPer::row: return end_of(region, or_packed(shape.weight_pitch, apart), 0, 0, size);
    case WeightPer::column: return end_of(region, 0, apart, 0, size);
    case WeightPer::element: break;
    }
    return end_of(region, or_packed(shape.weight_pitch, width * apart), apart, 0, size);
}

void check_footprint(const Problem& problem, const Shape& shape, const Footprint& read) {
    const auto& layout = problem.layout;
    const auto in_memory = problem.layout.indices ? shape.source_count : shape.count.value_or(0);
    const auto region = layout.rows ? shape.region : Region{0, 0, in_memory, 1};
    const auto width = UInt128{region.x} + region.width;
    if (layout.order == Order::separate)
        check_arrays(problem, shape, region, read);
    else if (layout.nibbles != Nibbles::none || layout.plane_channels > 1)
        check_places(problem, shape, in_memory, read);
    else
        check_samples(problem, shape, region, read);
    require(read.mask == (layout.mask ? end_of(region, or_packed(shape.mask_pitch, width), 1, 0, 1) : 0),
            "a mask byte for each element");
    require(read.indices ==
                (problem.layout.indices ? UInt128{*shape.count} * bytes(*problem.layout.indices) : 0),
            "all indices of a list");
    const auto of_weights = problem.weights.listed ? Region{0, 0, *shape.count, 1} : region;
    require(read.weights == (problem.weights.type ? end_of_weights(problem, shape, of_weights, width) : 0),
            "a weight for each element, row or column");
}

std::uint64_t largest(const Footprint& read) {
    return std::max({read.samples, read.mask, read.weights, read.indices, std::ranges::max(read.arrays)});
}

/// Counts from memory that ends where the footprint does, if that is small, so that sanitizers detect reads
/// beyond it.
void check_counts(const Problem& problem, const Shape& shape, const Footprint& read) {
    constexpr std::uint64_t limit = 4096;
    if (has_custom_bins(problem) || largest(read) > limit) return;
    if (elements(problem, shape) > limit || histograms(problem, shape) * problem.counters() > 100 * limit)
        return;
    const std::vector<std::byte> samples(read.samples, std::byte{1});
    const std::vector<std::byte> mask(read.mask, std::byte{1});
    const std::vector<std::byte> weights(read.weights);
    std::vector<std::vector<std::byte>> arrays;
    if (problem.layout.order == Order::separate)
        for (std::uint32_t channel = 0; channel < problem.channels(); ++channel)
            arrays.emplace_back(read.arrays.at(channel), std::byte{1});
    const std::vector<HostArray> spans(arrays.begin(), arrays.end());
    const std::vector<std::byte> indices(read.indices); // all indices are 0, so they name the first element
    const std::vector<HostArray> vectors(problem.weights.vectors, weights);
    HostData data{.samples = samples, .shape = shape, .mask = mask, .indices = indices, .arrays = spans};
    if (problem.weights.vectors > 1)
        data.weight_vectors = vectors;
    else
        data.weights = weights;
    std::uint64_t sum = 0;
    for (const auto count : reference_histogram(problem, data).counts)
        sum += count;
    require(sum <= elements(problem, shape) * (problem.joint ? 1 : problem.axes.size()),
            "no element is counted twice");
}

} // namespace

void fuzz(std::span<const std::byte> bytes) {
    Input input(bytes);
    const auto problem = some_problem(input, 60);
    std::vector<std::uint64_t> offsets;
    const auto shape = some_shape(input, problem, offsets);
    Footprint read;
    if (!gives_or_refuses([&] { read = footprint(problem, shape); })) return;
    const auto count = elements(problem, shape);
    require(histograms(problem, shape) <= max_histograms, "histograms keep to their limit");
    require(count != 0 || largest(read) == 0, "no elements are no bytes");
    if (count == 0) return;
    check_footprint(problem, shape, read);
    check_counts(problem, shape, read);
    gives_or_refuses([&] {
        DeviceProfile device;
        device.type = DeviceType::cpu;
        (void)choose_for_host_data(device, problem, shape, some_options(input), input.take<double>());
    });
}

} // namespace histo_cl::fuzz
