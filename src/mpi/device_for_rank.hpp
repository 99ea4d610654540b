#pragma once

#include "histo_cl/mpi.hpp"

#include <span>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// All devices of the type of default_device(), with a compiler. Throws like that.
[[nodiscard]] std::vector<Device> devices_like_default();

/// Throws Error(invalid_argument) if there are none.
[[nodiscard]] Device device_for(int rank_on_machine, std::span<const Device> devices);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
