#pragma once

#include "device/memory_object.hpp"
#include "device/objects.hpp"
#include "device/pointer_calls.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/memory.hpp"

#include <cstdint>
#include <span>

// What the OpenCL objects of any plan must be, before anything is enqueued. Each check throws
// Error(invalid_argument) that says what was given and what is allowed.

namespace histo_cl::detail {

/// The device that a plan is for, in its context.
struct PlanDevice {
    DeviceProfile profile;
    cl_device_id id = nullptr;
    Context context;
    PointerCalls pointers;

    [[nodiscard]] KernelMemory memory(const Memory& given) const noexcept { return {given, pointers}; }
};

/// What a plan's commands need of memory.
struct MemoryNeeds {
    std::uint64_t bytes;
    std::uint64_t align;  ///< of an address, in bytes
    bool atomics = false; ///< kernels change it by them
};

/// Memory that has been checked.
struct CheckedMemory {
    cl_mem_flags flags; ///< of an address, CL_MEM_READ_WRITE
    MemoryRange range;
};

/// The device must be one of the context's. Throws Error(no_compiler) if it cannot build kernels,
/// Error(unsupported) if its byte order is not the host's.
[[nodiscard]] PlanDevice plan_device(cl_context context, cl_device_id device);

/// Error(unsupported) if the kernels cannot compute in double, `what` they do in it.
void check_doubles(const DeviceProfile& profile, const char* what);

/// A queue of the plan's context and device.
void check_queue(const PlanDevice& plan, cl_command_queue queue);

/// A buffer of the plan's context that kernels read, with enough bytes, aligned for the device; or an address
/// of such memory, as far as OpenCL says, else Error(unsupported) where the device takes none.
CheckedMemory check_readable(const PlanDevice& plan, const char* which, const Memory& memory,
                             const MemoryNeeds& needs);

/// The same, for memory that kernels write.
CheckedMemory check_writable(const PlanDevice& plan, const char* which, const Memory& memory,
                             const MemoryNeeds& needs);

/// The same, for memory that kernels read and write.
CheckedMemory check_read_write(const PlanDevice& plan, const char* which, const Memory& memory,
                               const MemoryNeeds& needs);

/// That memory which is written is none that something else of the job lies in.
void check_apart(const char* which, const MemoryRange& range, const char* other,
                 const MemoryRange& other_range);

/// The bytes that a buffer must have for `used` bytes after `offset` units of `unit` bytes.
[[nodiscard]] std::uint64_t end_of(const char* which, std::uint64_t offset, std::uint64_t unit,
                                   std::uint64_t used);

/// Events of the plan's context, and no more than OpenCL takes.
void check_events(const PlanDevice& plan, std::span<const cl_event> wait);

} // namespace histo_cl::detail
