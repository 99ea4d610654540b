#pragma once

#include "histo_cl/device_profile.hpp"
#include "opencl/handle.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

// Host memory as buffers of a device.

namespace histo_cl::detail {

/// Whether kernels read memory of the host where it lies (CL_MEM_USE_HOST_PTR), or get a copy of it.
///
/// OpenCL lets every implementation cache such a buffer in the device's memory; only on a CPU, whose global
/// memory is the host's, is there nothing that a cache could be for. It asks of the pointer what it asks of a
/// buffer's data: the alignment of the type that kernels access them as (the specification's appendix on data
/// types), here a sample, a mask's byte or a weight; wider loads of ours look at the address first. So a copy
/// is needed of what is not even aligned to its own type.
[[nodiscard]] bool is_used_in_place(const DeviceProfile& device, std::span<const std::byte> data,
                                    std::size_t alignment) noexcept;

/// A buffer to read. What is used in place must stay until the last command on the buffer has ended.
[[nodiscard]] Buffer read_only_buffer(cl_context context, const DeviceProfile& device,
                                      std::span<const std::byte> data, std::size_t alignment);

/// A buffer for counters of 64 bits. On a CPU many of them lie in the vector that is returned; few are
/// cheaper to read than to map. Every command on it must have ended before this ends.
class CountsBuffer {
  public:
    static constexpr std::uint64_t least_bytes_in_place = std::uint64_t{1} << 20U;

    CountsBuffer(cl_context context, const DeviceProfile& device, std::uint64_t counters);

    [[nodiscard]] cl_mem get() const noexcept { return buffer_.get(); }

    /// What the commands before on an in-order queue have counted, or those until `after` if that is not
    /// null.
    [[nodiscard]] std::vector<std::uint64_t> read(cl_command_queue queue, cl_event after) &&;

  private:
    std::vector<std::uint64_t> values_;
    bool in_place_;
    Buffer buffer_;
};

} // namespace histo_cl::detail
