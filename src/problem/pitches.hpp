#pragma once

#include "problem/arrays.hpp"

#include <array>
#include <cstdint>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// In an array of its own, a channel of element (x, y) is at y·row + x·stride.
struct ArrayPitches {
    std::uint64_t stride = 0;
    std::uint64_t row = 0;
};

/// Where the parts of an element lie, in bytes, with all that a caller left at 0 filled in. From the job's
/// offset on, channel c of element (x, y) is at y·row + x·stride + c·channel, its mask at y·mask + x, and its
/// weight at y·weight + x·bytes(weight). Flat elements are those of row 0; what a problem does not have is 0.
struct Pitches {
    std::uint64_t stride = 0;
    std::uint64_t row = 0;
    std::uint64_t channel = 0; ///< the sample's size if interleaved, the plane's if planar
    std::uint64_t mask = 0;
    std::uint64_t weight = 0;
    std::array<ArrayPitches, max_arrays> arrays = {}; ///< separate channels have these instead
};

/// The samples from one element of a row to the next, if there are no gaps.
[[nodiscard]] inline std::uint64_t packed_stride(const Problem& problem) noexcept {
    return problem.layout.order == Order::planar ? 1 : problem.channels();
}

/// The samples from one element of a row to the next.
[[nodiscard]] inline std::uint64_t sample_stride(const Problem& problem) noexcept {
    const auto given = problem.layout.stride / bytes(problem.sample);
    return given == 0 ? packed_stride(problem) : given;
}

/// Whether the elements of a row follow one another in memory without gaps, so that a wide load holds
/// several. How those of an image lie is the device's own affair.
[[nodiscard]] inline bool is_packed(const Problem& problem) noexcept {
    if (problem.layout.image) return false;
    if (is_separate(problem)) return has_packed_arrays(problem);
    return sample_stride(problem) == packed_stride(problem);
}

/// The problem is valid and footprint() takes the shape.
[[nodiscard]] Pitches pitches(const Problem& problem, const Shape& shape) noexcept;

} // namespace histo_cl::inline HISTO_CL_ABI::detail
