#pragma once

#include "histo_cl/problem.hpp"
#include "problem/checked.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

// Problems that take several passes: more than max_axes_per_pass axes, several weights per element, counts in
// addition to sums, or samples that must be gathered first. A pass counts up to max_axes_per_pass axes, and
// sums at most one weight.

namespace histo_cl::detail {

inline constexpr std::size_t max_axes_per_pass = 4;

/// The part of a problem that a pass counts.
struct Pass {
    std::size_t problem; ///< index in Passes::problems
    /// The whole problem's channel that is channel 0 of this pass; for planar elements its plane.
    std::uint32_t first_channel;
    std::optional<std::uint32_t> weight_vector; ///< empty: elements are counted
    std::uint64_t first_counter;                ///< in a histogram of the whole: its cells' …
    std::uint64_t first_square;                 ///< … and those of their squares, if it has any
    /// If the problem is gathered: the channels to gather, one for each axis of the pass.
    std::array<std::uint32_t, max_axes_per_pass> gathered = {};
};

/// The passes, in the order of their counters. Passes for columns with the same bins share a problem, and so
/// a plan.
struct Passes {
    std::vector<Problem> problems;
    std::vector<Pass> passes;
};

/// Whether a valid problem takes passes.
[[nodiscard]] bool takes_passes(const Problem& problem) noexcept;

/// The passes of a valid problem that takes several.
[[nodiscard]] Passes passes(const Problem& problem);

/// Whether samples are first copied to contiguous bytes, which a variant can count: listed elements, nibbles,
/// and planes of several channels.
[[nodiscard]] bool is_gathered(const Problem& problem) noexcept;

/// The gathered elements of such a problem, in the order of the list if there is one, and the problem that
/// counts them, with plain samples and without indices.
struct Gathered {
    Problem problem;
    std::vector<std::byte> samples; ///< of the counted channels, in the axes' order
    std::vector<std::byte> mask;
    std::array<std::vector<std::byte>, max_weight_vectors> weights; ///< none if they are the list's own

    /// The data, which refers to the members.
    [[nodiscard]] CheckedData data(const CheckedData& given) const;
};

/// Gathers the elements of a problem that is_gathered().
[[nodiscard]] Gathered gathered(const Problem& problem, const CheckedData& data);

/// The problem of gathered elements, for some of the axes: flat and interleaved, with a mask if `masked`.
[[nodiscard]] Problem problem_of_gathered(Problem problem, bool masked);

} // namespace histo_cl::detail
