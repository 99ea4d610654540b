#pragma once

#include "histo_cl/device_profile.hpp"
#include "policy/local_memory.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

// What kernels/hot_bins.cl takes.

namespace histo_cl::inline HISTO_CL_ABI::detail {

inline constexpr std::uint64_t slot_bytes = 2 * sizeof(std::uint32_t); // a tag and a count

/// As many slots as leave a compute unit full of work-items (H200: 16384 are better than 8192 for all but the
/// most skewed samples).
[[nodiscard]] inline std::uint32_t hot_bin_slots(const DeviceProfile& device) noexcept {
    constexpr std::uint64_t most = 16384;
    return static_cast<std::uint32_t>(std::bit_floor(std::min(most, local_share(device) / slot_bytes)));
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
