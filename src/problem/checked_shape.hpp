#pragma once

#include "problem/checked_problem.hpp"
#include "problem/pitches.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// A shape that a problem takes, and what follows from it, worked out once.
struct CheckedShape : Shape {
    std::uint64_t elements = 0;
    std::uint64_t histograms = 0;
    Pitches pitches = {};
    Footprint footprint = {};
};

/// Throws Error(invalid_argument) as footprint() says.
[[nodiscard]] CheckedShape check_shape(const CheckedProblem& problem, const Shape& shape);

/// Host data that hold all that their shape reads.
struct CheckedData {
    CheckedShape shape;
    std::span<const std::byte> samples;
    std::span<const std::byte> mask = {};
    std::span<const std::byte> weights = {};
};

/// Counts flat samples if the shape does not. Throws like check_shape(), and Error(invalid_argument) for
/// samples that are not whole elements then, and for spans that are shorter than the shape or that the
/// problem has no use for.
[[nodiscard]] CheckedData check_data(const CheckedProblem& problem, const HostData& data);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
