#pragma once

#include "problem/checked_shape.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// The elements that a list of indices names, side by side in the list's order: what is counted, as a problem
/// without indices.
struct Gathered {
    Problem problem;
    std::vector<std::byte> samples; ///< of the counted channels, in the axes' order
    std::vector<std::byte> mask;
    std::array<std::vector<std::byte>, max_weight_vectors> weights; ///< none if they are the list's own

    /// The data, which refer to the members.
    [[nodiscard]] CheckedData data(const CheckedData& given) const;
};

/// Of a problem with indices.
[[nodiscard]] Gathered gathered(const Problem& problem, const CheckedData& data);

/// The problem of elements that were gathered, for some of the axes: flat, side by side, and with a mask if
/// that is said.
[[nodiscard]] Problem problem_of_gathered(Problem problem, bool masked);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
