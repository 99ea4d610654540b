#pragma once

#include "device/pointer_calls.hpp"
#include "histo_cl/abi.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/memory.hpp"
#include "histo_cl/opencl.hpp"
#include "plan/memory_object.hpp"

#include <cstdint>
#include <span>

// What the OpenCL objects of any plan must be, before anything is enqueued. Each check throws
// Error(invalid_argument) that says what was given and what is allowed.

namespace histo_cl::detail {

/// What a plan was made for.
struct MadeFor {
    cl_context context;
    cl_device_id device;
    const DeviceProfile& profile;
    const PointerCalls& pointers;
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

/// The profile of the device that a plan is to be made for. It must be one of the context's;
/// Error(no_compiler) if it cannot build kernels, Error(unsupported) if its byte order is not the host's.
[[nodiscard]] DeviceProfile checked_profile(cl_context context, cl_device_id device);

/// Error(unsupported) if the kernels cannot compute in double, `what` they do in it.
void check_doubles(const DeviceProfile& profile, const char* what);

/// A queue of the plan's context and device.
void check_queue(const MadeFor& plan, cl_command_queue queue);

/// A buffer of the plan's context that kernels read, with enough bytes, aligned for the device; or an address
/// of such memory, as far as OpenCL says, else Error(unsupported) where the device takes none.
CheckedMemory check_readable(const MadeFor& plan, const char* which, const Memory& memory,
                             const MemoryNeeds& needs);

/// The same, for memory that kernels write.
CheckedMemory check_writable(const MadeFor& plan, const char* which, const Memory& memory,
                             const MemoryNeeds& needs);

/// The same, for memory that kernels read and write.
CheckedMemory check_read_write(const MadeFor& plan, const char* which, const Memory& memory,
                               const MemoryNeeds& needs);

/// That memory which is written is none that something else of the job lies in.
void check_apart(const char* which, const MemoryRange& range, const char* other,
                 const MemoryRange& other_range);

/// The bytes that a buffer must have for `used` bytes after `offset` units of `unit` bytes.
[[nodiscard]] std::uint64_t end_of(const char* which, std::uint64_t offset, std::uint64_t unit,
                                   std::uint64_t used);

/// Events of the plan's context, and no more than OpenCL takes.
void check_events(const MadeFor& plan, std::span<const cl_event> wait);

} // namespace histo_cl::detail
