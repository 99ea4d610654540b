#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/opencl.hpp"

#include <cstdint>
#include <span>

// What the OpenCL objects of any plan must be, before anything is enqueued. Each check throws
// Error(invalid_argument) that says what was given and what is allowed.

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// What a plan was made for.
struct MadeFor {
    cl_context context;
    cl_device_id device;
    const DeviceProfile& profile;
};

/// The profile of the device that a plan is to be made for. It must be one of the context's;
/// Error(no_compiler) if it cannot build kernels.
[[nodiscard]] DeviceProfile checked_profile(cl_context context, cl_device_id device);

/// Error(unsupported) if the kernels cannot compute in double, `what` they do in it.
void check_doubles(const DeviceProfile& profile, const char* what);

/// A queue of the plan's context and device.
void check_queue(const MadeFor& plan, cl_command_queue queue);

/// A buffer of the plan's context, with enough bytes, aligned for the device. Returns its flags.
cl_mem_flags check_buffer(const MadeFor& plan, const char* which, cl_mem buffer, std::uint64_t bytes);

/// The same, for one that kernels read.
void check_readable(const MadeFor& plan, const char* which, cl_mem buffer, std::uint64_t bytes);

/// The bytes that a buffer must have for `used` bytes after `offset` units of `unit` bytes.
[[nodiscard]] std::uint64_t end_of(const char* which, std::uint64_t offset, std::uint64_t unit,
                                   std::uint64_t used);

/// Events of the plan's context, and no more than OpenCL takes.
void check_events(const MadeFor& plan, std::span<const cl_event> wait);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
