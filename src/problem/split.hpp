#pragma once

#include "histo_cl/problem.hpp"
#include "problem/checked.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

// Problems that are counted in passes. These are problems with more than max_axes_per_pass axes, and problems
// whose samples must be gathered first. A pass counts up to max_axes_per_pass axes.

namespace histo_cl::detail {

inline constexpr std::size_t max_axes_per_pass = 4;

/// The part of a problem that a pass counts.
struct Pass {
    std::size_t problem; ///< index in Passes::problems
    /// The channel of the whole problem that is channel 0 of the pass. If elements are planar, this is also
    /// the plane of that channel.
    std::uint32_t first_channel;
    std::uint64_t first_cell; ///< the cell of the whole problem that is cell 0 of the pass
    /// If the elements are gathered: the channels to gather, one for each axis of the pass.
    std::array<std::uint32_t, max_axes_per_pass> gathered = {};
    std::size_t first_axis = 0; ///< the first axis of the whole problem that the pass counts
};

/// The passes, one for each group of axes. Passes for axes with the same bins usually share a problem, and so
/// share a plan.
struct Passes {
    std::vector<Problem> problems;
    std::vector<Pass> passes;
};

/// Whether a valid problem is counted in passes, as described at the top of this file.
[[nodiscard]] bool takes_passes(const Problem& problem) noexcept;

/// The passes of a valid problem for which takes_passes() is true.
[[nodiscard]] Passes passes(const Problem& problem);

/// Whether samples are first copied to a plain layout, which a variant can count. This is the case for
/// elements selected by indices, nibbles, and planes of several channels.
[[nodiscard]] bool is_gathered(const Problem& problem) noexcept;

/// The gathered elements of a problem, in the order of its indices if it has any, and the problem that counts
/// these elements, with plain samples and without indices.
struct Gathered {
    Problem problem;
    std::vector<std::byte> samples; ///< [element][axis]
    std::vector<std::byte> mask;
    /// The weights in the order of the gathered elements; empty if the given weights already are in this
    /// order.
    std::array<std::vector<std::byte>, max_weight_vectors> weights;

    /// The data of the gathered elements. Its spans refer to the members of this object. `given`: the data
    /// before gathering.
    [[nodiscard]] CheckedData data(const CheckedData& given) const;
};

/// Gathers the elements of a problem for which is_gathered() is true.
[[nodiscard]] Gathered gathered(const Problem& problem, const CheckedData& data);

/// The problem that counts gathered elements on the axes of the given problem. Its layout is flat and
/// interleaved, with a mask if `masked`.
[[nodiscard]] Problem gathered_problem(Problem problem, bool masked);

} // namespace histo_cl::detail
