#pragma once

#include "histo_cl/problem.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

// Problems that no single launch counts: more than most_axes_of_a_pass axes, several weights of an element,
// counts beside the sums, or samples that are gathered first (problem/gathered.hpp). A pass counts up to so
// many axes, and sums one weight, or none.

namespace histo_cl::inline HISTO_CL_ABI::detail {

inline constexpr std::size_t most_axes_of_a_pass = 4;

/// What a pass counts of a problem.
struct Pass {
    std::size_t problem; ///< which of Passes::problems it is
    /// The channel of an element that its channel 0 is; of planar elements, the plane.
    std::uint32_t first_channel;
    std::optional<std::uint32_t> weight_vector; ///< none: elements are counted
    std::uint64_t first_counter;                ///< in a histogram of the whole: its cells' …
    std::uint64_t first_square;                 ///< … and those of their squares, if it has any
    /// Of a problem that is gathered: the channels to gather, one for each axis of the pass.
    std::array<std::uint32_t, most_axes_of_a_pass> gathered = {};
};

/// The passes, in the order of their counters. Many share a problem, and so a plan: columns that are binned
/// alike.
struct Passes {
    std::vector<Problem> problems;
    std::vector<Pass> passes;
};

/// Of a valid problem.
[[nodiscard]] bool takes_passes(const Problem& problem) noexcept;

/// Of a valid problem that takes passes, in counters of that type.
[[nodiscard]] Passes passes(const Problem& problem);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
