#pragma once

#include "device/objects.hpp"
#include "device/pointer_calls.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/image.hpp"
#include "histo_cl/memory.hpp"
#include "histo_cl/opencl.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace histo_cl::detail {

/// A range of bytes in a memory object that is not a sub-buffer, or a range of host addresses.
struct MemoryRange {
    cl_mem whole = nullptr; ///< null for host addresses
    std::uint64_t first = 0;
    std::uint64_t end = 0;
};

[[nodiscard]] inline bool overlap(const MemoryRange& a, const MemoryRange& b) noexcept {
    return a.whole == b.whole && a.first < b.end && b.first < a.end;
}

[[nodiscard]] inline bool same_start(const MemoryRange& a, const MemoryRange& b) noexcept {
    return a.whole == b.whole && a.first == b.first;
}

/// A memory object's properties, queried from OpenCL.
struct MemoryObject {
    cl_mem handle;
    cl_mem_object_type type;
    cl_context context;
    cl_mem_flags flags;
    std::size_t bytes;
    cl_mem part_of;     ///< the object that contains this sub-buffer or image; null for other objects
    std::size_t origin; ///< the start of a sub-buffer in its buffer, in bytes
};

/// Queries the properties of a memory object. Throws Error(opencl_error) if the handle is not a memory
/// object.
[[nodiscard]] MemoryObject describe(cl_mem object);

/// A property of an image, queried from OpenCL.
template <class T>
[[nodiscard]] T image_info(cl_mem image, cl_image_info what) {
    return info<T>(clGetImageInfo, image, what, "clGetImageInfo");
}

/// The memory range of an object. For objects in host memory (CL_MEM_USE_HOST_PTR, also in shared virtual
/// memory), it is a range of addresses. For an image in another object's memory, it is the range of that
/// whole object.
[[nodiscard]] MemoryRange range_of(const MemoryObject& object);

[[nodiscard]] inline MemoryRange range_of(const void* address, std::uint64_t bytes) noexcept {
    const auto first = reinterpret_cast<std::uintptr_t>(address);
    return {nullptr, first, first + bytes};
}

// OpenCL's constants for ImageKind and ChannelType, in the order of these enumerations.

inline constexpr std::array<cl_mem_object_type, 8> image_object_types{
    CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_OBJECT_IMAGE1D_ARRAY,
    CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY,  CL_MEM_OBJECT_IMAGE3D,
    CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY, // with channel order CL_DEPTH
};

[[nodiscard]] constexpr cl_mem_object_type object_type_of(ImageKind kind) {
    return image_object_types.at(static_cast<std::size_t>(kind));
}

inline constexpr std::array<cl_channel_type, 15> cl_channel_types{
    CL_UNORM_INT8,      CL_UNORM_INT16,      CL_SNORM_INT8,     CL_SNORM_INT16,  CL_UNORM_SHORT_565,
    CL_UNORM_SHORT_555, CL_UNORM_INT_101010, CL_SIGNED_INT8,    CL_SIGNED_INT16, CL_SIGNED_INT32,
    CL_UNSIGNED_INT8,   CL_UNSIGNED_INT16,   CL_UNSIGNED_INT32, CL_HALF_FLOAT,   CL_FLOAT,
};

[[nodiscard]] constexpr cl_channel_type cl_type_of(ChannelType type) {
    return cl_channel_types.at(static_cast<std::size_t>(type));
}

/// CL_DEPTH, a constant of OpenCL 2.0 and cl_khr_depth_images that the installed headers may lack.
inline constexpr cl_channel_order depth_order = 0x10BD;

/// A channel order, its name, and its channels as a mask with bit c for channel c.
struct ChannelOrder {
    cl_channel_order order;
    const char* name;
    std::uint32_t channels;
};

inline constexpr std::array<ChannelOrder, 14> channel_orders{{
    {CL_R, "CL_R", 0b0001},
    {CL_Rx, "CL_Rx", 0b0001},
    {CL_A, "CL_A", 0b1000},
    {CL_INTENSITY, "CL_INTENSITY", 0b0001},
    {CL_LUMINANCE, "CL_LUMINANCE", 0b0001},
    {CL_RG, "CL_RG", 0b0011},
    {CL_RGx, "CL_RGx", 0b0011},
    {CL_RA, "CL_RA", 0b1001},
    {CL_RGB, "CL_RGB", 0b0111},
    {CL_RGBx, "CL_RGBx", 0b0111},
    {CL_RGBA, "CL_RGBA", 0b1111},
    {CL_BGRA, "CL_BGRA", 0b1111},
    {CL_ARGB, "CL_ARGB", 0b1111},
    {depth_order, "CL_DEPTH", 0b0001},
}};

// Checks of the OpenCL objects of a job, before anything is enqueued. Each throws Error(invalid_argument)
// with a message that says what was given and what is allowed.

/// The device and the context of a plan.
struct PlanDevice {
    DeviceProfile profile;
    cl_device_id id = nullptr;
    Context context;
    PointerCalls pointers;

    [[nodiscard]] KernelMemory memory(const Memory& given) const noexcept { return {given, pointers}; }
};

/// What a plan's commands require of memory.
struct MemoryNeeds {
    std::uint64_t bytes;
    std::uint64_t align;  ///< alignment of an address, in bytes
    bool atomics = false; ///< kernels change the memory by atomics
};

struct CheckedMemory {
    cl_mem_flags flags; ///< CL_MEM_READ_WRITE for an address
    MemoryRange range;
};

/// Checks a plan's context and device, which must be a device of the context. Throws Error(no_compiler) if
/// the device cannot build kernels, and Error(unsupported) if its byte order is not the host's.
[[nodiscard]] PlanDevice plan_device(cl_context context, cl_device_id device);

/// Checks that a queue belongs to the plan's context and device.
void check_queue(const PlanDevice& plan, cl_command_queue queue);

/// Checks memory that kernels read. A buffer must belong to the plan's context, be readable by kernels, large
/// enough, and aligned for the device. An address must be aligned; if OpenCL can tell, its memory must also
/// belong to the plan's context and be large enough. Throws Error(unsupported) for an address in memory that
/// the device's kernels cannot access as needed. `which`: what the memory is, for messages.
CheckedMemory check_readable(const PlanDevice& plan, const char* which, const Memory& memory,
                             const MemoryNeeds& needs);

/// Like check_readable(), but for memory that kernels write.
CheckedMemory check_writable(const PlanDevice& plan, const char* which, const Memory& memory,
                             const MemoryNeeds& needs);

/// Like check_readable(), but for memory that kernels read and write.
CheckedMemory check_read_write(const PlanDevice& plan, const char* which, const Memory& memory,
                               const MemoryNeeds& needs);

/// Checks that two ranges of a job's memory, at least one of which is written, do not overlap.
void check_apart(const char* which, const MemoryRange& range, const char* other,
                 const MemoryRange& other_range);

/// The required size of a buffer in bytes: `offset` units of `unit` bytes, followed by `used` bytes. Throws
/// if the size does not fit in 64 bits.
[[nodiscard]] std::uint64_t end_of(const char* which, std::uint64_t offset, std::uint64_t unit,
                                   std::uint64_t used);

/// Checks that events are not null and belong to the plan's context, and that there are no more than OpenCL
/// accepts.
void check_events(const PlanDevice& plan, std::span<const cl_event> wait);

} // namespace histo_cl::detail
