#pragma once

#include "histo_cl/problem.hpp"

#include <algorithm>
#include <cstdint>

// How wide loads take elements; see kernels/load.cl.

namespace histo_cl::detail {

/// Whether the elements of a row follow one another without gaps, so that a wide load holds several.
[[nodiscard]] inline bool is_packed(const Problem& problem) noexcept {
    const auto size = bytes(problem.sample);
    const auto packed = problem.layout.order == Order::planar ? size : problem.channels() * size;
    return problem.layout.stride == 0 || problem.layout.stride == packed;
}

/// The elements of a block of loads of so many bytes.
[[nodiscard]] inline std::uint64_t elements_of_a_load(const Problem& problem,
                                                      std::uint32_t load_bytes) noexcept {
    if (!is_packed(problem)) return 1;
    return std::max<std::uint64_t>(1, load_bytes / bytes(problem.sample));
}

/// The vectors that a block of them is loaded in, the mask and the weights included.
[[nodiscard]] inline std::uint32_t vectors_of_a_block(const Problem& problem,
                                                      std::uint32_t load_bytes) noexcept {
    const bool in_sequence =
        problem.layout.order == Order::interleaved && elements_of_a_load(problem, load_bytes) > 1;
    const auto samples = in_sequence ? problem.channels() : static_cast<std::uint32_t>(problem.axes.size());
    return samples + (problem.layout.mask ? 1U : 0U) + (problem.weights ? 2U : 0U);
}

} // namespace histo_cl::detail
