#pragma once

#include "histo_cl/abi.hpp"

#include <cstddef>

// Work that the calling thread counts to avoid, for as long as it costs less than the work: to look for
// devices, and to build a kernel. Thread-safe.

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// A kernel is named by its NotBuilt::kind.
inline constexpr std::size_t finding_devices = 0;

/// For how long, by the cost model, the calling thread has counted for want of that work so far. Of a few
/// hundred kernels.
[[nodiscard]] double seconds_without(std::size_t work);
void add_seconds_without(std::size_t work, double seconds);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
