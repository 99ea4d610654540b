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

} // namespace histo_cl::detail
