#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/options.hpp"

#include <algorithm>
#include <cstdint>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// Of the private counts. More spill out of a GPU's cache, which costs more than the groups left out (H200).
[[nodiscard]] inline std::uint64_t limit_of_counts(const Options& options) noexcept {
    return options.workspace_limit.value_or(std::uint64_t{64} << 20U);
}

/// Of the queues of Variant::partitioned, which a buffer of the device must hold. The default holds 2^28
/// samples.
[[nodiscard]] inline std::uint64_t limit_of_queues(const DeviceProfile& device,
                                                   const Options& options) noexcept {
    constexpr std::uint64_t most = std::uint64_t{512} << 20U;
    const auto share = std::min(most, device.global_memory_bytes / 32);
    return std::min(options.workspace_limit.value_or(share), device.max_allocation_bytes) / 8 * 8;
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
