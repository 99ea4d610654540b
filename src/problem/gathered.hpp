#pragma once

#include "problem/checked_shape.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI::detail {

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

/// Of a problem that is_gathered().
[[nodiscard]] Gathered gathered(const Problem& problem, const CheckedData& data);

/// The problem of elements that were gathered, for some of the axes: flat, side by side, and with a mask if
/// that is said.
[[nodiscard]] Problem problem_of_gathered(Problem problem, bool masked);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
