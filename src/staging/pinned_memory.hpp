#pragma once

#include "opencl/handle.hpp"

#include <cstddef>
#include <span>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// Page-locked host memory, which a device reads and writes without a copy by its driver: a buffer of
/// CL_MEM_ALLOC_HOST_PTR that stays mapped as long as this lives. Where its queue can neither unmap it nor be
/// waited for, commands may still use it when this ends: then queue and buffer are never released.
class PinnedMemory {
  public:
    PinnedMemory() = default;
    /// Waits for the mapping. Throws Error(opencl_error).
    PinnedMemory(cl_context context, cl_command_queue queue, std::size_t bytes);
    PinnedMemory(PinnedMemory&& other) noexcept;
    PinnedMemory& operator=(PinnedMemory&& other) noexcept;
    PinnedMemory(const PinnedMemory&) = delete;
    PinnedMemory& operator=(const PinnedMemory&) = delete;
    ~PinnedMemory();

    [[nodiscard]] std::span<std::byte> bytes() const noexcept { return bytes_; }

  private:
    Queue queue_;
    Buffer buffer_;
    std::span<std::byte> bytes_;
};

} // namespace histo_cl::inline HISTO_CL_ABI::detail
