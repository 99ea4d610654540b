#pragma once

#include "common/clhpp.hpp"

#include <histo_cl/device.hpp>
#include <histo_cl/plan.hpp>

#include <memory>

namespace bench_enqueue {

/// Why no job can be recorded for this queue, or null: the device has no command buffers, or the OpenCL
/// loader passes on no functions of its driver's extensions, as Wine's does not.
[[nodiscard]] const char* why_no_command_buffers(const cl::CommandQueue& queue,
                                                 const histo_cl::DeviceProfile& profile);

/// A job recorded into a command buffer of cl_khr_command_buffer, of one queue.
class CommandBuffer {
  public:
    /// The device has command buffers, and their functions are there. Throws histo_cl::Error like
    /// Plan::record(), and cl::Error.
    CommandBuffer(const cl::CommandQueue& queue, const histo_cl::Plan& plan, const histo_cl::Job& job);

    /// On its queue, also while it is pending.
    void enqueue() const;

  private:
    using Manage = cl_int(CL_API_CALL*)(cl_command_buffer_khr);
    using Enqueue = cl_int(CL_API_CALL*)(cl_uint, const cl_command_queue*, cl_command_buffer_khr, cl_uint,
                                         const cl_event*, cl_event*);

    Enqueue enqueue_;
    std::unique_ptr<_cl_command_buffer_khr, Manage> buffer_;
};

} // namespace bench_enqueue
