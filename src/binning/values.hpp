#pragma once

#include "histo_cl/problem.hpp"

#include <cstdint>
#include <string>

// Counting samples by what they are; see kernels/values.cl.

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// The samples of an axis that are counted by value: those whose keys are first_key and the next.
struct Values {
    std::uint32_t first_key = 0;
    std::uint32_t count = 0;
};

/// For a problem that can be counted by value.
[[nodiscard]] Values values(const Problem& problem, std::size_t axis);

/// The values of all axes.
[[nodiscard]] std::uint32_t value_count(const Problem& problem);

/// Why a problem cannot be counted by value; empty if it can.
[[nodiscard]] std::string no_values_because(const Problem& problem);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
