#pragma once

#include "histo_cl/problem.hpp"
#include "problem/checked.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

// Problems that no single launch counts: more than max_axes_per_pass axes, several weights of an element,
// counts beside the sums, or samples that are gathered first. A pass counts up to so many axes, and sums one
// weight, or none.

namespace histo_cl::detail {

inline constexpr std::size_t max_axes_per_pass = 4;

/// The part of a problem that a pass counts.
struct Pass {
    std::size_t problem; ///< which of Passes::problems it is
    /// The channel of the whole that is this pass's channel 0; for planar elements its plane.
    std::uint32_t first_channel;
    std::optional<std::uint32_t> weight_vector; ///< none: elements are counted
    std::uint64_t first_counter;                ///< in a histogram of the whole: its cells' …
    std::uint64_t first_square;                 ///< … and those of their squares, if it has any
    /// If the problem is gathered: the channels to gather, one for each axis of the pass.
    std::array<std::uint32_t, max_axes_per_pass> gathered = {};
};

/// The passes, in the order of their counters. Many share a problem, and so a plan: columns that are binned
/// alike.
struct Passes {
    std::vector<Problem> problems;
    std::vector<Pass> passes;
};

/// Whether a valid problem takes passes.
[[nodiscard]] bool takes_passes(const Problem& problem) noexcept;

/// The passes of a valid problem that takes several.
[[nodiscard]] Passes passes(const Problem& problem);

/// Whether samples are brought side by side, each on bytes of its own, before a variant counts them: those of
/// elements that a list of indices names, nibbles, and those in planes of several channels.
[[nodiscard]] bool is_gathered(const Problem& problem) noexcept;

/// The elements of such a problem, in the list's order if it has one: what is counted, as a problem of plain
/// samples without indices.
struct Gathered {
    Problem problem;
    std::vector<std::byte> samples; ///< of the counted channels, in the axes' order
    std::vector<std::byte> mask;
    std::array<std::vector<std::byte>, max_weight_vectors> weights; ///< none if they are the list's own

    /// The data, which refer to the members.
    [[nodiscard]] CheckedData data(const CheckedData& given) const;
};

/// Gathers the elements of a problem that is_gathered().
[[nodiscard]] Gathered gathered(const Problem& problem, const CheckedData& data);

/// The problem of elements that were gathered, for some of the axes: flat, side by side, and with a mask if
/// that is said.
[[nodiscard]] Problem problem_of_gathered(Problem problem, bool masked);

} // namespace histo_cl::detail
