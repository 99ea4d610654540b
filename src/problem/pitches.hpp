#pragma once

#include "histo_cl/host_data.hpp"
#include "histo_cl/problem.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

// The arrays of separate channels, and the positions of samples in memory.

namespace histo_cl::detail {

[[nodiscard]] inline bool is_separate(const Problem& problem) noexcept {
    return problem.layout.order == Order::separate;
}

/// The array of a separate channel, with defaults filled in.
[[nodiscard]] inline Array array_of(const Problem& problem, std::uint32_t channel) noexcept {
    const auto& arrays = problem.layout.arrays;
    auto array = channel < arrays.size() ? arrays[channel] : Array{.sample = problem.sample};
    if (array.stride == 0) array.stride = bytes(array.sample);
    return array;
}

/// The array of the channel that an axis counts.
[[nodiscard]] inline Array array_of_axis(const Problem& problem, std::size_t axis) noexcept {
    return array_of(problem, problem.channel(axis));
}

/// The type that the samples of an axis have in memory.
[[nodiscard]] inline SampleType stored_type(const Problem& problem, std::size_t axis) noexcept {
    return is_separate(problem) ? array_of_axis(problem, axis).sample : problem.sample;
}

/// The type of samples that are given without a problem. Bytes without a type are u8.
[[nodiscard]] inline SampleType type_of(const HostArray& samples) noexcept {
    return samples.type.value_or(SampleType::u8);
}

/// The pitches of a separate channel, in bytes. The channel's sample of element (x, y) is at y·row +
/// x·stride.
struct ArrayPitches {
    std::uint64_t stride = 0;
    std::uint64_t row = 0;
};

/// The positions of the samples of flat elements in one buffer, counted in samples. Channel c of element e is
/// at e·element + c / beside · plane + c % beside.
struct SampleSteps {
    std::uint64_t element = 0;
    std::uint64_t plane = 0;
    std::uint32_t beside = 1; ///< number of channels side by side

    [[nodiscard]] std::uint64_t place(std::uint64_t e, std::uint32_t channel) const noexcept {
        return e * element + channel / beside * plane + channel % beside;
    }
};

/// The positions of an element's parts, in bytes, with defaults filled in. Relative to the job's offset,
/// channel c of element (x, y) is at y·row + x·stride + c·channel, its mask at y·mask + x, and its weight at
/// y·weight + x·weight_stride. Flat elements are in row 0. Nibbles, and samples in planes of several
/// channels, are at the positions that `steps` describes instead.
struct Pitches {
    std::uint64_t stride = 0;
    std::uint64_t row = 0;
    /// Size of a sample if channels are interleaved, size of a plane if they are planar.
    std::uint64_t channel = 0;
    std::uint64_t mask = 0;
    std::uint64_t weight = 0;        ///< 0 with WeightPer::column
    std::uint64_t weight_stride = 0; ///< 0 with WeightPer::row
    /// Replaces stride, row and channel for nibbles, and for planes of several channels.
    SampleSteps steps = {};
    std::array<ArrayPitches, max_arrays> arrays = {}; ///< replaces stride and row for separate channels
};

/// Bytes from one weight of a vector to the next. Each weight belongs to an element, a row or a column, as
/// Weights::per says.
[[nodiscard]] inline std::uint64_t bytes_per_weight(const Problem& problem) noexcept {
    return problem.weights.stride != 0 ? problem.weights.stride : bytes(*problem.weights.type);
}

/// The distance, in weights, between the weights of adjacent elements of a row. 1 if there are no weights.
[[nodiscard]] inline std::uint64_t weight_step(const Problem& problem) noexcept {
    if (!problem.weights.type) return 1;
    return problem.weights.per == WeightPer::row ? 0
                                                 : bytes_per_weight(problem) / bytes(*problem.weights.type);
}

/// Number of adjacent channels: all channels, or the channels of a plane.
[[nodiscard]] inline std::uint32_t channels_beside(const Problem& problem) noexcept {
    return problem.layout.order == Order::planar ? problem.layout.plane_channels : problem.channels();
}

[[nodiscard]] inline bool has_nibbles(const Problem& problem) noexcept {
    return problem.layout.nibbles != Nibbles::none;
}

/// Whether a byte may hold two elements.
[[nodiscard]] inline bool has_halves(const Problem& problem) noexcept {
    return has_nibbles(problem) && channels_beside(problem) == 1 && problem.layout.stride == 0;
}

/// Number of bytes of an element's adjacent channels.
[[nodiscard]] inline std::uint64_t bytes_beside(const Problem& problem) noexcept {
    const std::uint64_t channels = channels_beside(problem);
    return has_nibbles(problem) ? channels / 2 + channels % 2 : channels * bytes(problem.sample);
}

/// Whether samples have a whole number of bytes, and planes, if there are any, hold one channel each.
[[nodiscard]] inline bool has_plain_samples(const Problem& problem) noexcept {
    return !has_nibbles(problem) && problem.layout.plane_channels == 1;
}

/// The distance, in samples, between adjacent elements of a row. It has no meaning for separate channels, nor
/// for nibbles with a stride.
[[nodiscard]] inline std::uint64_t sample_stride(const Problem& problem) noexcept {
    const auto given = problem.layout.stride / bytes(problem.sample);
    return given == 0 ? channels_beside(problem) : given;
}

/// Whether the elements of a row are contiguous in memory, so that a wide load holds several. False for
/// images, whose layout the device chooses.
[[nodiscard]] inline bool is_packed(const Problem& problem) noexcept {
    if (problem.layout.image) return false;
    if (!is_separate(problem)) return sample_stride(problem) == channels_beside(problem);
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis) {
        const auto array = array_of_axis(problem, axis);
        if (array.stride != bytes(array.sample)) return false;
    }
    return true;
}

/// The pitches of a shape. The problem must be valid. Distances beyond 64 bits saturate; check_shape()
/// rejects shapes that reach so far.
[[nodiscard]] Pitches pitches(const Problem& problem, const Shape& shape) noexcept;

} // namespace histo_cl::detail
