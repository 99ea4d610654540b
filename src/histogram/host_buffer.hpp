#pragma once

#include "histo_cl/device_profile.hpp"
#include "histogram/kept_plans.hpp"
#include "opencl/handle.hpp"

#include <cstddef>
#include <span>

// Host memory as buffers of a device.

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// Whether kernels read host memory in place (CL_MEM_USE_HOST_PTR), or get a copy of it.
///
/// OpenCL lets every implementation cache such a buffer in the device's memory; only on a CPU, whose global
/// memory is the host's, is there nothing that a cache could be for. It asks of the pointer what it asks of a
/// buffer's data: the alignment of the type that kernels access them as (the specification's appendix on data
/// types), here a sample, a mask's byte or a weight; wider loads of ours look at the address first. So a copy
/// is needed of what is not even aligned to its own type.
[[nodiscard]] bool is_used_in_place(const DeviceProfile& device, std::span<const std::byte> data,
                                    std::size_t alignment) noexcept;

/// A buffer to read, of data aligned to `alignment` and, if `pinned`, page-locked. What is used in place must
/// stay until the last command on the buffer has ended; all else has been copied.
[[nodiscard]] Buffer read_only_buffer(const KeptPlan& kept, const DeviceProfile& device,
                                      std::span<const std::byte> data, std::size_t alignment, bool pinned);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
