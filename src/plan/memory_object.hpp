#pragma once

#include "device/objects.hpp"
#include "histo_cl/abi.hpp"
#include "histo_cl/opencl.hpp"

#include <cstddef>
#include <cstdint>

namespace histo_cl::detail {

/// Where memory lies: bytes of a memory object that is no part of another, or addresses of the host's.
struct MemoryRange {
    cl_mem whole = nullptr; ///< null: addresses
    std::uint64_t first = 0;
    std::uint64_t end = 0;
};

[[nodiscard]] inline bool overlap(const MemoryRange& a, const MemoryRange& b) noexcept {
    return a.whole == b.whole && a.first < b.end && b.first < a.end;
}

[[nodiscard]] inline bool same_start(const MemoryRange& a, const MemoryRange& b) noexcept {
    return a.whole == b.whole && a.first == b.first;
}

/// What OpenCL says of a memory object.
struct MemoryObject {
    cl_mem handle;
    cl_mem_object_type type;
    cl_context context;
    cl_mem_flags flags;
    std::size_t bytes;
    cl_mem part_of;     ///< the buffer of a sub-buffer, or of an image that lies in one; else null
    std::size_t origin; ///< of a sub-buffer, in bytes
};

/// Throws Error(opencl_error) for what is no memory object.
[[nodiscard]] MemoryObject describe(cl_mem object);

/// What OpenCL says of an image.
template <class T>
[[nodiscard]] T image_info(cl_mem image, cl_image_info what) {
    return info<T>(clGetImageInfo, image, what, "clGetImageInfo");
}

/// Where it lies, as far as OpenCL says. Buffers in the same memory of the host (CL_MEM_USE_HOST_PTR, which
/// may be shared virtual memory) have addresses.
[[nodiscard]] MemoryRange range_of(const MemoryObject& object);

/// Of `bytes` from an address on.
[[nodiscard]] inline MemoryRange range_of(const void* address, std::uint64_t bytes) noexcept {
    const auto first = reinterpret_cast<std::uintptr_t>(address);
    return {nullptr, first, first + bytes};
}

} // namespace histo_cl::detail
