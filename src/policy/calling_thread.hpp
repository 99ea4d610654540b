#pragma once

#include "histo_cl/problem.hpp"

#include <cstdint>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// The elements of a problem from which on a launch on a CPU costs less than counting them on the calling
/// thread, by the times below. A power of two.
[[nodiscard]] std::uint64_t worth_a_launch(const Problem& problem) noexcept;

} // namespace histo_cl::inline HISTO_CL_ABI::detail
