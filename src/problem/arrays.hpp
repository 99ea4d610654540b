#pragma once

#include "histo_cl/problem.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

// The arrays of separate channels, as far as a problem says.

namespace histo_cl::inline HISTO_CL_ABI::detail {

[[nodiscard]] inline bool is_separate(const Problem& problem) noexcept {
    return problem.layout.order == Order::separate;
}

/// The array of a separate channel, with all that a caller left out filled in.
[[nodiscard]] inline Array array_of(const Problem& problem, std::uint32_t channel) noexcept {
    const auto& arrays = problem.layout.arrays;
    auto array = channel < arrays.size() ? arrays[channel] : Array{.sample = problem.sample};
    if (array.stride == 0) array.stride = bytes(array.sample);
    return array;
}

/// The array that an axis counts.
[[nodiscard]] inline Array array_of_axis(const Problem& problem, std::size_t axis) noexcept {
    return array_of(problem, problem.channel(axis));
}

/// The type that the samples of an axis have in memory.
[[nodiscard]] inline SampleType stored_type(const Problem& problem, std::size_t axis) noexcept {
    return is_separate(problem) ? array_of_axis(problem, axis).sample : problem.sample;
}

/// The bytes of a stored sample, of the axis where they are the most.
[[nodiscard]] inline std::size_t widest_stored(const Problem& problem) noexcept {
    std::size_t widest = 0;
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        widest = std::max(widest, bytes(stored_type(problem, axis)));
    return widest;
}

/// Whether the samples of each array that is counted follow one another without gaps.
[[nodiscard]] inline bool has_packed_arrays(const Problem& problem) noexcept {
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis) {
        const auto array = array_of_axis(problem, axis);
        if (array.stride != bytes(array.sample)) return false;
    }
    return true;
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
