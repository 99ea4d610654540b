#pragma once

#include "histo_cl/device_profile.hpp"
#include "histo_cl/opencl.hpp"

#include <cstddef>
#include <limits>
#include <span>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// Sync points of a command buffer to wait for.
using SyncPoints = std::span<const cl_sync_point_khr>;

/// The most of them in one wait list.
inline constexpr std::size_t max_sync_points = std::numeric_limits<cl_uint>::max();

/// The functions of cl_khr_command_buffer that recording takes, as one platform has them. Those that record
/// commands take one more argument since version 0.9.5. Each returns an OpenCL code, and gives the sync point
/// of what it has recorded.
class CommandBufferCalls {
  public:
    /// Throws Error(unsupported) if the device has no command buffers, or its driver lacks a function.
    CommandBufferCalls(cl_device_id device, const DeviceProfile& profile);

    cl_int get_info(cl_command_buffer_khr buffer, cl_uint what, size_t room, void* value, size_t* size) const;
    cl_int fill(cl_command_buffer_khr buffer, cl_mem memory, cl_uint pattern, size_t bytes, SyncPoints wait,
                cl_sync_point_khr* done) const;
    cl_int launch(cl_command_buffer_khr buffer, cl_kernel kernel, cl_uint dimensions, const size_t* global,
                  const size_t* local, SyncPoints wait, cl_sync_point_khr* done) const;
    cl_int barrier(cl_command_buffer_khr buffer, SyncPoints wait, cl_sync_point_khr* done) const;

  private:
    bool takes_properties_;
    void* get_info_;
    void* fill_;
    void* launch_;
    void* barrier_;
};

} // namespace histo_cl::inline HISTO_CL_ABI::detail
